"""Make .venv: an environment with headwater in it, editable, at the versions of constraints/.

Run by `make setup` with whatever Python the machine has, so this file must stay readable to Python 3.6: one
that is too old gets a clear line, not a syntax error. It needs venv and nothing else; pip fetches uv into the
environment. A working environment is never thrown away: what is there at the right version is left alone.
"""

import os
import subprocess
import sys

OLDEST = (3, 11)
VENV = ".venv"
PYTHON = os.path.join(VENV, "bin", "python")
UV = os.path.join(VENV, "bin", "uv")


def stop(line):
    """Say why not in one line, and end."""
    sys.exit("make setup: " + line)


def check_host():
    """Refuse a Python that cannot make the environment, before anything is written."""
    result = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info < OLDEST:
        stop(
            f"headwater needs Python {OLDEST[0]}.{OLDEST[1]} or newer, and {sys.executable} is {result}. "
            "Name another one: make setup PYTHON=python3.12"
        )
    try:
        # Debian ships venv without ensurepip, and then an environment has no pip to fetch uv with.
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError as error:
        stop(
            f"{sys.executable} ({result}) has no {error.name}. Install it (Debian and Ubuntu: "
            "apt install python3-venv), or name another Python: make setup PYTHON=python3.12"
        )


def works(*command):
    """Whether a command can be run here and is content."""
    try:
        return subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def run(*command):
    """Run a command in sight; its failure is ours."""
    print("+ " + " ".join(command), flush=True)
    status = subprocess.call(command)
    if status:
        stop(f"the command above failed (exit code {status}).")


def main():
    """Environment, then uv, then everything else."""
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
    check = f"import pip, sys; sys.exit(sys.version_info < {OLDEST})"
    if not works(PYTHON, "-c", check):
        check_host()
        run(sys.executable, "-m", "venv", "--clear", VENV)

    with open(os.path.join("constraints", "build.txt")) as pins:
        uv = next(line.strip() for line in pins if line.startswith("uv=="))
    check = f"import importlib.metadata as m, sys; sys.exit('uv==' + m.version('uv') != {uv!r})"
    if not works(PYTHON, "-c", check):
        run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", uv)

    # Without --only-binary, a package that has no wheel for this Python is compiled for ten silent minutes. Spark is
    # published as a source archive alone (nothing in it is compiled: it is unpacked), and --no-binary exempts it.
    run(
        UV, "pip", "install", "--quiet", "--only-binary", ":all:", "--no-binary", "pyspark", "--python", PYTHON,
        "--constraints", "constraints/dev.txt", "--build-constraints", "constraints/build.txt",
        "--editable", ".[all,dev]",
    )  # fmt: skip


if __name__ == "__main__":
    main()
