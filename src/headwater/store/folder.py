"""The folder that the pipeline writes, as its readers see it: manifests, snapshots, and where the tables lie.

Nothing here writes. A reader that has a `Snapshot` can end with it also when a new one is made meanwhile.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from headwater.rows.warehouse import TABLES, VERSION
from headwater.store.errors import StoreProblem, UnknownName

MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Snapshot:
    """One snapshot of a folder: its id, when it was made, and its manifest."""

    root: Path
    id: str
    made_at: datetime
    manifest: Mapping[str, Any]

    def files(self, table: str) -> list[str]:
        """The Parquet files of a table, in order."""
        folder = self.root / str(self.manifest["tables"][table]["path"])
        return sorted(str(path) for path in folder.glob("*.parquet"))

    def rows(self, table: str) -> int:
        """How many rows a table has."""
        return int(self.manifest["tables"][table]["rows"])

    @property
    def tag(self) -> str:
        """An id that differs between snapshots, also from one of the same number in a folder that was made anew."""
        return f"{self.id}-{self.made_at.strftime('%Y%m%dT%H%M%S%f')}"


def snapshots(root: Path | str) -> list[Snapshot]:
    """The snapshots that are there, oldest first; the last one is current."""
    root = Path(root)
    current = read_manifest(root, root / MANIFEST)
    by_id = {current.id: current}
    try:
        names = sorted(os.listdir(root / "snapshots"))
    except OSError:
        names = []
    for name in names:
        path = root / "snapshots" / name / MANIFEST
        # one that is newer than the current one is being made, or was left by a run that was killed
        if re.fullmatch(r"\d+", name) and name < current.id and path.is_file():
            by_id[name] = read_manifest(root, path)
    return [by_id[name] for name in sorted(by_id)]


def snapshot(root: Path | str, wanted: str | datetime | None = None) -> Snapshot:
    """The current snapshot; the one of that id; or the last that was made by a time. Raises `StoreProblem`."""
    if wanted is None:
        return read_manifest(Path(root), Path(root) / MANIFEST)
    existing = snapshots(root)
    if isinstance(wanted, datetime):
        before = [candidate for candidate in existing if candidate.made_at <= aware(wanted)]
        if before:
            return before[-1]
        raise StoreProblem(
            f"{root} has no snapshot from {wanted.isoformat(' ')} or before.",
            f"The oldest snapshot is from {existing[0].made_at.isoformat(' ')}.",
        )
    for candidate in existing:
        if candidate.id == wanted or (wanted.isdigit() and int(candidate.id) == int(wanted)):
            return candidate
    names = [candidate.id for candidate in existing]
    raise UnknownName(f"{root} has no snapshot {wanted}.", f"Snapshots: {', '.join(names)}.", names)


def is_store(root: Path | str) -> bool:
    """Whether a folder was written by the pipeline."""
    return (Path(root) / MANIFEST).is_file() and (Path(root) / "snapshots").is_dir()


def aware(time: datetime) -> datetime:
    """A time with its zone; without one, UTC."""
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time


def moment(text: str) -> datetime:
    """A time as people write it: `2024-05-01`, `2024-05-01T12:00:00Z`. Raises `StoreProblem`.

    >>> moment("2024-05-01").isoformat()
    '2024-05-01T00:00:00+00:00'
    """
    try:
        return aware(datetime.fromisoformat(text.strip().replace("Z", "+00:00").replace("z", "+00:00")))
    except ValueError:
        raise StoreProblem(
            f"{text!r} is not a valid time.", "Use the form 2024-05-01 or 2024-05-01T12:00:00Z."
        ) from None


def read_manifest(root: Path, path: Path) -> Snapshot:
    """The snapshot that a manifest below `root` names. Raises `StoreProblem`."""
    shown = str(root)
    if "://" in shown or re.match(r"(?:s3a?|hdfs|gs|abfss?):/", shown):
        raise StoreProblem(f"{shown} is not on this machine.", "Copy the folder here, or mount it.")
    try:
        data = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        if not root.exists():
            raise StoreProblem(f"Folder {shown} does not exist.", "Check the path.") from None
        raise StoreProblem(
            f"{shown} has no {MANIFEST}: it was not written by headwater run.", "Run headwater run --out first."
        ) from None
    except (OSError, ValueError, UnicodeDecodeError) as error:
        raise StoreProblem(f"Cannot read {path}: {error}.", "Run headwater run again.") from None
    try:
        version = int(data["version"])
        made_at = aware(datetime.fromisoformat(str(data["made_at"]).replace("Z", "+00:00")))
        if data["format"] != "headwater":
            raise KeyError("format")
        if version <= VERSION:
            for name in TABLES:
                where = Path(data["tables"][name]["path"])
                if where.is_absolute() or ".." in where.parts:
                    raise ValueError(name)
                int(data["tables"][name]["rows"])
        number = str(data["snapshot"])
    except (KeyError, TypeError, ValueError):
        raise StoreProblem(f"{path} is not a headwater manifest.", "Use another folder.") from None
    if version > VERSION:
        raise StoreProblem(
            f"{shown} was written by a newer headwater (tables of version {version}).", "Use that version to read it."
        )
    return Snapshot(root, number, made_at, data)
