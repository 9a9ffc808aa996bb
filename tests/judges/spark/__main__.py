"""Shows what Spark's analyzer and headwater say of a script, side by side.

python -m tests.judges.spark "SELECT order_id FROM orders"    over the tables of tests/judges/spark/schema.sql
python -m tests.judges.spark --check [--live]                 every script of the corpus: where the two differ
python -m tests.judges.spark --freeze                         ask the analyzer everything again and keep its answers
"""

from __future__ import annotations

import argparse

import headwater
from tests.judges.flink.__main__ import show_side
from tests.judges.spark import frozen
from tests.judges.spark.answers import asked, differences
from tests.judges.spark.engine import Engine
from tests.judges.spark.scripts import SCHEMA, scripts


def show(sql: str) -> None:
    with Engine(SCHEMA) as engine:
        engine_answer = engine.script(sql)
    print("analyzer")
    show_side(engine_answer.get("statements", []))
    for word in ("abstain", "error"):
        if word in engine_answer:
            print(f"  {word}: {engine_answer[word]}")
    catalog = headwater.Catalog.from_ddl(SCHEMA, dialect="spark")
    got, notes = asked(sql, catalog, engine_answer.get("tables", {}))
    print("headwater")
    show_side(got)
    for note in notes:
        print(f"  note {note}")
    if "statements" in engine_answer:
        print("\n".join(["differences", *differences(engine_answer, sql, catalog)]))


def freeze() -> None:
    with Engine(SCHEMA) as engine:
        answers = [(script, engine.script(script.sql)) for script in scripts()]
    frozen.save(answers)
    refused = [f"{script.name}: {told}" for script, told in answers if "statements" not in told]
    print(f"{len(answers)} answers", *refused, sep="\n")


def check(live: bool) -> None:
    catalog = headwater.Catalog.from_ddl(SCHEMA, dialect="spark")
    frozen_answers = {} if live else frozen.load()
    engine = Engine(SCHEMA) if live else None
    right, silent, wrong = 0, 0, []
    for script in scripts():
        engine_answer = engine.script(script.sql) if engine else frozen_answers.get(frozen.digest(script), {})
        if "abstain" in engine_answer:
            silent += 1
            continue
        lines = (
            differences(engine_answer, script.sql, catalog)
            if "statements" in engine_answer
            else [f"no answer: {engine_answer}"]
        )
        right += not lines
        if lines:
            wrong.append("\n".join([f"## {script.name}", script.sql, *(f"    {line}" for line in lines), ""]))
    if engine:
        engine.__exit__(None, None, None)
    print(f"# {right} agree, {len(wrong)} differ, {silent} abstentions\n", *wrong, sep="\n")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.judges.spark", description=__doc__)
    parser.add_argument("sql", nargs="?")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--live", action="store_true")
    parser.add_argument("--freeze", action="store_true")
    options = parser.parse_args()
    if options.freeze:
        freeze()
    elif options.check:
        check(options.live)
    else:
        show(options.sql)


if __name__ == "__main__":
    main()
