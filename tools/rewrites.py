"""How much of some SQL the parser reads alone, how much headwater reads with its token rewrites, and what they cost.

    python tools/rewrites.py duckdb statements.jsonl.gz tests/sql/ [--sample 4000] [--seed 7]

Files are SQL scripts (`.sql`), or JSON lines with a field `sql` for each statement (`.jsonl`, also `.gz`; records whose
`expect` is not "ok" are skipped). Statements that differ only in digits count once. The figures of
`docs/decisions/0021-sqlglot-with-token-rewrites.md` are this tool's.
"""

from __future__ import annotations

import argparse
import gzip
import inspect
import json
import logging
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as SqlglotDialect
from sqlglot.errors import ErrorLevel, SqlglotError

import headwater
from headwater import dialects
from headwater.base import codes
from headwater.sql import grammar as sql_grammar
from headwater.sql import placeholders

UNREAD = (codes.SYNTAX, codes.TOKENS, codes.NO_TABLES, codes.NOT_A_STATEMENT, codes.STATEMENT_NOT_READ,
          codes.TABLES_ONLY, codes.UNREAD_SYNTAX, codes.INTERNAL, codes.TOO_LARGE, codes.TOO_DEEP)  # fmt: skip
"""A statement with one of these diagnostics is not read whole."""
SLIPS = (SqlglotError, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError)
Result = TypeVar("Result")


def statements(paths: list[Path], sample: int, seed: int) -> list[str]:
    """The statements of some files and folders, in random order, without those that differ only in digits."""
    texts = [text for path in paths for text in _texts(path)]
    random.Random(seed).shuffle(texts)
    seen: set[str] = set()
    kept: list[str] = []
    for text in texts:
        key = " ".join("".join("0" if char.isdigit() else char for char in text).split())[:300]
        if key not in seen and len(text) <= 20_000 and len(kept) < sample:
            seen.add(key)
            kept.append(text)
    return kept


def _texts(path: Path) -> Iterator[str]:
    if path.is_dir():
        for inside in sorted(path.rglob("*")):
            if inside.name.endswith((".sql", ".jsonl", ".jsonl.gz")):
                yield from _texts(inside)
    elif path.suffix == ".sql":
        yield from (part for part in path.read_text(encoding="utf-8").split(";\n") if part.strip())
    else:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
            for record in map(json.loads, lines):
                if record.get("expect", "ok") == "ok":
                    yield record["sql"]


def plain_grammar(dialect: dialects.Dialect) -> SqlglotDialect:
    """The parser's own dialect that headwater's grammar of a dialect is built on."""
    theirs: type[SqlglotDialect] = next(
        cls for cls in type(dialect.grammar).__mro__ if cls.__module__.startswith("sqlglot.")
    )
    return theirs()


def reads_alone(grammar: SqlglotDialect, text: str) -> bool:
    """Whether the parser makes trees of a statement, and no Command, which is text that it did not read."""
    try:
        trees = grammar.parse(text, error_level=ErrorLevel.IMMEDIATE)
    except SLIPS:
        return False
    return bool(trees) and not any(tree is None or isinstance(tree, exp.Command) for tree in trees)


def reads_whole(dialect: str, text: str) -> bool:
    """Whether headwater reads a statement without a diagnostic about what it did not read."""
    unread = {code.id for code in UNREAD}
    answer = headwater.analyze(text, dialect=dialect)
    return not any(diagnostic.code in unread for one in answer.statements for diagnostic in one.diagnostics)


class Clock:
    """CPU time by stage."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    def time(self, stage: str, work: Callable[[], Result]) -> Result:
        """The result of some work; its CPU time goes to a stage."""
        started = time.process_time_ns()
        result = work()
        self.seconds[stage] += time.process_time_ns() - started
        return result


def measure_stages(dialect: dialects.Dialect, texts: list[str]) -> Counter[str]:
    """The CPU time of tokenizing, rewriting and parsing the statements that the parser gets."""
    total: Counter[str] = Counter()
    syntax, grammar = dialect.syntax, dialect.grammar
    for text in texts:
        clock = Clock()
        try:
            tokens = clock.time("tokenize", lambda text=text: grammar.tokenize(text))  # type: ignore[misc]
            rewritten = clock.time("rewrite", lambda: sql_grammar.apply(syntax.statement, tokens))  # noqa: B023
            parser = grammar.parser(error_level=ErrorLevel.IMMEDIATE)
            trees = clock.time("parse", lambda: parser.parse(rewritten, text))  # noqa: B023
        except (*SLIPS, sql_grammar.Unreadable):
            continue
        if any(tree is None or isinstance(tree, exp.Command) for tree in trees):
            continue
        total.update(clock.seconds)
        texts_after = [token.text.rstrip(placeholders.MARK) for token in rewritten]  # hidden functions do not count
        total["changed"] += texts_after != [token.text for token in tokens]
        total["parsed"] += 1
    return total


def lines_of_code(dialect: dialects.Dialect) -> tuple[int, int]:
    """The lines of the modules that hold a dialect's token rewrites, and of the module that reads its statements."""
    rewrites = (*dialect.syntax.script, *dialect.syntax.statement)
    reader = Path(import_module(f"headwater.dialects.{dialect.name}.statements").__file__ or "")
    modules = {Path(inspect.getsourcefile(rewrite.rewrite) or "") for rewrite in rewrites} - {reader}
    return sum(map(_lines, modules)), _lines(reader)


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def main() -> None:
    """Print a row for a dialect."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("dialect")
    ask.add_argument("paths", nargs="+", type=Path)
    ask.add_argument("--sample", type=int, default=4000)
    ask.add_argument("--seed", type=int, default=7)
    args = ask.parse_args()
    logging.getLogger("sqlglot").disabled = True
    dialect = dialects.get(args.dialect)
    texts = statements(args.paths, args.sample, args.seed)
    if not texts:
        sys.exit("There are no statements in these files.")
    grammar = plain_grammar(dialect)
    alone = sum(reads_alone(grammar, text) for text in texts)
    whole = sum(reads_whole(args.dialect, text) for text in texts)
    stages = measure_stages(dialect, texts)
    count = len(dialect.syntax.script) + len(dialect.syntax.statement)
    rewriting, reading = lines_of_code(dialect)
    print(f"{dialect.name}: {count} token rewrites in {rewriting} lines, a reader in {reading} lines")
    print(f"  {len(texts)} statements: the parser alone makes trees of {alone / len(texts):.1%}")
    print(f"  headwater reads {whole / len(texts):.1%} whole")
    total = sum(stages[stage] for stage in ("tokenize", "rewrite", "parse")) or 1
    shares = ", ".join(f"{stage} {stages[stage] / total:.0%}" for stage in ("tokenize", "rewrite", "parse"))
    print(f"  CPU time of {stages['parsed']} parsed statements: {total / 1e9:.2f} s: {shares}")
    print(f"  {stages['changed'] / max(stages['parsed'], 1):.1%} of them were changed by a rewrite")


if __name__ == "__main__":
    main()
