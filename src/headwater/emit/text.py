"""The table for people: a header for each statement, and a line for each edge.

Columns are padded with blanks and never cut, unless a width is given for a screen: the expression comes last, so
that only it has to give. What is not certain is marked at the start of the line: `!` where a reading was guessed at
or nobody described what the value goes through, so that it is seen without colours too.
"""

from __future__ import annotations

from collections.abc import Iterator

from headwater.answer import Analysis, Edge, Influence, OutputColumn, Statement
from headwater.base.levels import Level
from headwater.emit.styled_text import Line, Meaning, Piece, Relation, clean, crop, meaning_of, pad, plain, width

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
        Piece(statement.level.value, meaning_of(statement.level)),
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
    places = [place for dataset, place in statement.links if dataset == statement.target]
    if places:
        yield [Piece("  is  ", "faint"), Piece(", ".join(map(clean, places)))]


_Row = tuple[str, str, str, Level, str]


def _rows(statement: Statement, relation: Relation) -> Iterator[_Row]:
    """Target, source, type, level, expression, by target and in order."""
    decided: dict[tuple[str, int], list[Influence]] = {}
    if relation != "value":
        for one in statement.influence:
            ordinal = one.target.ordinal if one.target.ordinal is not None else -1
            decided.setdefault((one.target.dataset, ordinal), []).append(one)
    several = len(statement.plans) > 1
    if relation == "influence":
        yield from (_decides(statement, one, several) for ones in decided.values() for one in ones)
        return
    result: dict[tuple[str, int], list[Edge]] = {}
    for edge in statement.edges:
        result.setdefault((edge.target.dataset, edge.target.ordinal or 0), []).append(edge)
    known = {(dataset, column.ordinal): column for dataset, column in _columns(statement)}
    order = {plan.dataset.name: number for number, plan in enumerate(statement.plans)}
    for key in sorted({*result, *known, *decided}, key=lambda one: (order.get(one[0], -1), one)):
        dataset = key[0]
        for edge in result.get(key, ()):
            name = _name(edge.target.dataset, edge.target.column, several)
            yield name, clean(str(edge.source)), edge.type, edge.level, clean(edge.expr)
        if key in known and key not in result:
            yield _name(dataset, known[key].name, several), GENERATED, "", known[key].level, ""
        yield from (_decides(statement, one, several) for one in decided.get(key, ()))


def _columns(statement: Statement) -> Iterator[tuple[str, OutputColumn]]:
    """Every column that is written, with the dataset it belongs to: a multi-insert has several."""
    known = {(column.name, column.ordinal): column for column in statement.columns}
    for plan in statement.plans:
        for position, born in enumerate(plan.born):
            ordinal = born.col.ordinal if born.col.ordinal >= 0 else position
            yield plan.dataset.name, known[born.col.name, ordinal]


def _name(dataset: str, column: str | None, several: bool) -> str:
    return clean(f"{dataset}.{column}" if several else column or ROWS)


def _decides(statement: Statement, one: Influence, several: bool) -> _Row:
    place = statement.source.text[one.span.start : one.span.end]
    name = _name(one.target.dataset, one.target.column or ROWS, several)
    return name, clean(str(one.source)), f"by {one.type}", one.level, clean(place)


def _table(rows: list[_Row], screen: int | None) -> Iterator[Line]:
    cells = [(target, source, kind, level.value, expr) for target, source, kind, level, expr in rows]
    widths = [max(width(one) for one in column) for column in zip(HEADINGS, *cells, strict=True)]
    used = 2 + sum(widths[:4]) + 4 * len(_GAP)
    room = max(screen - used, _LEAST) if screen else None
    titles = "  " + _GAP.join(pad(title, size) for title, size in zip(HEADINGS, widths, strict=True))
    yield [Piece(titles.rstrip(), "faint")]
    for (_, source, kind, level, _), (target, *_rest, expr) in zip(rows, cells, strict=True):
        doubtful = level > Level.INFERRED or kind == "UNKNOWN"
        told: Meaning = "faint" if source == GENERATED else "plain"
        yield [
            Piece("! " if doubtful else "  ", "bad"),
            Piece(pad(target, widths[0]) + _GAP, "name"),
            Piece(pad(source, widths[1]) + _GAP, told),
            Piece(pad(kind, widths[2]) + _GAP, "bad" if kind == "UNKNOWN" else "plain"),
            Piece(pad(level.value, widths[3]) + _GAP, meaning_of(level)),
            Piece(crop(expr, room) if room else expr, "faint"),
        ]


def _tables(statement: Statement) -> Iterator[Line]:
    """A statement without edges to show still says what it reads and writes."""
    sources, targets = statement.tables
    if statement.level >= Level.TABLE:
        told = "only the tables could be read" if sources or targets else "nothing could be read"
        yield [Piece("! ", "bad"), Piece(told, "bad")]
    for word, names in (("reads", sources), ("writes", targets)):
        if names:
            yield [Piece(f"  {word}  ", "faint"), Piece(", ".join(map(clean, names)))]
