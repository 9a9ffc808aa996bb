"""Facts about a large graph, from run to run: after an increment they are used again until much has changed.

    OUT/facts.json      the facts, of which snapshot they are, and how many edges were written since

Facts take several passes over the whole graph, so they would cost every batch of a large warehouse more than the batch
itself. A report that shows facts of an earlier snapshot says so.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from headwater.spark.folder import Folder
    from headwater.spark.pipeline import Outcome

EDGES = 200_000
"""Edges up to which facts are worked out every time: it takes some seconds."""
SHARE = 0.1
"""Share of the edges that may be written until the facts are worked out again."""
_FILE = "facts.json"


def usable(folder: Folder, outcome: Outcome) -> dict[str, Any] | None:
    """Facts of an earlier snapshot that are near enough, with `as_of`, its id; None where they must be worked out."""
    edges = int(outcome.manifest["tables"]["edges"]["rows"])
    kept = _read(folder)
    if outcome.counts is None or edges <= EDGES or kept is None:
        return None
    kept["written"] += outcome.counts.written.get("edges", 0)
    if kept["written"] > SHARE * edges:
        return None
    folder.write(json.dumps(kept) + "\n", _FILE)
    facts = kept["facts"]
    layers = {int(layer): count for layer, count in facts.get("layers", {}).items()}
    return {**facts, "layers": layers, "as_of": kept["snapshot"]}


def keep(folder: Folder, outcome: Outcome, facts: Any) -> None:
    """Keep the facts of a snapshot."""
    kept = {"snapshot": outcome.manifest["snapshot"], "written": 0, "facts": dict(facts)}
    folder.write(json.dumps(kept) + "\n", _FILE)


def _read(folder: Folder) -> dict[str, Any] | None:
    """What was kept; None where that is nothing, or nothing that can be read."""
    try:
        kept = json.loads(folder.read(_FILE) or "")
        return kept if {"snapshot", "written", "facts"} <= kept.keys() else None
    except (ValueError, AttributeError):
        return None
