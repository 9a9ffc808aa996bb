"""A server's settings: the folder, who may ask, and how much one request may take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from headwater.store import Reading


@dataclass(frozen=True)
class Limits:
    """Bounds of one request and of its answer."""

    seconds: float = 20.0
    body: int = 1 << 20
    waiting: int = 64
    threads: int = 4
    columns: int = 2_000
    edges: int = 8_000
    depth: int = 30
    sql_chars: int = 200_000
    sql_seconds: float = 10.0
    sql_memory: int = 1 << 30
    sql_workers: int = 2


@dataclass(frozen=True)
class Settings:
    """A server's settings.

    Without a token, only requests to `hosts` are answered: another site cannot reach the server under its own name
    through a browser (DNS rebinding).
    """

    folder: Path
    token: str | None = None
    hosts: Sequence[str] = ("127.0.0.1", "localhost", "::1", "testserver")
    reading: Reading | None = None
    limits: Limits = field(default_factory=Limits)
    assets: Path = Path(__file__).parent / "static"
    fresh: float = 2.0
    """Seconds between two looks for a new snapshot."""
    patience: float = 1.0
    """Seconds that whoever notices a new snapshot waits for it to be opened; its index may have to be made."""
