"""Runs every golden case through `headwater.analyze` and compares the answer with what the file says.

The format is described in `goldenfile.py`. A failing case prints what is missing, what is too much and the
whole answer in the format of the file; `--bless` writes that answer into the file, for review in the diff.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

import headwater
from tests.golden import goldenfile
from tests.golden.goldenfile import Block, Case, Diag, Flow, Hop

CASES = goldenfile.parse_folder()
RUNS = [(case, dialect) for case in CASES for dialect in case.dialects]


def catalog_of(case: Case, dialect: str) -> headwater.Catalog | None:
    """The catalog that the case names, read as DDL of the case's dialect."""
    name = case.options.get("catalog", "shop")
    if name == "none":
        return None
    folder = goldenfile.HERE / "catalogs"
    paths = [folder / f"{name}.sql", folder / f"{name}.{dialect}.sql"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths if path.exists())
    assert text, f"no catalog {name} for {dialect}"
    return headwater.Catalog.from_ddl(text, dialect=dialect)


def word(value: Any) -> str:
    return str(getattr(value, "value", value))


def one_line(text: str) -> str:
    """Names and expressions come as they stand in the text; a golden line has no room for line breaks."""
    return " ".join(text.split())


def flows(statement: Any, expected: Block | None) -> Block:
    """The answer for one statement in the shape of an expectation.

    Ordinals are shown where the expectation addresses by them (without one: where a name occurs twice)."""
    if expected is None:
        names = [one_line(column.name) for column in statement.columns]
        numbered = {name for name in names if names.count(name) > 1}
    else:
        numbered = {
            flow.target for flow in expected.values | expected.influence if flow.ordinal is not None and flow.target
        }

    def flow(column: Any, ordinal: int | None, source: str, type: str, level: str) -> Flow:
        name = None if column is None else one_line(column)
        return Flow(name, ordinal if name in numbered else None, source, type, level)

    block = Block(target=statement.target)
    for column in statement.columns:
        if column.generated:
            block.values.add(flow(column.name, column.ordinal, "", "GENERATED", "EXACT"))
    for edge in statement.edges:
        target = edge.target
        block.values.add(flow(target.column, target.ordinal, str(edge.source), word(edge.type), word(edge.level)))
        block.exprs.append((one_line(target.column), one_line(edge.expr)))
    for edge in statement.influence:
        target = edge.target
        ordinal = None if target.column is None else target.ordinal
        block.influence.add(flow(target.column, ordinal, str(edge.source), word(edge.type), word(edge.level)))
    for step in statement.hops:
        ends = [f"{end.dataset}.{one_line(str(end.column))}" for end in (step.target, step.source)]
        block.hops.append(Hop(*ends, word(step.type), one_line(step.expr)))
    block.properties = {
        "level": word(statement.level),
        "kind": statement.kind,
        "columns": " ".join(goldenfile.quote(one_line(column.name)) for column in statement.columns),
        "sources": " ".join(statement.tables[0]),
    }
    return block


def diag_matches(expected: Diag, actual: Any) -> bool:
    if expected.place not in (None, f"{actual.line}:{actual.column}"):
        return False
    pattern = re.escape(expected.code).replace("x", r"\d")
    return expected.code == actual.severity or re.fullmatch(pattern, actual.code) is not None


def hop_matches(expected: Hop, actual: Hop) -> bool:
    same = (expected.target, expected.source, expected.type) == (actual.target, actual.source, actual.type)
    return same and expected.expr in ("", actual.expr)


def compare(expected: Block, got: Block, diagnostics: list[Any], influence: bool) -> list[str]:
    """The differences, as lines of the golden format behind a `-` (missing) or a `+` (too much)."""
    result: list[str] = []

    def lines(sign: str, block: Block) -> None:
        result.extend(f"  {sign} {line}" for line in goldenfile.render([block]))

    if expected.target is not None and expected.target != got.target:
        result.append(f"  - target {expected.target}\n  + target {got.target}")
    missed = {pair[0] for pair in expected.exprs if pair not in got.exprs}
    lines(
        "-",
        Block(
            values=expected.values - got.values,
            influence=expected.influence - got.influence if influence else set(),
            exprs=[pair for pair in expected.exprs if pair not in got.exprs],
            hops=[hop for hop in expected.hops if not any(hop_matches(hop, one) for one in got.hops)],
            diags=[diag for diag in expected.diags if not any(diag_matches(diag, one) for one in diagnostics)],
        ),
    )
    loud = [
        one
        for one in diagnostics
        if one.severity != "info" or any(diag.code in ("info", one.code) for diag in expected.diags)
    ]
    surplus = [one for one in loud if not any(diag_matches(diag, one) for diag in expected.diags)]
    lines(
        "+",
        Block(
            values=got.values - expected.values,
            influence=got.influence - expected.influence if influence else set(),
            exprs=list(dict.fromkeys(pair for pair in got.exprs if pair[0] in missed)),
            hops=[one for one in got.hops if expected.hops and not any(hop_matches(h, one) for h in expected.hops)],
            diags=[Diag(one.code, f"{one.line}:{one.column}") for one in surplus],
        ),
    )
    result.extend(f"      {one.severity}: {one.message}" for one in surplus)
    for key, value in expected.properties.items():
        if got.properties.get(key) != value:
            result.append(f"  - --= {key} {value}\n  + --= {key} {got.properties.get(key)}")
    return result


