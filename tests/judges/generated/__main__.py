"""Generated statements before their engine.

    python -m tests.judges.generated duckdb --count 20000 [--seed N] [--start K] [--keep]

Prints what is wrong at EXACT with its number, which reproduces it together with the seed, then the counts. `--keep`
writes the figures into `tests/judges/proof/generated.json`.
"""

from __future__ import annotations

import argparse
import datetime
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.judges.generated.engines import bench
from tests.judges.replay.verdicts import Verdict

KEPT = Path(__file__).resolve().parents[1] / "proof" / "generated.json"
SHOWN = {Verdict.WRONG: "wrong", Verdict.MARKED: "marked"}


def run(name: str, seed: int, numbers: range, show: bool = True, also: str = "") -> tuple[dict[str, Any], list[str]]:
    """The figures of a run, and what is wrong at EXACT; `also` prints the outcomes of another verdict."""
    asked = bench(name)
    generator = asked.generator(seed)
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    wrong: list[str] = []
    try:
        for number in numbers:
            statement = generator.statement(number)
            outcome = asked.ask(statement)
            counts[outcome.verdict] += 1
            if outcome.verdict in (Verdict.AGREES, Verdict.WRONG, Verdict.MARKED):
                counts["exact"] += outcome.level == "EXACT"
            if outcome.verdict in (Verdict.REFUSED, Verdict.ABSTAINED) and outcome.lines:
                reasons[f"{outcome.verdict}: {outcome.lines[0][:110]}"] += 1
            text = "\n".join(
                [f"## {seed}/{number} {outcome.verdict} {outcome.level}", statement.sql, *outcome.lines, ""]
            )
            if outcome.verdict is Verdict.WRONG:
                wrong.append(text)
            if show and (outcome.verdict is Verdict.WRONG or also == outcome.verdict):
                print(text, flush=True)
    finally:
        asked.close()
    if show:
        for reason, count in reasons.most_common(25):
            print(f"{count:6} {reason}")
    total = sum(counts[verdict] for verdict in Verdict)
    figures = {
        "date": datetime.date.today().isoformat(),
        "seed": seed,
        "statements": total,
        "accepted": total - counts[Verdict.REFUSED],
        "abstained": counts[Verdict.ABSTAINED],
        "exact": counts["exact"],
        "wrong": counts[Verdict.WRONG],
        "marked": counts[Verdict.MARKED],
    }
    return figures, wrong


def keep(name: str, figures: dict[str, Any]) -> None:
    """Put the figures of a run in the place of those of the engine's last one."""
    known = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    known[name] = figures
    KEPT.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", "utf-8")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.judges.generated")
    parser.add_argument("engine")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--start", type=int, default=0, help="the number of the first statement")
    parser.add_argument("--also", default="", help="print the statements of this verdict, too: refused, marked …")
    parser.add_argument("--keep", action="store_true", help="write the figures")
    options = parser.parse_args(arguments)
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1_000_000)
    begun = time.monotonic()
    figures, wrong = run(options.engine, seed, range(options.start, options.start + options.count), also=options.also)
    print(f"{figures} in {time.monotonic() - begun:.0f} s")
    if options.keep:
        keep(options.engine, figures)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
