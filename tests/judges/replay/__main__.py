"""`python -m tests.judges.replay ENGINE FOLDER`: replay a suite, print the disagreements and the counts."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from tests.judges.replay import runner


def main() -> None:
    """Run and print."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("engine")
    ask.add_argument("suite", type=Path, help="a folder of test files, or a file of them")
    ask.add_argument("--sample", type=int, default=0, help="so many files of the suite")
    ask.add_argument("--seed", type=int, default=7)
    ask.add_argument("--only", default="", help="files whose name holds this")
    ask.add_argument("--show", default="wrong", help="verdicts to print: wrong,marked,unread,abstained,names")
    ask.add_argument("--out", type=Path, help="keep the results here, as JSON lines")
    given = ask.parse_args()
    out = runner.run(given.engine, given.suite, given.sample, given.seed, given.only, given.out)
    counts: Counter[str] = Counter()
    shown = set(given.show.split(","))
    for line in out.open(encoding="utf-8"):
        result = json.loads(line)
        if "begin" in result:
            continue
        verdict = result["verdict"]
        counts[verdict] += 1
        if result["names"] is not None:
            counts["names compared"] += 1
            counts["names differ"] += not result["names"]
        if verdict in ("agrees", "wrong", "marked"):
            counts["compared"] += 1
            counts["compared at EXACT"] += result["level"] == "EXACT"
        if verdict != "refused":
            counts["accepted"] += 1
            counts["read whole"] += result["whole"]
        if verdict in shown or ("names" in shown and result["names"] is False):
            print(
                f"\n## {result['id']}  {verdict} {result['level']} {' '.join(result['codes'])}\n{result['sql'][:1200]}"
            )
            for text in result["detail"]:
                print("   ", text[:600])
    print()
    for name, number in counts.most_common():
        print(f"{name:20} {number:7}")


if __name__ == "__main__":
    main()
