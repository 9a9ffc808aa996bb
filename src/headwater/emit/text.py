"""The table for people: a header for each statement, and a line for each edge.

Columns are padded with blanks and never cut, unless a width is given for a screen: the expression comes last, so
that only it has to give. What is not certain is marked at the start of the line: `!` where a reading was guessed at
or nobody described what the value goes through, so that it is seen without colours too.
"""

from __future__ import annotations

from collections.abc import Iterator

from headwater.answer import Analysis, Edge, Influence, OutputColumn, Statement
from headwater.base.levels import Level
from headwater.emit.styled_text import Line, Meaning, Piece, Relation, clean, crop, level_meaning, pad, plain, width

HEADINGS = ("target", "source", "type", "level", "expression")
GENERATED = "generated"
ROWS = "(rows)"
_GAP = "  "
_LEAST = 24


def render(*answers: Analysis, relation: Relation = "value") -> str:
    """The table as plain text, whatever the width of it."""
    return plain(line for answer in answers for line in lines(answer, relation))


def lines(answer: Analysis, relation: Relation = "value", screen: int | None = None) -> Iterator[Line]:
    """The lines of one answer; on a `screen` of so many cells expressions are cut to fit."""
    for statement in answer.statements:
        yield from _statement(statement, relation, screen)


def header(statement: Statement) -> Line:
    """`#2 INSERT x  EXACT  file.sql:3`."""
    line, _ = statement.source.position(statement.span.start)
    target = f" {clean(statement.target)}" if statement.target else ""
    name = clean(statement.source.name or "<sql>")
    return [
        Piece(f"#{statement.index + 1} {statement.kind}{target}", "head"),
        Piece(_GAP),
        Piece(statement.level.value, level_meaning(statement.level)),
        Piece(f"{_GAP}{name}:{line}", "faint"),
    ]


def _statement(statement: Statement, relation: Relation, screen: int | None) -> Iterator[Line]:
    yield header(statement)
    rows = list(_rows(statement, relation))
    if rows:
        yield from _table(rows, screen)
    else:
        yield from _tables(statement)
    if statement.kind.startswith(("CREATE", "ALTER")):
        yield from _links(statement)
    yield []


def _links(statement: Statement) -> Iterator[Line]:
    """What the dataset is elsewhere: a topic, a path, a table of another database."""
    addresses = [address for dataset, address in statement.links if dataset == statement.target]
    if addresses:
        yield [Piece("  is  ", "faint"), Piece(", ".join(map(clean, addresses)))]


_Row = tuple[str, str, str, Level, str]


def _rows(statement: Statement, relation: Relation) -> Iterator[_Row]:
    """Target, source, type, level, expression, by target and in order."""
    decided: dict[tuple[str, int], list[Influence]] = {}
    if relation != "value":
        for influence in statement.influence:
            ordinal = influence.target.ordinal if influence.target.ordinal is not None else -1
            decided.setdefault((influence.target.dataset, ordinal), []).append(influence)
    several = len(statement.plans) > 1
    if relation == "influence":
        yield from (
            _decides(statement, influence, several) for influences in decided.values() for influence in influences
        )
        return
    edges_by_key: dict[tuple[str, int], list[Edge]] = {}
    for edge in statement.edges:
        edges_by_key.setdefault((edge.target.dataset, edge.target.ordinal or 0), []).append(edge)
    known = {(dataset, column.ordinal): column for dataset, column in _columns(statement)}
    order = {plan.dataset.name: number for number, plan in enumerate(statement.plans)}
    for key in sorted(
        {*edges_by_key, *known, *decided}, key=lambda influence: (order.get(influence[0], -1), influence)
    ):
        dataset = key[0]
        for edge in edges_by_key.get(key, ()):
            name = _name(edge.target.dataset, edge.target.column, several)
            yield name, clean(str(edge.source)), edge.type, edge.level, clean(edge.expr)
        if key in known and key not in edges_by_key:
            yield _name(dataset, known[key].name, several), GENERATED, "", known[key].level, ""
        yield from (_decides(statement, influence, several) for influence in decided.get(key, ()))


def _columns(statement: Statement) -> Iterator[tuple[str, OutputColumn]]:
    """Every column that is written, with the dataset it belongs to: a multi-insert has several."""
    known = {(column.name, column.ordinal): column for column in statement.columns}
    for plan in statement.plans:
        for position, born in enumerate(plan.born):
            ordinal = born.col.ordinal if born.col.ordinal >= 0 else position
            yield plan.dataset.name, known[born.col.name, ordinal]


def _name(dataset: str, column: str | None, several: bool) -> str:
    return clean(f"{dataset}.{column}" if several else column or ROWS)


def _decides(statement: Statement, influence: Influence, several: bool) -> _Row:
    text = statement.source.text[influence.span.start : influence.span.end]
    name = _name(influence.target.dataset, influence.target.column or ROWS, several)
    return name, clean(str(influence.source)), f"by {influence.type}", influence.level, clean(text)


def _table(rows: list[_Row], screen: int | None) -> Iterator[Line]:
    cells = [(target, source, kind, level.value, expr) for target, source, kind, level, expr in rows]
    widths = [max(width(cell) for cell in column) for column in zip(HEADINGS, *cells, strict=True)]
    used = 2 + sum(widths[:4]) + 4 * len(_GAP)
    expression_width = max(screen - used, _LEAST) if screen else None
    titles = "  " + _GAP.join(pad(title, size) for title, size in zip(HEADINGS, widths, strict=True))
    yield [Piece(titles.rstrip(), "faint")]
    for (_, source, kind, level, _), (target, *_, expr) in zip(rows, cells, strict=True):
        doubtful = level > Level.INFERRED or kind == "UNKNOWN"
        meaning: Meaning = "faint" if source == GENERATED else "plain"
        yield [
            Piece("! " if doubtful else "  ", "bad"),
            Piece(pad(target, widths[0]) + _GAP, "name"),
            Piece(pad(source, widths[1]) + _GAP, meaning),
            Piece(pad(kind, widths[2]) + _GAP, "bad" if kind == "UNKNOWN" else "plain"),
            Piece(pad(level.value, widths[3]) + _GAP, level_meaning(level)),
            Piece(crop(expr, expression_width) if expression_width else expr, "faint"),
        ]


def _tables(statement: Statement) -> Iterator[Line]:
    """A statement without edges to show still says what it reads and writes."""
    sources, targets = statement.tables
    if statement.level >= Level.TABLE:
        message = "only tables are known" if sources or targets else "nothing is known"
        yield [Piece("! ", "bad"), Piece(message, "bad")]
    for verb, names in (("reads", sources), ("writes", targets)):
        if names:
            yield [Piece(f"  {verb}  ", "faint"), Piece(", ".join(map(clean, names)))]