def answer(case: Case, dialect: str) -> list[tuple[Block | None, Block, list[Any], list[str]]]:
    """Per expected block: the expectation, the answer in its shape, its diagnostics, its output columns."""
    result = headwater.analyze(
        case.sql,
        dialect=dialect,
        catalog=catalog_of(case, dialect),
        database=case.options.get("default"),
    )
    answers: list[tuple[Block | None, Block, list[Any], list[str]]] = []
    for expected in case.blocks or [None]:
        index = len(result.statements) - 1 if expected is None or expected.index is None else expected.index
        if not result.statements and index < 0:
            nothing = Block(properties={"level": word(result.level)})
            answers.append((expected, nothing, list(result.diagnostics), []))
            continue
        assert index < len(result.statements), f"only {len(result.statements)} statements in {case.sql!r}"
        statement = result.statements[index]
        # Of a single statement everything said of the text is said of the statement.
        everywhere = [*statement.diagnostics, *(result.diagnostics if len(result.statements) == 1 else [])]
        diagnostics = list({(one.code, tuple(one.span)): one for one in everywhere}.values())
        got = flows(statement, expected)
        names = [one_line(column.name) for column in statement.columns]
        answers.append((expected, got, diagnostics, names))
    return answers


def bless(case: Case, dialect: str) -> None:
    """Writes the answer into the file, with the same kinds of lines that the case had."""
    blocks: list[Block] = []
    order: dict[int | None, list[str]] = {}
    for expected, got, diagnostics, names in answer(case, dialect):
        old = expected or Block()
        reported = [
            diagnostic
            for diagnostic in diagnostics
            if diagnostic.severity != "info" or any(diag_matches(d, diagnostic) for d in old.diags)
        ]
        explained = {name for name, _ in old.exprs}
        blocks.append(
            Block(
                index=old.index,
                target=got.target if old.target else None,
                values=got.values,
                influence=got.influence if case.checks_influence or expected is None else set(),
                diags=[Diag(diagnostic.code, f"{diagnostic.line}:{diagnostic.column}") for diagnostic in reported],
                exprs=list(dict.fromkeys(pair for pair in got.exprs if pair[0] in explained)),
                hops=list(dict.fromkeys(got.hops)) if old.hops else [],
                properties={key: got.properties[key] for key in old.properties if key in got.properties},
            )
        )
        order[old.index] = names
    goldenfile.rewrite(case, goldenfile.render(blocks, order))


@pytest.mark.parametrize(("case", "dialect"), RUNS, ids=[f"{case.name} @{dialect}" for case, dialect in RUNS])
def test_golden(case: Case, dialect: str, request: pytest.FixtureRequest) -> None:
    result: list[str] = []
    shown: list[Block] = []
    order: dict[int | None, list[str]] = {}
    for expected, got, diagnostics, names in answer(case, dialect):
        if expected is None:
            result.append("  the case expects nothing")
        else:
            result += compare(expected, got, diagnostics, case.checks_influence)
            got.index = expected.index
        order[got.index] = names
        shown.append(Block(got.index, got.target, got.values, got.influence))
    if result and request.config.getoption("--bless", default=False):
        bless(case, dialect)
        pytest.skip("blessed: " + case.name)
    if result:
        pytest.fail(
            f"{case.path}: {case.title} [{dialect}]\n\n{case.sql}\n\n"
            + "\n".join(result)
            + "\n\n  the whole answer:\n"
            + "\n".join("    " + line for line in goldenfile.render(shown, order)),
            pytrace=False,
        )


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 250


def test_every_case_expects_something() -> None:
    assert [case.name for case in CASES if not case.blocks] == []


def test_dialect_names() -> None:
    assert {dialect for _, dialect in RUNS} <= set(goldenfile.DIALECTS)


def test_rendering_is_the_inverse_of_parsing() -> None:
    """What `--bless` writes is read back as the same expectation."""
    for case in CASES:
        again: list[Block] = []
        for line in goldenfile.render(case.blocks):
            if line.startswith("--@"):
                tokens = line[3:].split()
                again.append(Block(int(tokens[0]), goldenfile.unquote(tokens[1]) if len(tokens) > 1 else None))
            else:
                if not again:
                    again.append(Block())
                goldenfile.parse_line(line, again[-1])
        assert again == case.blocks, case.name
