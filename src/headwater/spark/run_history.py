"""What happened in a folder: a small file for every run, written when it starts and again when it ends.

    OUT/runs/20240501T120000000000-3f2a91bc.json

A run that was killed has no end; whether it is still going on is told by the folder's lock. Needs no Spark for a folder
on this machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from headwater.spark.folder import Folder
from headwater.spark.lease import alive, holder

RUNS = "runs"
KEEP_RUNS = 1_000
"""Runs that are remembered."""
_COUNTED = ("statements", "datasets", "columns", "edges")
_MOST_ERROR = 500


@dataclass
class RunRecord:
    """A run that is going on. What it does not set is not known of it."""

    folder: Folder
    name: str
    fields: dict[str, Any]
    files: dict[str, int] = field(default_factory=dict)

    def took(self, files: Mapping[str, int]) -> None:
        """Count files that were found, by what happened to them."""
        for status, count in files.items():
            self.files[status] = self.files.get(status, 0) + count

    def made(self, manifest: Mapping[str, Any], before: Mapping[str, Any] | None) -> None:
        """Note the snapshot that came of it, and what it has more than the one before."""
        self.fields["snapshot"] = manifest["snapshot"]
        old = (before or {}).get("tables") or {}
        self.fields["new"] = {
            name: int(manifest["tables"][name]["rows"]) - int((old.get(name) or {}).get("rows", 0))
            for name in _COUNTED
            if name in manifest["tables"]
        }

    def end(self, status: str, error: str | None = None) -> None:
        """Write down how it ended. Looking for new files again and again leaves no trace where there are none."""
        if status == "unchanged" and self.fields["kind"] == "follow":
            self.folder.remove(RUNS, self.name)
            return
        ended = datetime.now(UTC).isoformat()
        self.fields |= {"ended": ended, "status": status, "error": error, "files": self.files or None}
        self.write()

    def write(self) -> None:
        """Write the record as it is now."""
        known = {name: value for name, value in self.fields.items() if value is not None}
        self.folder.write(json.dumps(known, indent=2) + "\n", RUNS, self.name)


@contextmanager
def recorded(folder: Folder, lease: str, kind: str, sources: Sequence[str]) -> Iterator[RunRecord]:
    """Write down that a run starts, and how it ends."""
    now = datetime.now(UTC)
    fields = {"started": now.isoformat(), "kind": kind, "sources": list(sources), "lease": lease}
    record = RunRecord(folder, f"{now:%Y%m%dT%H%M%S%f}-{lease[:8]}.json", fields)
    record.write()
    for name in folder.names(RUNS)[:-KEEP_RUNS]:
        folder.remove(RUNS, name)
    try:
        yield record
    except (KeyboardInterrupt, GeneratorExit):
        record.end("stopped")
        raise
    except BaseException as error:
        record.end("failed", " ".join(f"{type(error).__name__}: {error}".split())[:_MOST_ERROR])
        raise
    looked = kind in ("incremental", "follow")  # and may have found nothing
    record.end("unchanged" if looked and "snapshot" not in record.fields else "done")


@dataclass(frozen=True)
class PastRun:
    """A run as the history tells it. `status`: done, unchanged, failed, stopped, killed or running."""

    started: datetime
    ended: datetime | None
    kind: str
    status: str
    sources: tuple[str, ...] = ()
    snapshot: str | None = None
    error: str | None = None
    new: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[str, int] = field(default_factory=dict)

    @property
    def seconds(self) -> float | None:
        """How long it took; None where it has no end."""
        return (self.ended - self.started).total_seconds() if self.ended else None


def history(folder: Folder) -> list[PastRun]:
    """The runs of a folder, oldest first. A record that cannot be read is left out."""
    owner = holder(folder)
    runs = []
    for name in folder.names(RUNS):
        if name.startswith(".") or not name.endswith(".json"):
            continue
        try:
            data = json.loads(folder.read(RUNS, name) or "")
            runs.append(_past(data, owner))
        except (ValueError, KeyError, TypeError):
            continue
    return runs


def _past(data: dict[str, Any], owner: Mapping[str, Any]) -> PastRun:
    status = data.get("status")
    if status is None:
        going_on = owner.get("id") == data["lease"] and alive(owner) is not False
        status = "running" if going_on else "killed"
    return PastRun(
        datetime.fromisoformat(data["started"]),
        datetime.fromisoformat(data["ended"]) if "ended" in data else None,
        str(data["kind"]),
        str(status),
        tuple(data.get("sources") or ()),
        data.get("snapshot"),
        data.get("error"),
        data.get("new") or {},
        data.get("files") or {},
    )
