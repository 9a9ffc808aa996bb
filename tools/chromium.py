"""A Chromium for the tests of the page, where the machine has none and nobody may install one.

    python tools/chromium.py

does nothing where one is found. Else npm's `@sparticuz/chromium` (Linux, x86-64, some 70 MB) is unpacked into
.cache/chromium, with the libraries and fonts that it brings. Where that does not work it says so in one line, and the
tests that need it are skipped: whoever looks at their counts sees it. Run by `make test`.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chrome import FETCHED, found  # noqa: E402
from tools import page  # noqa: E402

PACKAGE = "@sparticuz/chromium@153.0.0"
FOLDER = FETCHED.parent
UNPACK = """
const [zlib, fs, stream] = ["zlib", "fs", "stream"].map((name) => require("node:" + name));
const [from, to] = process.argv.slice(1);
stream.pipeline(fs.createReadStream(from), zlib.createBrotliDecompress(), fs.createWriteStream(to),
  (error) => { if (error) { console.error(error); process.exit(1); } });
"""
WRAPPER = """#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
export LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -d /etc/fonts ] || export FONTCONFIG_PATH="$here"
exec "$here/chromium" "$@"
"""


def fetch() -> None:
    """Fetch it, and put it where the tests look."""
    npm, environment = page.node()
    node = npm[0] if len(npm) > 1 else shutil.which("node") or "node"
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    print(f"+ npm install {PACKAGE} into .cache/chromium, since there is no Chromium here", flush=True)
    calm = ["--no-audit", "--no-fund", "--no-save", "--no-package-lock", "--loglevel=error", "--prefix", str(FOLDER)]
    subprocess.run([*npm, "install", *calm, PACKAGE], cwd=FOLDER, env=environment, check=True)
    packed = FOLDER / "node_modules" / "@sparticuz" / "chromium" / "bin"
    for name in ("chromium.br", "al2023.tar.br", "swiftshader.tar.br", "fonts.tar.br"):
        unpacked = FOLDER / name.removesuffix(".br")
        command = [node, "-e", UNPACK, str(packed / name), str(unpacked)]
        subprocess.run(command, env=environment, check=True)
        if unpacked.suffix == ".tar":
            with tarfile.open(unpacked) as archive:
                archive.extractall(FOLDER, filter="data")
            unpacked.unlink()
    shutil.rmtree(FOLDER / "node_modules")
    (FOLDER / "chromium").chmod(0o755)
    FETCHED.write_text(WRAPPER)
    FETCHED.chmod(0o755)
    subprocess.run([str(FETCHED), "--version", "--no-sandbox"], check=True, timeout=60)


def main() -> None:
    """Fetch one where there is none."""
    if found():
        return
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        print("make test: there is no Chromium here, and none to fetch: THE PAGE IS NOT TESTED.", file=sys.stderr)
        return
    try:
        fetch()
    except (OSError, subprocess.SubprocessError, tarfile.TarError) as error:
        shutil.rmtree(FOLDER, ignore_errors=True)
        print(f"make test: no Chromium could be fetched ({error}): THE PAGE IS NOT TESTED.", file=sys.stderr)


if __name__ == "__main__":
    main()
