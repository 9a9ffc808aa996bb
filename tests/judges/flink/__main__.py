"""Shows what Flink's planner and headwater say of a script, side by side.

python -m tests.judges.flink "SELECT id FROM orders"    over the tables of tests/judges/flink/schema.sql
python -m tests.judges.flink -f script.sql [--schema schema.sql]
python -m tests.judges.flink --check [--live]           every script of the corpus: where the two differ
python -m tests.judges.flink --freeze                   ask the planner everything again and keep its answers
python -m tests.judges.flink --fuzz 500 [--seed 7]      random scripts: where the two differ
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

import headwater
from tests.judges.flink import frozen
from tests.judges.flink.answers import asked, differences, listed
from tests.judges.flink.engine import Engine
from tests.judges.flink.generate import Generator
from tests.judges.flink.scripts import SCHEMA, scripts


def show(sql: str, schema: str) -> None:
    with Engine(schema) as engine:
        engine_answer = engine.script(sql)
    print("planner")
    show_side(engine_answer.get("statements", []))
    for word in ("abstain", "error"):
        if word in engine_answer:
            print(f"  {word}: {engine_answer[word]}")
    catalog = headwater.Catalog.from_ddl(schema, dialect="flink")
    got, notes = asked(sql, catalog, engine_answer.get("tables", {}))
    print("headwater")
    show_side(got)
    for note in notes:
        print(f"  note {note}")
    if "statements" in engine_answer:
        print("\n".join(["differences", *differences(engine_answer, sql, catalog)]))


def show_side(statements: list[dict[str, Any]]) -> None:
    for statement in statements:
        print(f"  {statement['kind']} {statement['target']} {statement.get('level', '')}")
        for name, sources in statement["columns"]:
            print(f"    {name} <- {listed({tuple(leaf) for leaf in sources})}")


def freeze() -> None:
    answers, refused = [], []
    with Engine(SCHEMA) as engine:
        for script in scripts():
            engine_answer = engine.script(script.sql)
            answers.append((script, engine_answer))
            if "statements" not in engine_answer:
                refused.append(f"{script.name}: {engine_answer}")
    frozen.save(answers)
    print(f"{len(answers)} answers", *refused, sep="\n")


def check(live: bool) -> None:
    catalog = headwater.Catalog.from_ddl(SCHEMA, dialect="flink")
    frozen_answers = {} if live else frozen.load()
    right, wrong = 0, []
    engine = Engine(SCHEMA) if live else None
    for script in scripts():
        engine_answer = engine.script(script.sql) if engine else frozen_answers.get(frozen.digest(script), {})
        lines = (
            differences(engine_answer, script.sql, catalog)
            if "statements" in engine_answer
            else [f"no answer: {engine_answer}"]
        )
        if lines:
            wrong.append(
                "\n".join([f"## {script.name}", "```sql", script.sql, "```", *(f"    {x}" for x in lines), ""])
            )
        else:
            right += 1
    if engine:
        engine.__exit__(None, None, None)
    print(f"# {right} agree, {len(wrong)} differ\n")
    print("\n".join(wrong))


def fuzz(number: int, seed: int) -> None:
    """Random scripts, asked of both."""
    generator = Generator(seed)
    catalog = headwater.Catalog.from_ddl(SCHEMA, dialect="flink")
    counts: Counter[str] = Counter()
    with Engine(SCHEMA) as engine:
        for index in range(number):
            sql = generator.script(index)
            engine_answer = engine.script(sql)
            if "statements" not in engine_answer:
                reason = engine_answer.get("abstain") or engine_answer["error"].rpartition(" | ")[2]
                counts["abstained" if "abstain" in engine_answer else "refused"] += 1
                print(f"-- {index} {reason[:200]}\n{sql}" if "error" in engine_answer else f"-- {index} {reason[:200]}")
                continue
            lines = differences(engine_answer, sql, catalog)
            counts["differ" if lines else "agree"] += 1
            if lines:
                print("\n".join([f"## {index}", sql, *(f"    {x}" for x in lines), ""]))
    print(dict(counts))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.judges.flink", description=__doc__)
    parser.add_argument("sql", nargs="?")
    parser.add_argument("-f", "--file", type=Path)
    parser.add_argument("--schema", type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--live", action="store_true")
    parser.add_argument("--freeze", action="store_true")
    parser.add_argument("--fuzz", type=int, default=0)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    if options.fuzz:
        fuzz(options.fuzz, options.seed)
    elif options.freeze:
        freeze()
    elif options.check:
        check(options.live)
    else:
        schema = options.schema.read_text(encoding="utf-8") if options.schema else SCHEMA
        show(options.file.read_text(encoding="utf-8") if options.file else options.sql, schema)


if __name__ == "__main__":
    main()
