"""The tables: table i is a pure function of (seed, i), though its columns may be those of a query over earlier tables.

Tables take turns among the dialects. They lie in layers (ods, dwd, dws, ads): the first ones of a dialect are ods, and
what is above reads what is below or earlier in its own layer, so chains form and end. A table is declared, made by a
query (CTAS), or a view; a declared one may gain columns later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from headwater_synth.dialect_sql import DIALECTS, STRUCTS, DialectSql
from headwater_synth.query import Author, Query
from headwater_synth.randomness import Dice, mix

FIRST = 4
"""So many tables of each dialect are there before anything is read."""
BLOCK = 8
"""So many templates come with each table after these: the first creates it, the second fills it."""
_REACH = 30
_LAYERS = ("ods", "dwd", "dws", "ads")
_DOMAINS = ("trade", "user", "product", "traffic", "finance", "supply", "campaign", "risk")
_ENTITIES = (
    *("orders", "payments", "refunds", "carts", "clicks", "visits", "sessions", "users", "products", "prices", "stock"),
    *("shipments", "returns", "coupons", "campaigns", "invoices", "reviews", "events", "devices", "stores", "ledger"),
    *("suppliers", "accounts", "balances", "scores"),
)
_NAMES: dict[str, tuple[str, ...]] = {
    "k": ("user_id", "order_id", "product_id", "shop_id", "session_id", "campaign_id", "device_id", "stock_id"),
    "i": ("quantity", "clicks", "age", "stock", "duration_s", "retries", "page_views", "score", "group"),
    "a": ("amount", "price", "discount", "tax", "cost", "fee", "balance", "refund"),
    "s": (
        *("status", "country", "town", "channel", "currency", "category", "brand", "email", "platform", "lang"),
        *("segment", "carrier", "order"),
    ),
    "d": ("order_date", "birth_date", "due_date", "ship_date"),
    "t": ("created_at", "updated_at", "paid_at", "event_time"),
    "b": ("is_active", "is_deleted", "is_vip"),
    "S": tuple(STRUCTS),
    "A": ("tags", "labels"),
    "I": ("items", "parts"),
}
# every table has these, so that whatever a query wants to join, sum, order or filter by is there
_ALWAYS = "kkaasstd"
_OFTEN = "kiasssdtbbSAI"


class Column(NamedTuple):
    """A stored column: its name and its type's letter."""

    name: str
    type: str


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """A table, and how it came to be."""

    index: int
    sql: DialectSql
    database: str
    name: str
    full: str
    layer: int
    how: str
    columns: tuple[Column, ...]
    gains: tuple[tuple[int, Column], ...]
    query: Query | None
    reads: tuple[str, ...]
    partitioned: bool
    tail: str

    def columns_at(self, template: int) -> Sequence[Column]:
        """Its columns when a template is written; a partition's column stays the last."""
        if not self.gains:
            return self.columns
        columns = list(self.columns)
        position = len(columns) - self.partitioned
        for when, column in self.gains:
            if when < template:
                columns.insert(position, column)
                position += 1
        return columns

    def settled(self, template: int) -> bool:
        """Whether its columns stay as they are then: what a star means in a template that is run again and again."""
        return all(when < template for when, _ in self.gains)


