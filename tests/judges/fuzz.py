"""Generated statements before both judges, for as long as one likes.

    python -m tests.judges.fuzz --minutes 10 [--seed N] [--start K]

Prints the seed first. The first contradiction is printed with what reproduces it, and the exit code is 1.
With --all it goes on to the end, printing each. Where the plan judge abstains, running still judges what is
missing; abstentions are counted. With each query comes a statement that writes. At the end it says how many statements
held each form of the grammar.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter

import duckdb

import headwater
from tests.judges import duckdb_writes as writes
from tests.judges.compare import Answer, against_plan, against_reach, against_running, ask
from tests.judges.corpus import SCHEMA
from tests.judges.duckdb_plan import connect, value_lineage
from tests.judges.duckdb_reach import reach
from tests.judges.generate import FORMS, Generator, coverage
from tests.judges.perturb import Bench, Unfit
from tests.judges.values import Abstain, Source


def problem_of(
    sql: str, got: Answer, planner: duckdb.DuckDBPyConnection, bench: Bench, counts: Counter[str]
) -> str | None:
    """What is wrong with the answer, if anything; counts what could not be judged."""
    planned: frozenset[tuple[int, Source]]
    try:
        expected, reached = value_lineage(planner, sql), reach(planner, sql)
        counts["judged by the plan"] += 1
    except Abstain as abstain:
        counts[f"abstained: {str(abstain)[:80]}"] += 1
        if str(abstain).startswith("no plan"):
            return None  # the generator wrote something that DuckDB refuses
        planned = frozenset((i, s) for i, sources in enumerate(got.value) for s in sources)
    else:
        problem = against_plan(sql, expected, got) or against_reach(sql, reached, got)
        if problem:
            return problem
        planned = frozenset((i, s) for i, output in enumerate(expected) for s in output.sources)
    try:
        verdict = bench.judge(sql, got.value, got.influence, rounds=4)
    except Unfit as unfit:
        counts[f"unfit: {str(unfit)[:80]}"] += 1
        return None
    counts["judged by running"] += 1
    return against_running(sql, verdict, got, planned)


def problem_of_write(
    generator: Generator,
    number: int,
    planner: duckdb.DuckDBPyConnection,
    catalog: headwater.Catalog,
    counts: Counter[str],
) -> str | None:
    """What is wrong with the answer about a statement that writes, if anything."""
    write = writes.FORMS[number % len(writes.FORMS)](generator.writer(number))
    try:
        problem = writes.against_queries(write, planner, catalog)
    except Abstain as abstain:
        counts[f"abstained: {str(abstain)[:80]}"] += 1
        return None
    counts["writes, judged by the plans of their queries"] += 1
    return problem


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.judges.fuzz")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--start", type=int, default=0, help="the number of the first statement")
    parser.add_argument("--count", type=int, default=None, help="stop after so many statements")
    parser.add_argument("--all", action="store_true", help="go on after a contradiction")
    options = parser.parse_args(arguments)
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1_000_000)
    print(f"seed {seed}", flush=True)

    planner = connect(SCHEMA)
    bench = Bench(SCHEMA, seed)
    generator = Generator(bench.types, seed)
    catalog = headwater.Catalog.from_ddl(SCHEMA, dialect="duckdb")
    counts: Counter[str] = Counter()
    forms: Counter[str] = Counter()
    wrong = 0
    number = options.start
    end = time.monotonic() + options.minutes * 60
    while time.monotonic() < end and (options.count is None or number < options.start + options.count):
        sql = generator.statement(number)
        forms += coverage([sql])
        problem = problem_of(sql, ask(sql, catalog), planner, bench, counts)
        problem = problem or problem_of_write(generator, number, planner, catalog, counts)
        if problem:
            wrong += 1
            print(problem)
            again = f"--seed {seed} --start {number} --count 1"
            print(f"  again: python -m tests.judges.fuzz {again}", flush=True)
            if not options.all:
                break
        number += 1
    print(f"{number - options.start} statements, {wrong} contradictions")
    for reason, count in counts.most_common():
        print(f"{count:6} {reason}")
    print("statements with: " + ", ".join(f"{name} {forms[name]}" for name in FORMS if forms[name]))
    print("none with: " + (", ".join(name for name in FORMS if not forms[name]) or "nothing that could be generated"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
