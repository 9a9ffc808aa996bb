"""Whether a folder is whole: manifest, snapshots, tables, batches, the ledger of files, the lock; and how to mend it.

`findings` reads, and changes nothing. A finding names what is wrong and, where something can be done, has a `mend`.
Tables are checked by the footers of their Parquet files: a file that is cut off or lost shows, a changed byte in the
middle does not. Needs no Spark.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from headwater.batch.ledger_status import TO_READ
from headwater.spark import layout, lease
from headwater.spark.folder import Folder
from headwater.spark.layout import ADDS, MANIFEST
from headwater.store.errors import StoreProblem
from headwater.store.folder import read_manifest

Kind = Literal["broken", "leftover"]


@dataclass(frozen=True)
class Finding:
    """Something that is wrong. `broken` is what readers or runs stumble over, a `leftover` is in nobody's way."""

    kind: Kind
    what: str
    remedy: str
    mend: Callable[[], None] | None = None


def findings(folder: Folder) -> Iterator[Finding]:
    """What is wrong with a folder, the worst first. Raises `StoreProblem` for what a newer headwater wrote."""
    root = Path(folder.root)
    broken = {name: why for name in _snapshots(folder) if (why := _why_broken(root, root / "snapshots" / name))}
    whole = [name for name in _snapshots(folder) if name not in broken]
    current, why = _current(root)
    if current is not None and not why:
        why = broken.get(current) or ("" if current in whole else "its folder is gone")
    if why:
        yield _fallback(folder, current, why, whole)
        current = whole[-1] if whole else ""
    for name, reason in broken.items():
        yield Finding("broken", f"Snapshot {name}: {reason}.", "Remove it.", partial(folder.remove, "snapshots", name))
    yield from _batches(folder, root)
    yield from _leftovers(folder, current or "", broken)
    owner = lease.holder(folder)
    if owner and not owner.get("released") and lease.alive(owner) is False:
        yield Finding(
            "leftover",
            f"The lock is of process {owner.get('pid')}, which is gone.",
            "Take it over; the next run would do so, too.",
        )


# ── snapshots ────────────────────────────────────────────────────────────────────────────────────────────────────
def _snapshots(folder: Folder) -> list[str]:
    """The snapshots that were finished."""
    return [name for name in folder.names("snapshots") if folder.exists("snapshots", name, MANIFEST)]


def _current(root: Path) -> tuple[str | None, str]:
    """The id of the snapshot that the manifest names, and what is wrong with the manifest."""
    path = root / MANIFEST
    if not path.exists():
        return None, "there is no manifest" if (root / "snapshots").is_dir() else ""
    try:
        return read_manifest(root, path).id, ""
    except StoreProblem as problem:
        if "newer headwater" in str(problem):
            raise
        return None, str(problem).rstrip(".")


def _why_broken(root: Path, snapshot: Path) -> str:
    """Why the tables of a snapshot are not what its manifest says; empty where they are."""
    try:
        manifest = read_manifest(root, snapshot / MANIFEST)
    except StoreProblem as problem:
        return str(problem).rstrip(".")
    for table in manifest.manifest["tables"]:
        rows = 0
        files = manifest.files(table)
        if not files:
            return f"the table {table} has no files"
        for file in files:
            count = _rows(file)
            if count is None:
                return f"{Path(file).relative_to(root)} is not a whole Parquet file"
            rows += count
        if rows != manifest.rows(table):
            return f"the table {table} has {rows:,} rows instead of {manifest.rows(table):,}"
    return ""


def _rows(file: str) -> int | None:
    """How many rows the footer of a Parquet file promises; None where it has none that can be read."""
    from pyarrow import ArrowException, parquet

    try:
        return int(parquet.read_metadata(file).num_rows)
    except (ArrowException, OSError):
        return None


def _fallback(folder: Folder, current: str | None, why: str, whole: list[str]) -> Finding:
    what = f"The current snapshot {current} cannot be used: {why}." if current else f"{why[:1].upper()}{why[1:]}."
    if not whole:
        return Finding(
            "broken",
            what,
            "No whole snapshot is left: remove the manifest; the next run makes a new one.",
            partial(folder.remove, MANIFEST),
        )

    def fall_back() -> None:
        manifest = json.loads(folder.read("snapshots", whole[-1], MANIFEST) or "{}")
        if not folder.exists(*str(manifest.get("answers") or "none").split("/")):
            manifest["answers"] = None  # nothing to use again
        text = json.dumps(manifest, indent=2) + "\n"
        folder.write(text, "snapshots", whole[-1], MANIFEST)
        folder.write(text, MANIFEST)

    return Finding("broken", what, f"Fall back to snapshot {whole[-1]}.", fall_back)


