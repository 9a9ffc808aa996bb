"""Shows what ZetaSQL and headwater say of a script, side by side.

python -m tests.judges.googlesql "SELECT id FROM orders"    over the tables of tests/judges/googlesql/schema.sql
python -m tests.judges.googlesql --check [--live]           every script of the corpus: where the two differ
python -m tests.judges.googlesql --freeze                   ask ZetaSQL everything again and keep its answers
"""

from __future__ import annotations

import argparse
from typing import Any

import headwater
from tests.judges.googlesql import frozen
from tests.judges.googlesql.answers import asked, differences, listed
from tests.judges.googlesql.engine import Engine
from tests.judges.googlesql.scripts import SCHEMA, scripts


def tables() -> headwater.Catalog:
    return headwater.Catalog.from_ddl(SCHEMA, dialect="googlesql")


def show(sql: str) -> None:
    engine_answer, _ = Engine(SCHEMA).ask(sql)
    print("ZetaSQL")
    show_side(engine_answer.get("statements", []))
    for word in ("abstain", "error"):
        if word in engine_answer:
            print(f"  {word}: {engine_answer[word]}")
    analysis = headwater.analyze(sql, dialect="googlesql", catalog=tables())
    got, notes = asked(analysis, engine_answer.get("tables", {}))
    print("headwater")
    show_side(got)
    for note in notes:
        print(f"  note {note}")
    if "statements" in engine_answer:
        print("\n".join(["differences", *differences(engine_answer, analysis)]))


def show_side(statements: list[dict[str, Any]]) -> None:
    for statement in statements:
        print(f"  {statement['kind']} {statement['target']} {statement.get('level', '')}")
        for name, sources in statement["columns"]:
            print(f"    {name} <- {listed({tuple(leaf) for leaf in sources})}")


def freeze() -> None:
    engine = Engine(SCHEMA)
    answers = [(script, *engine.ask(script.sql)) for script in scripts()]
    frozen.save(answers)
    print(f"{len(answers)} answers")
    for script, told, _ in answers:
        if "statements" not in told:
            print(f"{script.name}: {told}")


def check(live: bool) -> None:
    engine = Engine(SCHEMA) if live else None
    frozen_answers = {} if live else frozen.load()
    catalog = tables()
    counts = {"agree": 0, "differ": 0, "abstain": 0}
    for script in scripts():
        engine_answer = engine.ask(script.sql)[0] if engine else frozen_answers.get(frozen.digest(script), {})
        if "statements" not in engine_answer:
            counts["abstain"] += 1
            print(f"{script.name}: {engine_answer or 'never asked'}")
            continue
        lines = differences(engine_answer, headwater.analyze(script.sql, dialect="googlesql", catalog=catalog))
        counts["differ" if lines else "agree"] += 1
        if lines:
            print("\n".join([f"## {script.name}", script.sql, *(f"    {line}" for line in lines), ""]))
    print(", ".join(f"{number} {word}" for word, number in counts.items()))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.judges.googlesql", description=__doc__)
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
