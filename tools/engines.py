"""Make an environment of its own for an engine whose pins fit nothing else: `python tools/engines.py flink`.

Run by `make engines` with the Python of .venv, whose uv does the work. `.venv-<engine>` holds what
constraints/<engine>.txt pins, and nothing else; what is there at the right version is left alone.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = Path(sys.executable).parent / "uv"
UNPACKED = {"flink": ["apache-flink-libraries"]}
"""Published as a source archive alone; nothing in it is compiled."""


def main(engine: str) -> None:
    venv, pins = ROOT / f".venv-{engine}", ROOT / "constraints" / f"{engine}.txt"
    python = venv / "bin" / "python"
    if not python.exists():
        subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, venv], check=True)
    exempt = [word for name in UNPACKED.get(engine, []) for word in ("--no-binary", name)]
    command = [UV, "pip", "install", "--quiet", "--python", python, "--only-binary", ":all:", *exempt]
    build = ["--build-constraints", ROOT / "constraints" / "build.txt"]
    subprocess.run([*command, *build, "--requirement", pins], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
