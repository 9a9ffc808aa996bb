"""The source of headwater as data, for the tests that hold its rules: every module by name, with its text."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
PACKAGE = "headwater"

MODULES: dict[str, str] = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts): path.read_text(encoding="utf-8")
    for path in sorted((SOURCE / PACKAGE).rglob("*.py"))
}
"""Every module by its dotted name; a package is its `__init__`."""


def package_of(module: str) -> str:
    """headwater.bind.relation.select -> bind; headwater itself (its __init__) -> headwater."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] != "__init__" else PACKAGE
