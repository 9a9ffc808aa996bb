"""The figures of a replay: what stands in `tests/judges/proof/ENGINE.json` and, made from it, in docs/proof.md."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import distributions, version
from pathlib import Path
from typing import Any

from tests.judges.flink.engine import VENV
from tests.judges.replay.features import features
from tests.judges.replay.verdicts import Verdict

PROOF = Path(__file__).resolve().parents[1] / "proof"
PACKAGES = {
    "clickhouse": "chdb",
    "duckdb": "duckdb",
    "flink": "apache-flink-libraries",
    "googlesql": "zetasql",
    "hive": "pyspark",
    "spark": "pyspark",
}
"""The package that brings an engine; Hive's jars are among Spark's."""

COMPARED = {Verdict.AGREES, Verdict.WRONG, Verdict.MARKED}


@dataclass
class Figures:
    """What a replay counted."""

    engine: str
    suite: str
    version: str = ""
    date: str = ""
    sample: int = 0
    seed: int = 0
    withheld: float = 0.0
    scripts: int = 0
    verdicts: dict[str, int] = field(default_factory=dict)
    accepted: int = 0
    """Statements that the engine took."""
    whole: int = 0
    """Those of them that headwater read without a rest."""
    product: dict[str, int] = field(default_factory=dict)
    """Where the engine's language is that of several products: statements that the one of the suite accepts, those of
    them that headwater read without a rest, and how they compare."""
    exact: int = 0
    """Compared answers that say EXACT."""
    names: tuple[int, int] = (0, 0)
    """Statements whose outputs have the engine's names, of those whose outputs were compared by position."""
    features: dict[str, dict[str, int]] = field(default_factory=dict)
    """Per feature: compared, agrees (at EXACT), wrong, marked, unread."""
    claims: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Edges of answers that lack a part of the schema, by level: how many of how many are right."""

    def write(self) -> Path:
        """Keep the figures for the page."""
        PROOF.mkdir(exist_ok=True)
        path = PROOF / f"{self.engine}.json"
        path.write_text(json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return path


def count(lines: Iterable[dict[str, Any]], figures: Figures) -> Figures:
    """Add up the results of a replay, the lines that `runner.run` wrote."""
    verdicts: Counter[str] = Counter()
    by_feature: dict[str, Counter[str]] = defaultdict(Counter)
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    product: Counter[str] = Counter()
    named = equal = 0
    for line in lines:
        if "begin" in line:
            figures.scripts += 1
            continue
        verdict = Verdict(line["verdict"])
        verdicts[verdict.value] += 1
        exact = line["level"] == "EXACT"
        if verdict is not Verdict.REFUSED:
            figures.accepted += 1
            figures.whole += line["whole"]
            if line.get("product"):
                product["accepted"] += 1
                product["whole"] += line["whole"]
                product[verdict.value] += 1
        figures.exact += exact and verdict in COMPARED
        named += line["names"] is not None
        equal += line["names"] is True
        if verdict in COMPARED or verdict is Verdict.UNREAD:
            for feature in features(line["sql"]):
                row = by_feature[feature]
                row["compared"] += verdict in COMPARED
                row["agrees" if exact and verdict is Verdict.AGREES else verdict.value] += (
                    verdict is not Verdict.AGREES or exact
                )
        for claim, (correct, made) in line.get("claims", {}).items():  # none where nothing was withheld
            right[claim] += correct
            total[claim] += made
    figures.verdicts = dict(sorted(verdicts.items()))
    figures.product = dict(sorted(product.items()))
    figures.names = (equal, named)
    figures.features = {name: dict(sorted(row.items())) for name, row in sorted(by_feature.items())}
    figures.claims = {claim: (right[claim], total[claim]) for claim in sorted(total)}
    figures.version = f"{PACKAGES[figures.engine]} {_version(figures.engine)}"
    figures.date = datetime.now(UTC).date().isoformat()
    return figures


def _version(engine: str) -> str:
    """The version of an engine's package; Flink has an environment of its own."""
    package = PACKAGES[engine]
    if engine != "flink":
        return version(package)
    places = [str(place) for place in VENV.glob("lib/python*/site-packages")]
    return next((found.version for found in distributions(name=package, path=places)), "")
