"""docs/proof.md: what was compared with the engines, from the figures that replays and fuzz runs leave.

The figures are data, one JSON file a run, in `tests/judges/proof/`: `python -m tests.judges.replay … --keep` and
`make fuzz` write them, and `make docs` writes the page from them. A run replaces its own file only, so the page may
show runs of several days; each row says its date.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from headwater.base.levels import Level, confidence_of, doubt_of

PROOF = Path(__file__).resolve().parents[1] / "tests" / "judges" / "proof"
NAMES = {
    "clickhouse": "ClickHouse",
    "duckdb": "DuckDB",
    "flink": "Flink",
    "googlesql": "GoogleSQL",
    "hive": "Hive",
    "spark": "Spark",
}
PRODUCTS = {"googlesql": "BigQuery"}
"""The product that is meant, where a language is that of several."""


def page() -> str:
    """The whole page."""
    jinja = Environment(loader=FileSystemLoader(Path(__file__).parent), undefined=StrictUndefined, autoescape=False)
    jinja.filters |= {"number": "{:,}".format, "share": share, "right": right}
    runs = [_counted(figures) for engine in NAMES if (figures := load(engine)) is not None]
    judged = [run for run in runs if run["claims"]]
    mutations = [{"name": NAMES[dialect], **row} for dialect, row in sorted((load("mutations") or {}).items())]
    generated = [{"name": NAMES[engine], **row} for engine, row in sorted((load("generated") or {}).items())]
    page = jinja.get_template("proof.md.j2").render(
        runs=runs, judged=judged, claims=_claims(judged), mutations=mutations, generated=generated
    )
    return page + "\n"


def load(name: str) -> dict[str, Any] | None:
    """The figures of that name, if there are any."""
    path = PROOF / f"{name}.json"
    if not path.exists():
        return None
    figures: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return figures


def share(part: int, whole: int) -> str:
    """A share in percent, rounded down: only all of it is 100%.

    >>> share(9_999, 10_000), share(3, 3), share(0, 0)
    ('99.99%', '100%', '')
    """
    if not whole:
        return ""
    return "100%" if part == whole else f"{10_000 * part // whole / 100:.2f}%"


def right(counted: tuple[int, int]) -> str:
    """How many edges are right: a share, and of how many.

    >>> right((3, 4)), right((0, 0))
    ('75.00% of 4', '')
    """
    return f"{share(*counted)} of {counted[1]:,}" if counted[1] else ""


def _counted(figures: dict[str, Any]) -> dict[str, Any]:
    """Figures with what the page adds up; a count that is missing is zero."""
    verdicts = Counter(figures["verdicts"])
    return {
        **figures,
        "name": NAMES[figures["engine"]],
        "verdicts": verdicts,
        "total": sum(verdicts.values()),
        "product": Counter(figures.get("product") or {}),
        "products": PRODUCTS.get(figures["engine"], ""),
        "compared": verdicts["agrees"] + verdicts["wrong"] + verdicts["marked"],
        "features": {name: Counter(row) for name, row in figures["features"].items()},
        "claims": {name: tuple(counted) for name, counted in figures["claims"].items()},
    }


def _claims(judged: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What edges claim, in the order of the levels, over all engines."""
    rows = []
    for name in sorted({name for run in judged for name in run["claims"]}, key=_order):
        level, _, candidates = name.partition(" ")
        doubt = int(candidates) if candidates else doubt_of(Level(level)) if level in list(Level) else None
        for run in judged:
            run["claims"].setdefault(name, (0, 0))
        counts = [run["claims"][name] for run in judged]
        rows.append(
            {
                "name": name,
                "right": sum(correct for correct, _ in counts),
                "total": sum(total for _, total in counts),
                "confidence": "" if doubt is None else f"{confidence_of(doubt):g}",
            }
        )
    return rows


def _order(claim: str) -> tuple[int, int]:
    level, _, candidates = claim.partition(" ")
    return (Level(level).rank if level in list(Level) else len(Level), int(candidates or 0))
