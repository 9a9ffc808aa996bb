"""Templates: the statements of a log, with holes where literals stand, and the lineage that each is known to have.

Template k is a pure function of (seed, k). The first ones create the first tables of every dialect. After these comes a
block for each further table: one template creates it, one fills it, one may change an earlier table (it runs once), and
the rest are what chance gives: see `_KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from headwater_synth.literals import HOLE, Maker, makers
from headwater_synth.query import DIRECT, KINDS, Author, Col, Edges, Query, Scope, listed
from headwater_synth.randomness import MASK, Dice, mix
from headwater_synth.warehouse import Column, Table, Warehouse

CREATES, FILLS, CHANGES = 0, 1, 2
"""The slots of a block."""
RESULT = "result"


@dataclass(frozen=True, slots=True)
class Known:
    """What one statement of a template is known to do. Edges are (source, target column, type), as they are printed."""

    kind: str
    target: str | None
    sources: tuple[str, ...]
    edges: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Template:
    """A text with holes, and what is known of it."""

    index: int
    dialect: str
    database: str | None
    kind: str
    job: str | None
    once: bool
    parts: tuple[str, ...]
    holes: tuple[tuple[int, Maker], ...]
    statements: tuple[Known, ...]

    def text(self, chance: int) -> str:
        """The text with literals drawn from a number."""
        if not self.holes:
            return self.parts[0]
        parts = list(self.parts)
        for position, maker in self.holes:
            chance = (chance * 6364136223846793005 + 1442695040888963407) & MASK  # `step`, without the call
            parts[position] = maker(chance)
        return "".join(parts)


_Statements = tuple[str, list[Known]]


class Templates:
    """All templates of a seed; those made are kept, up to a number."""

    def __init__(self, warehouse: Warehouse, keep: int = 100_000) -> None:
        self.warehouse = warehouse
        self._keep = keep
        self._made: dict[int, Template] = {}
        self._makers = {sql.name: makers(sql) for sql in warehouse.sql}

    def get(self, index: int) -> Template:
        """A template by its number."""
        template = self._made.get(index)
        if template is None:
            if len(self._made) >= self._keep:
                self._made.clear()
            template = self._made[index] = self._make(index)
        return template

    def _make(self, index: int) -> Template:
        warehouse = self.warehouse
        seed = warehouse.seed
        block, slot = warehouse.block_slot(index)
        dice = Dice(seed, 6, index)
        job = None
        once = False
        if slot in (CREATES, FILLS):
            table = warehouse.table(block)
            turn = block % len(warehouse.sql)
            database = table.database if dice.random() < 0.4 else None
            author = Author(warehouse, turn, block, index, dice, database, table.layer)
            kind, write = ("create", _create) if slot == CREATES else ("load", _fill)
            text, known = write(author, table)
            job = f"{kind}_{table.name}" if slot == FILLS or table.how != "table" else None
        elif slot == CHANGES and warehouse.gains(block):
            table = warehouse.table(warehouse.changed(block))
            turn = table.index % len(warehouse.sql)
            database = table.database if dice.random() < 0.4 else None
            author = Author(warehouse, turn, block, index, dice, database)
            kind, once = "change", True
            text, known = _change(author, table, index)
        else:
            turn = mix(seed, 7, index) % len(warehouse.sql)
            author = Author(warehouse, turn, block, index, dice, None)
            kind, text, known = _random_statement(author)
            database = author.database
            if kind != "select":
                job = f"{kind}_{(known[-1].target or '').rpartition('.')[2]}"
        pieces = HOLE.split(text)
        find = self._makers[author.sql.name]
        holes = tuple([(position, find(pieces[position])) for position in range(1, len(pieces), 2)])
        return Template(index, author.sql.name, database, kind, job, once, tuple(pieces), holes, tuple(known))


# ── what a statement is known to do ──────────────────────────────────────────────────────────────────────────────
def _known(author: Author, kind: str, target: str | None, columns: list[tuple[str, Edges]]) -> Known:
    """What a statement does, with what was read since the last statement."""
    edges = tuple(
        [(source, name, KINDS[strength]) for name, some in columns for source, strength in some],
    )
    sources = tuple(sorted(author.reads))
    author.reads = {}
    return Known(kind, target, sources, tuple(sorted(set(edges))))


def _outs(query: Query) -> list[tuple[str, Edges]]:
    return [(out.name, out.edges) for out in query.outs]


# ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────────
def _create(author: Author, table: Table) -> _Statements:
    sql = author.sql
    if table.query is None or table.how == "table":
        return _declare(author, table, table.columns), [Known("CREATE_TABLE", table.full, (), ())]
    # the query was written when the table was made up, by an author who names databases
    pattern, kind = (sql.ctas, "CREATE_TABLE") if table.how == "ctas" else (sql.view, "CREATE_VIEW")
    columns = [(out.name, out.edges) for out in table.query.outs]
    author.reads = dict.fromkeys(table.reads)
    return pattern.format(author.named(table), table.query.text), [_known(author, kind, table.full, columns)]


def _declare(author: Author, table: Table, columns: tuple[Column, ...], pattern: str = "") -> str:
    sql = author.sql
    last = len(columns) - 1 if table.partitioned and sql.name == "hive" else len(columns)
    lines = [f"{author.quoted(name)} {sql.type_text(letter, name)}" for name, letter in columns[:last]]
    tail = table.tail
    if "{0}" in tail or "{1}" in tail:
        tail = tail.replace("{0}", author.quoted(columns[0].name)).replace("{1}", table.name)
    return (pattern or sql.create).format(author.named(table), ",\n  ".join(lines), tail)


def _change(author: Author, table: Table, index: int) -> _Statements:
    """A column more: by ALTER, or by dropping the table and making it anew."""
    sql = author.sql
    column = next(column for when, column in table.gains if when == index)
    if author.dice.random() < 0.75:
        text = sql.add_column.format(
            author.named(table), author.quoted(column.name), sql.type_text(column.type, column.name)
        )
        return text, [Known("ALTER_TABLE", table.full, (), ())]
    create = _declare(author, table, tuple(table.columns_at(index + 1)), sql.create.replace("IF NOT EXISTS ", ""))
    text = f"DROP TABLE IF EXISTS {author.named(table)};\n{create}"
    return text, [Known("DROP_TABLE", table.full, (), ()), Known("CREATE_TABLE", table.full, (), ())]


def _fill(author: Author, table: Table) -> _Statements:
    """What fills a table of its own: rows, or its query; a view or CTAS is read instead."""
    if table.how != "table":
        cols = author.stored(table, bare=True)
        query = author.grouped(cols)
        author.reads[table.full] = None
        return _limited(author, query), [_known(author, "SELECT", RESULT, _outs(query))]
    if table.query is None:
        return _rows(author, table)
    sql = author.sql
    author.reads = dict.fromkeys(table.reads)
    into, names = _into(author, table, [column.name for column in table.columns])
    columns = list(zip(names, [out.edges for out in table.query.outs], strict=False))
    known = _known(author, "INSERT", table.full, columns)
    if sql.with_first and table.query.ctes:
        return f"{table.query.ctes}\n{into}\n{table.query.body}", [known]
    return f"{into}\n{table.query.text}", [known]


def _into(author: Author, table: Table, names: list[str]) -> tuple[str, list[str]]:
    """INSERT INTO t (…): with a list of columns where some are left out, with a partition where there is one."""
    sql = author.sql
    now = [column.name for column in table.columns_at(author.template)]
    if table.partitioned and names and names[-1] == "dt":
        names = names[:-1]
        if [*names, "dt"] == now and table.settled(author.template):
            return sql.overwrite.format(author.named(table), " PARTITION (dt = {d})"), names
    if names == now and table.settled(author.template):
        pattern = sql.overwrite if sql.overwrite and author.dice.random() < 0.6 else sql.insert
        return pattern.format(author.named(table), ""), names
    return sql.insert.format(author.named(table), f" ({', '.join(map(author.quoted, names))})"), names


def _rows(author: Author, table: Table) -> _Statements:
    columns = [column for column in table.columns_at(author.template) if column.type not in "SAI"]
    names = ", ".join(author.quoted(column.name) for column in columns)
    letters = "".join(column.type for column in columns)
    text = author.sql.insert.format(author.named(table), f" ({names})") + f" VALUES {{v_{letters}}}"
    return text, [_known(author, "INSERT", table.full, [])]


# ── the rest ─────────────────────────────────────────────────────────────────────────────────────────────────────
def _limited(author: Author, query: Query) -> str:
    dice = author.dice
    text = query.text
    chance = dice.random()
    if chance < 0.25 and "UNION" not in query.body:
        simple = [out for out in query.outs if out.type not in "SAI"]
        if simple:
            text += f"\nORDER BY {author.quoted(dice.pick(simple).name)}{' DESC' if chance < 0.12 else ''}\nLIMIT {{i}}"
    elif chance < 0.4:
        text += "\nLIMIT {i}"
    return text


def _select(author: Author) -> _Statements:
    query = author.query()
    return _limited(author, query), [_known(author, "SELECT", RESULT, _outs(query))]


def _writable(author: Author) -> Table:
    """A declared table that may be written."""
    table = author.table(
        lambda candidate: candidate.how == "table" and any(column.type == "k" for column in candidate.columns)
    )
    if table.how != "table":
        table = author.warehouse.dialect_table(author.turn, author.dice.below(4))
    if author.dice.random() < 0.3:
        author.database = table.database
    return table


def _insert(author: Author) -> _Statements:
    """Into a declared table: for each of its columns a value of its type."""
    table = _writable(author)
    cols = author.relation(0)
    columns = [
        column for column in table.columns_at(author.template) if not (table.partitioned and column.name == "dt")
    ]
    values: list[tuple[str, Col]] = []
    for column in columns:
        value = author.typed(column.type, cols)
        if value is not None and (column.type != "S" or value.name == column.name):
            values.append((column.name, value))
    names = [name for name, _ in values] + (["dt"] if table.partitioned else [])
    into, named = _into(author, table, names)
    text = f"{into}\nSELECT{listed([value.ref for _, value in values])}\nFROM {cols.text}{author.where(cols)}"
    edges = [(name, value.edges) for name, (_, value) in zip(named, values, strict=True)]
    return text, [_known(author, "INSERT", table.full, edges)]


def _values(author: Author) -> _Statements:
    return _rows(author, _writable(author))


def _settable(author: Author, table: Table) -> list[Column]:
    candidates = [
        column for column in table.columns_at(author.template) if column.type in "iasdt" and column.name != "dt"
    ]
    return author.dice.some(candidates, author.dice.between(1, 3))


def _merge(author: Author) -> _Statements:
    sql = author.sql
    if not sql.merge:
        return _insert(author)
    table = _writable(author)
    keys = [column for column in table.columns_at(author.template) if column.type == "k"]
    cols = author.relation(0)
    columns = _settable(author, table)
    if not keys or "k" not in cols.by or not columns:
        author.reads = {}
        return _insert(author)
    key = cols.by["k"][0]
    items = [f"{key.ref} AS s_key"]
    assigned: list[tuple[str, str, Edges]] = []
    for number, column in enumerate(columns):
        value = author.typed(column.type, cols)
        assert value is not None
        items.append(f"{value.ref} AS s_{number}")
        assigned.append((column.name, f"s_{number}", value.edges))
    source = f"SELECT{listed(items)}\nFROM {cols.text}{author.where(cols)}"
    sets = ", ".join(f"{author.quoted(name)} = src.{value}" for name, value, _ in assigned)
    target = author.quoted(keys[0].name)
    names = ", ".join([target, *(author.quoted(name) for name, _, _ in assigned)])
    values = ", ".join(["src.s_key", *(f"src.{value}" for _, value, _ in assigned)])
    text = sql.merge.format(author.named(table), source, target, "s_key", sets, names, values)
    edges = [(name, some) for name, _, some in assigned]
    if "INSERT" in sql.merge:
        edges.append((keys[0].name, key.edges))
    author.reads[table.full] = None
    return text, [_known(author, "MERGE", table.full, edges)]


def _update(author: Author) -> _Statements:
    sql = author.sql
    if not sql.update:
        return _insert(author)
    table = _writable(author)
    columns = _settable(author, table)
    if not columns:
        return _values(author)
    own = author.stored(table, bare=True)
    if sql.update_from and author.dice.random() < 0.4 and table.columns[0].type == "k":
        source = author.stored(author.table())
        if "k" in source.by:
            name = author.named(table)
            sets, edges = _assignments(author, columns, source)
            text = f"UPDATE {name} AS tgt SET {sets}\nFROM {source.text}"
            text += f"\nWHERE tgt.{author.quoted(table.columns[0].name)} = {author.dice.pick(source.by['k']).ref}"
            return text, [_known(author, "UPDATE", table.full, edges)]
        author.reads = {table.full: None}
    sets, edges = _assignments(author, columns, own)
    text = f"UPDATE {author.named(table)} SET {sets}\nWHERE {author.condition(own)}"
    return text, [_known(author, "UPDATE", table.full, edges)]


def _assignments(author: Author, columns: list[Column], cols: Scope) -> tuple[str, list[tuple[str, Edges]]]:
    """SET a = x, b = y: the text, and what each column is made of."""
    sets: list[str] = []
    edges: list[tuple[str, Edges]] = []
    for column in columns:
        value = author.typed(column.type, cols)
        assert value is not None
        sets.append(f"{author.quoted(column.name)} = {value.ref}")
        edges.append((column.name, value.edges))
    return ", ".join(sets), edges


def _delete(author: Author) -> _Statements:
    if not author.sql.delete:
        return _select(author)
    table = _writable(author)
    own = author.stored(table, bare=True)
    parts = [author.condition(own) for _ in range(author.dice.between(1, 2))]
    if author.dice.random() < 0.3 and "k" in own.by:
        parts.append(author.among(author.dice.pick(own.by["k"])))
    text = f"DELETE FROM {author.named(table)}\nWHERE " + "\n  AND ".join(parts)
    return text, [_known(author, "DELETE", table.full, [])]


def _script(author: Author) -> _Statements:
    """A staging table, filled, read into a declared table, and dropped; or a temporary one that needs no dropping."""
    sql, dice = author.sql, author.dice
    table = author.table(lambda column_name: column_name.how == "table")
    if table.how != "table":
        table = author.warehouse.dialect_table(author.turn, dice.below(4))
    query = author.query()
    temporary = dice.random() < 0.5
    name = f"stage_{author.template}" if temporary else f"{table.database}.stage_{author.template}"
    pattern = sql.temporary if temporary else sql.ctas.replace("IF NOT EXISTS ", "").replace("OR REPLACE ", "")
    view = temporary and "VIEW" in sql.temporary
    known = [_known(author, "CREATE_VIEW" if view else "CREATE_TABLE", name, _outs(query))]
    texts = [pattern.format(name, query.text)]
    cols = author.derived(
        f"{name} AS st", "st", [Col("", out.name, out.type, ((f"{name}.{out.name}", DIRECT),)) for out in query.outs]
    )
    values: list[tuple[str, Col]] = []
    for column in table.columns_at(author.template):
        value = author.typed(column.type, cols)
        if value is not None and column.name != "dt" and (column.type != "S" or value.name == column.name):
            values.append((column.name, value))
    into = sql.insert.format(
        author.named(table), f" ({', '.join(author.quoted(column_name) for column_name, _ in values)})"
    )
    texts.append(f"{into}\nSELECT{listed([value.ref for _, value in values])}\nFROM {cols.text}")
    author.reads[name] = None
    known.append(_known(author, "INSERT", table.full, [(column_name, value.edges) for column_name, value in values]))
    if not temporary:
        texts.append(f"DROP TABLE {name}")
        known.append(Known("DROP_TABLE", name, (), ()))
        texts.insert(0, f"DROP TABLE IF EXISTS {name}")
        known.insert(0, Known("DROP_TABLE", name, (), ()))
    return ";\n".join(texts), known


_KINDS: tuple[tuple[float, str, Callable[[Author], _Statements]], ...] = (
    (0.62, "select", _select),
    (0.77, "insert", _insert),
    (0.80, "values", _values),
    (0.87, "merge", _merge),
    (0.91, "update", _update),
    (0.95, "delete", _delete),
    (1.00, "script", _script),
)


def _random_statement(author: Author) -> tuple[str, str, list[Known]]:
    chance = author.dice.random()
    kind, write = next((kind, write) for share, kind, write in _KINDS if chance < share)
    if kind == "select" and author.dice.random() < 0.25:
        author.database = author.table().database
    text, known = write(author)
    return kind, text, known