# ── what was read, and which files that was ──────────────────────────────────────────────────────────────────────
def _batches(folder: Folder, root: Path) -> Iterator[Finding]:
    """The ledger against the batches: a file is read when both have it."""
    batches = layout.whole_batches(folder, ADDS)
    planned = layout.planned_batches(folder)
    merged_plan = layout.number_of(planned[0]) if planned and layout.is_merged(planned[0]) else ""
    merged = layout.number_of(batches[0]) if batches and layout.is_merged(batches[0]) else ""
    for name in planned:
        files = _files_to_read(root / "taken" / name)
        if files is None:
            yield Finding(
                "broken",
                f"taken/{name} cannot be read.",
                "Remove it with its batch: its files are read again.",
                partial(_forget, folder, name),
            )
        elif files and name not in batches and layout.number_of(name) > merged and name != planned[-1]:
            yield Finding(
                "broken",
                f"The rows of batch {name} are gone; {files:,} files were read into it.",
                "Forget those files: the next run reads them again.",
                partial(_forget, folder, name),
            )
    for name in batches:
        bad = [file for file in sorted((root / "state" / ADDS / name).rglob("*.parquet")) if _rows(str(file)) is None]
        if bad:
            yield Finding(
                "broken",
                f"{bad[0].relative_to(root)} is not a whole Parquet file.",
                "Remove its batch, and forget its files: the next run reads them again.",
                partial(_forget, folder, name, layout.is_merged(name)),
            )
        elif layout.number_of(name) > merged_plan and layout.number_of(name) not in planned:
            yield Finding(
                "broken",
                f"The ledger does not know batch {name}: its files would be read twice.",
                "Remove it: the next run reads its files again.",
                partial(_forget, folder, name),
            )


def _forget(folder: Folder, batch: str, all_before: bool = False) -> None:
    """Remove a batch and what the ledger has of it; for a merged one, of everything in it."""
    number = layout.number_of(batch)
    for name in folder.names("taken"):
        if layout.number_of(name) == number or (all_before and name < number):
            folder.remove("taken", name)
    folder.remove("state", ADDS, batch)


def _files_to_read(taken: Path) -> int | None:
    """How many files of a planned batch were to be read; None where that cannot be told."""
    from pyarrow import ArrowException, parquet

    try:
        statuses = [
            status
            for file in sorted(taken.glob("*.parquet"))
            for status in parquet.read_table(file, columns=["status"]).column("status").to_pylist()
        ]
    except (ArrowException, OSError):
        return None
    return sum(status in TO_READ for status in statuses)


# ── what killed runs left behind ─────────────────────────────────────────────────────────────────────────────────
def _leftovers(folder: Folder, current: str, broken: Mapping[str, Any]) -> Iterator[Finding]:
    paths: list[tuple[str, ...]] = [("work",)] if folder.exists("work") else []
    paths += [("snapshots", name) for name in folder.names("snapshots") if name not in broken and name > current]
    paths += [
        ("snapshots", name)
        for name in folder.names("snapshots")
        if name <= current and not folder.exists("snapshots", name, MANIFEST)
    ]
    paths += [("answers", name) for name in folder.names("answers") if name != current]
    gone = set(layout.superseded_batches(folder, ADDS))
    unfinished = (name for name in folder.names("state", ADDS) if not folder.exists("state", ADDS, name, layout.WHOLE))
    paths += [("state", ADDS, name) for name in sorted(gone.union(unfinished))]
    plans = set(layout.superseded_plans(folder))
    plans.update(name for name in folder.names("taken") if not folder.exists("taken", name, layout.WHOLE))
    paths += [("taken", name) for name in sorted(plans)]
    for parts in paths:
        yield Finding(
            "leftover",
            f"{'/'.join(parts)} is left of a run that was killed.",
            "Remove it.",
            partial(folder.remove, *parts),
        )
