"""`python -m tests.judges.replay ENGINE FOLDER`: replay a suite, print the disagreements and the counts."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from tests.judges.replay import runner
from tests.judges.replay.figures import COMPARED, Figures, count


def main() -> None:
    """Run and print."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("engine")
    ask.add_argument("suite", type=Path, help="a folder of test files, or a file of them")
    ask.add_argument("--sample", type=int, default=0, help="so many files of the suite")
    ask.add_argument("--seed", type=int, default=7)
    ask.add_argument("--only", default="", help="files whose name holds this")
    ask.add_argument("--show", default="wrong", help="verdicts to print: wrong,marked,unread,abstained,names")
    ask.add_argument("--withhold", type=float, default=0.0, help="hide this share of the schema, to judge the levels")
    ask.add_argument("--out", type=Path, help="keep the results here, as JSON lines")
    ask.add_argument(
        "--called", default="", help="what docs/proof.md calls the suite; the name of the folder by default"
    )
    ask.add_argument("--keep", action="store_true", help="keep the figures for docs/proof.md; `make docs` writes it")
    given = ask.parse_args()
    out = runner.run(given.engine, given.suite, given.sample, given.seed, given.only, given.out, given.withhold)
    lines = [json.loads(line) for line in out.open(encoding="utf-8")]
    show(lines, set(given.show.split(",")))
    figures = Figures(
        given.engine, given.called or given.suite.name, sample=given.sample, seed=given.seed, withheld=given.withhold
    )
    summarize(count(lines, figures))
    if given.keep:
        print(figures.write())


def show(lines: list[dict[str, Any]], shown: set[str]) -> None:
    """Print the statements with one of these verdicts."""
    for line in lines:
        if "begin" in line:
            continue
        if line["verdict"] in shown or ("names" in shown and line["names"] is False):
            print(
                f"\n## {line['id']}  {line['verdict']} {line['level']} {' '.join(line['codes'])}\n{line['sql'][:1200]}"
            )
            for text in line["detail"]:
                print("   ", text[:600])


def summarize(figures: Figures) -> None:
    """Print the counts."""
    compared = sum(figures.verdicts.get(verdict, 0) for verdict in COMPARED)
    rows = [
        *figures.verdicts.items(),
        ("accepted", figures.accepted),
        ("read whole", figures.whole),
        ("compared", compared),
        ("compared at EXACT", figures.exact),
        ("names equal", figures.names[0]),
        ("names compared", figures.names[1]),
    ]
    rows += [(f"product: {name}", number) for name, number in figures.product.items()]
    print()
    for name, number in rows:
        print(f"{name:20} {number:7}")
    for claim, (right, total) in figures.claims.items():
        print(f"{claim:20} {right:7} of {total:7}  {right / total:.4f}")


if __name__ == "__main__":
    main()