class Warehouse:
    """All tables of a seed; those made once are kept, as others stand on them."""

    def __init__(self, seed: int, dialects: Sequence[str]) -> None:
        self.seed = seed
        self.sql = tuple(DIALECTS[name] for name in dialects)
        self.first = FIRST * len(self.sql)
        self._tables: dict[int, Table] = {}

    # ── numbers ──────────────────────────────────────────────────────────────────────────────────────────────
    def block_slot(self, template: int) -> tuple[int, int]:
        """The table that a template comes with, and its place in that table's block."""
        if template < self.first:
            return template, 0
        block, slot = divmod(template - self.first, BLOCK)
        return self.first + block, slot

    def created(self, index: int) -> int:
        """The template that creates a table."""
        return index if index < self.first else self.first + (index - self.first) * BLOCK

    def count(self, turn: int, before: int) -> int:
        """How many tables of a dialect there are before a table."""
        dialects = len(self.sql)
        return (before - turn + dialects - 1) // dialects

    def dialect_table(self, turn: int, number: int) -> Table:
        """The table of a dialect with that number."""
        return self.table(number * len(self.sql) + turn)

    # ── tables ───────────────────────────────────────────────────────────────────────────────────────────────
    def table(self, index: int) -> Table:
        """A table by its number."""
        cached = self._tables.get(index)
        if cached is None:
            cached = self._tables[index] = self._make(index)
        return cached

    def layer(self, index: int) -> int:
        """0 is ods."""
        return 0 if index < self.first else (0, 0, 0, 1, 1, 2, 2, 3)[mix(self.seed, 1, index) & 7]

    def declared(self, index: int) -> bool:
        """Whether it is made by a CREATE TABLE with columns; such a table can be written and can gain columns."""
        return self.layer(index) == 0 or mix(self.seed, 2, index) % 100 < 45

    def gains(self, index: int) -> bool:
        """Whether the block of that table changes an earlier one."""
        earlier = index - self._distance_back(index)
        return earlier >= 0 and mix(self.seed, 3, index) % 3 == 0 and self.declared(earlier)

    def changed(self, index: int) -> int:
        """The table that the block of a table changes."""
        return index - self._distance_back(index)

    def _distance_back(self, index: int) -> int:
        """How far back the changed table lies: a number of turns, so that it is of the same dialect."""
        return (1 + mix(self.seed, 4, index) % _REACH) * len(self.sql)

    def _make(self, index: int) -> Table:
        turn = index % len(self.sql)
        sql = self.sql[turn]
        dice = Dice(self.seed, 5, index)
        layer = self.layer(index)
        database = f"{sql.prefix}{_LAYERS[layer]}_{dice.pick(_DOMAINS)}"
        name = f"{dice.pick(_ENTITIES)}_{index:04}"
        declared = self.declared(index)
        how = "table" if declared else dice.pick(("ctas", "view"))
        query: Query | None = None
        reads: tuple[str, ...] = ()
        partitioned = False
        if layer == 0:
            columns = _stored(dice)
        else:
            author = Author(self, turn, index, self.created(index), dice, None, layer)
            query = author.query()
            reads = tuple(author.reads)
            columns = tuple(Column(out.name, out.type) for out in query.outs)
        if declared and sql.partitioned and dice.random() < 0.5 and all(column.name != "dt" for column in columns):
            partitioned = True
            columns = (*columns, Column("dt", "s"))
        gains = tuple(
            (self.created(later) + 2, Column(f"extra_{later}", "isa"[later % 3]))
            for later in self._changers(index)
            if declared
        )
        tail = sql.partitioned if partitioned else dice.pick(sql.tails)
        full = f"{database}.{name}"
        return Table(index, sql, database, name, full, layer, how, columns, gains, query, reads, partitioned, tail)

    def _changers(self, index: int) -> list[int]:
        turns = len(self.sql)
        later = range(index + turns, index + (_REACH + 1) * turns, turns)
        return [
            candidate
            for candidate in later
            if candidate >= self.first and index == candidate - self._distance_back(candidate) and self.gains(candidate)
        ]


def _stored(dice: Dice) -> tuple[Column, ...]:
    """The columns of a table of the lowest layer: a key first; one in twenty is wide."""
    wide = dice.random() < 0.05
    letters = _ALWAYS + "".join(dice.some(_OFTEN, dice.between(1, len(_OFTEN) - 2)))
    used_names = {"id"}
    columns = [Column("id", "k")]
    for letter in letters:
        names = _NAMES[letter]
        name = dice.pick(names)
        if name in used_names:
            name = next((candidate for candidate in names if candidate not in used_names), name)
        if name not in used_names:
            used_names.add(name)
            columns.append(Column(name, letter))
    if wide:
        columns += [
            Column(f"m{number}_{'ais'[number % 3]}", "ais"[number % 3]) for number in range(dice.between(20, 70))
        ]
    return tuple(columns)
