"""Shows what Hive's compiler and headwater say of a script, side by side.

python -m tests.judges.hive "SELECT order_id FROM orders"   over the tables of tests/judges/hive/schema.sql
python -m tests.judges.hive -f script.sql                   the statements of a file, each by itself
python -m tests.judges.hive --check [-k joins]              every script of the corpus: where the two differ
python -m tests.judges.hive --freeze [--new]                ask the compiler everything (only what is new) and keep it
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import headwater
from tests.judges.hive import frozen
from tests.judges.hive.compare import asked, differences, listed
from tests.judges.hive.engine import Engine
from tests.judges.hive.scripts import SCHEMA, Script, scripts, statements


def show(texts: list[str]) -> None:
    catalog = headwater.Catalog.from_ddl(SCHEMA, dialect="hive")
    with Engine(SCHEMA) as engine:
        for text in texts:
            engine_answer = engine.script(text)
            print(f"\n== {text}\nHive", engine_answer.get("error", ""))
            for statement in engine_answer.get("statements", []):
                print(f"  {statement['kind']} {statement['target']} decided by {', '.join(statement['decides'])}")
                for name, how, sources in statement["columns"]:
                    print(f"    {name} <- {how} {None if sources is None else listed(set(sources))}")
            got, notes = asked(text, catalog)
            print("headwater")
            for one in got:
                print(f"  {one.kind} {one.target} decided by {listed(one.decides)}")
                for name, values, conditions in zip(one.names, one.values, one.conditions, strict=True):
                    print(f"    {name} <- {listed(values)}" + (f" under {listed(conditions)}" if conditions else ""))
            print("\n".join(f"  note {note}" for note in notes))


def freeze(only_new: bool) -> None:
    known = frozen.load()
    answers = []
    engine: Engine | None = None
    for script in scripts():
        answer = known.get(frozen.digest(script)) if only_new else None
        if answer is None:
            engine = engine or Engine(SCHEMA)
            answer = engine.script(script.sql)
            if "error" in answer:
                print(f"{script.name}: {answer['error']}", flush=True)
        answers.append((script, answer))
    if engine is not None:
        engine.__exit__(None, None, None)
    frozen.save(answers)
    print(f"{len(answers)} answers")


def check(part: str) -> None:
    catalog = headwater.Catalog.from_ddl(SCHEMA, dialect="hive")
    frozen_answers = frozen.load()
    count: Counter[str] = Counter()
    for script in scripts():
        if part in script.name:
            count[_checked(script, frozen_answers.get(frozen.digest(script), {}), catalog)] += 1
    print(dict(count))


def _checked(script: Script, answer: dict[str, object], catalog: headwater.Catalog) -> str:
    if "statements" not in answer:
        print(f"## {script.name}\n{script.sql}\n    {answer or 'not asked'}\n")
        return "no answer"
    lines = differences(answer, script.sql, catalog, script.losses)
    if lines:
        print("\n".join([f"## {script.name}", script.sql, *(f"    {line}" for line in lines), ""]))
        return "differ"
    return "named loss" if script.losses else "agree"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.judges.hive", description=__doc__)
    parser.add_argument("sql", nargs="?")
    parser.add_argument("-f", "--file", type=Path)
    parser.add_argument("-k", "--part", default="")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--freeze", action="store_true")
    parser.add_argument("--new", action="store_true")
    options = parser.parse_args()
    if options.freeze:
        freeze(options.new)
    elif options.check:
        check(options.part)
    elif options.file:
        show([f"{statement};" for statement in statements(options.file.read_text(encoding="utf-8"))])
    else:
        show([options.sql])


if __name__ == "__main__":
    main()
