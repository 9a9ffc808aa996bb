"""`make chaos`: runs with something killed in the middle, by chance; the tables must be those of a clean run.

python -m tests.chaos                        50 cases, with a seed of today
python -m tests.chaos --seed 7 --runs 10     the first ten of a seed
python -m tests.chaos --seed 7 --case 3      one of them again
"""

from __future__ import annotations

import argparse
import random
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.chaos.cases import Case, draw
from tests.chaos.harness import Harness, Verdict


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description="Kill runs, and compare their tables.")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000), help="what is drawn by chance")
    parser.add_argument("--runs", type=int, default=50, help="how many kills there are at least")
    parser.add_argument("--case", type=int, action="append", help="only this case of the seed; may be repeated")
    parser.add_argument("--work", type=Path, help="a folder for inputs, outputs and logs, which stays")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    work = given.work or Path(tempfile.mkdtemp(prefix="headwater-chaos-"))
    harness = Harness(work.absolute())
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))  # and everything that was started ends
    began, failed, kills = time.monotonic(), 0, 0
    try:
        for case in _cases(given.seed, given.runs, given.case):
            verdict = harness.carry_out(case)
            kills += len(verdict.kills)
            failed += bool(verdict.wrong)
            _show(verdict, given.seed, time.monotonic() - began)
    finally:
        harness.close()
        if not given.work and not failed:
            shutil.rmtree(work, ignore_errors=True)
    print(f"{kills} kills in {time.monotonic() - began:.0f} s; {failed} cases with other tables than a clean run")
    if failed:
        print(f"Folders and logs: {work}")
    return 1 if failed else 0


def _cases(seed: int, kills: int, only: list[int] | None) -> list[Case]:
    if only:
        return [draw(seed, number) for number in only]
    cases: list[Case] = []
    while sum(len(case.kills) for case in cases) < kills:
        cases.append(draw(seed, len(cases) + 1))
    return cases


def _show(verdict: Verdict, seed: int, seconds: float) -> None:
    """One row of the table; for a case that failed, what is wrong, and how to repeat it."""
    case = verdict.case
    result = "DIFFERENT" if verdict.wrong else "equal"
    cells = (
        f"{case.number:>3}  {seconds:5.0f} s  {result:<9}",
        f"{case.mode:<11}  {case.where:<7}  {case.mixed_in() or '-':<36}",
        f"{'; then '.join(verdict.kills)}  ({verdict.runs} runs)",
    )
    print("  ".join(cells), flush=True)
    for line in verdict.wrong:
        print(f"       {line}", flush=True)
    if verdict.wrong:
        print(f"       again: make chaos ARGS='--seed {seed} --case {case.number}'", flush=True)


if __name__ == "__main__":
    sys.exit(main())
