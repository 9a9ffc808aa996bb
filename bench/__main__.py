"""`python -m bench [names…] [--quick] [--write]`: runs benches, prints Markdown, writes docs/bench.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from bench import growth, memory, page, store, thousand, tpcds
from bench.measure import Section, machine

BENCHES: dict[str, Callable[[bool], Section]] = {
    "tpcds": tpcds.run,
    "growth": growth.run,
    "thousand": thousand.run,
    "memory": memory.run,
    "store": store.run,
    "page": page.run,
}
PAGE = Path(__file__).resolve().parent.parent / "docs" / "bench.md"

INTRO = """# Bench

Repeat the measurements with `make bench` (`make bench ARGS="growth tpcds"` for some parts); `make bench ARGS=--write`
updates this page. Times are CPU time of one process, the best of several interleaved rounds. Absolute
figures depend on the machine below; ratios and exponents do not. The TPC-DS queries come from
sqlglot's source distribution, which pip downloads into `.cache/bench` on the first run."""


EDITIONS = """## Two editions

The rewrite of the code into a package per dialect was not to cost speed. TPC-DS on one machine, one after the
other, twice: headwater, folded edges, took 2.87 and 2.84 times the parse alone in the first edition (commit
fd8e986), 2.85 and 2.89 times at the end of the second (92886aa), and 3.05 and 3.00 times after the work on certainty
and unread syntax (8aa4a65). To repeat it, run `python -m bench tpcds --quick` in a worktree of each."""


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Benches of headwater.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which benches: {', '.join(BENCHES)} (default: all)")
    parser.add_argument("--quick", action="store_true", help="smaller sizes and fewer rounds; rougher figures")
    parser.add_argument("--write", action="store_true", help="write docs/bench.md too (all benches, full size)")
    args = parser.parse_args(argv)
    unknown = [name for name in args.names if name not in BENCHES]
    if unknown:
        parser.error(f"no bench named {', '.join(unknown)}; there are {', '.join(BENCHES)}")
    if args.write and (args.names or args.quick):
        parser.error("--write records all benches at full size; give it no names and no --quick")

    parts = [INTRO, "\n".join(f"- {fact}" for fact in machine())]
    print("\n\n".join(parts), flush=True)
    for name in args.names or BENCHES:
        parts.append(BENCHES[name](args.quick).markdown())
        print(f"\n{parts[-1]}", flush=True)
    if args.write:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text("\n\n".join([*parts, EDITIONS]) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
