"""Small stores for tests: a dictionary of SQL texts becomes a folder of scripts, and that a store."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from headwater.store import Store, open_store, write_store


def make(place: Path, files: Mapping[str, str]) -> Path:
    """Write the scripts and their store; the folder of the store."""
    for name, text in files.items():
        path = place / "sql" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    out = place / "out"
    write_store(place / "sql", out)
    return out


def opened(place: Path, text: str, dialect: str = "duckdb") -> Store:
    """The store of one script."""
    return open_store(make(place, {f"{dialect}/a.sql": text}))
