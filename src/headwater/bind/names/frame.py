"""The place an expression stands in: one SELECT (or one DML statement) with its names and its unfinished operators.

Binding an expression may birth columns (aggregates, window functions, struct fields) and plans (subqueries). They wait
here until the clause is done and become operators in `select`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING

from headwater.base import codes
from headwater.base.diagnostics import Suggestion
from headwater.base.identifiers import split_name
from headwater.base.levels import INFERRED
from headwater.base.types import UNTYPED
from headwater.bind.names import shape
from headwater.bind.names.items import Items
from headwater.bind.names.tables import MANY, Tables
from headwater.bind.pending import Pending
from headwater.bind.scope import Ctes, Entry, FixedEntry, Offsets, Resolved, TableEntry
from headwater.bind.suggestions import near_or_all
from headwater.rel.columns import Born, Col, Dataset, Read
from headwater.rel.kinds import DIRECT
from headwater.rel.operators import Rel, Scan
from headwater.sql.placeholders import LAMBDA
from headwater.sql.templates import is_whole

if TYPE_CHECKING:
    from sqlglot import exp

    from headwater.bind.context import Context

Names = tuple[Resolved, ...]
_found = tuple.__new__  # skips the NamedTuple's own Python-level constructor, for the one made per name
_SOFT = frozenset({"GROUP BY", "HAVING", "QUALIFY", "ORDER BY", "SORT KEY", "LIMIT"})


_SESSION = (["session"], ["system", "session"])
"""Where variables live, for who writes their whole name."""


class Frame:
    """One SELECT, or one statement that changes rows, while it is bound.

    tables      the FROM clause: what a name may refer to
    items       the select list: aliases, and the item that is being bound
    pending     columns and plans that wait for the end of the clause to become operators
    params      parameters of the lambdas around an expression, innermost last
    clause      the clause that is being bound, which decides whether an alias hides a column
    answers     what names meant so far
    """

    __slots__ = (
        "answers",
        "clause",
        "ctes",
        "ctx",
        "grouped",
        "items",
        "params",
        "parent",
        "pending",
        "reached",
        "tables",
        "window_names",
    )

    def __init__(self, ctx: Context, parent: Frame | None, ctes: Ctes) -> None:
        self.ctx = ctx
        self.parent = parent
        self.ctes = ctes
        self.tables = Tables(ctx.session)
        self.items = Items()
        self.pending = Pending()
        self.answers: dict[str, Names] = {}
        self.params: list[dict[str, list[Read]]] = []
        self.window_names: dict[str, exp.Expr] = {}
        self.clause = "FROM"
        self.grouped: frozenset[str] | None = None
        self.reached = False  # whether a query inside has read anything of this one

    # ── unfinished operators ─────────────────────────────────────────────────────────────────────────────────
    def birth(self, born: Born) -> Col:
        """Keep a computed column for the projection of this clause (below the aggregate, while inside one)."""
        pending = self.pending
        (pending.below if pending.inside else pending.born).append(born)
        return born.col

    def settle(self, rel: Rel) -> Rel:
        """Turn what the clause birthed into operators over `rel`."""
        return self.pending.settle(rel)

    # ── the FROM clause ──────────────────────────────────────────────────────────────────────────────────────
    def add(self, entry: Entry) -> None:
        """Bring an item of the FROM clause into scope."""
        self.tables.add(entry, self.ctx.folded)
        self.forget()

    def forget(self) -> None:
        """The tables in scope have changed: what names meant is asked again."""
        if self.answers:
            self.answers = {}

    # ── names ────────────────────────────────────────────────────────────────────────────────────────────────
    def name(self, name: str, key: str, span: Offsets) -> Names:
        """What an unqualified name means here."""
        if self.params:
            param = self._param(key)
            if param is not None:
                return param
        ctx = self.ctx
        wins = self.clause in ctx.alias_clauses
        if wins and key in self.items.aliases:
            match = self.alias(key)
            if match is not None:
                return match
        if wins and key in self.items.replaced:
            return (Resolved(self.items.replaced[key]),)
        if wins and self.ctes.any_scalar:
            # WITH 5 AS z, (SELECT max(a) FROM t) AS m: an expression under a name, in sight like an alias
            scalar = self._scalar(key)
            if scalar is not None:
                return scalar
        if name[-1:] == "}" and is_whole(name):
            return (self._template(name),)
        # an answer that depends on the clause or on how far the select list is bound is not kept
        shadowed = key in self.items.aliases
        match = self.answers.get(key)
        if match is None or shadowed:
            match = None
            tables = self.tables
            if key in tables.by_alias and ctx.dialect.columns.rows_before_columns():
                whole = self._whole(key)  # SELECT t FROM t, where t has a column t
                if whole is not None:
                    return (whole,)
            if not tables.any_open and not tables.merged and not tables.elements and len(tables.entries) <= MANY:
                # the common case in one loop: tables of known columns, none merged, and one of them has the name
                holder: Entry | None = None
                for entry in tables.entries:
                    if key in entry.index:
                        if holder is not None:
                            holder = None
                            break
                        holder = entry
                if holder is not None:
                    col = holder.find(key)
                    if col is not None:
                        match = (_found(Resolved, (col, (), 0, DIRECT)),)
            if match is None:
                match = self._column(name, key, span)
            if match is None:
                return ()
            if not shadowed:
                self.answers[key] = match
        return match

    def _param(self, key: str) -> Names | None:
        """A lambda's parameter: what the elements it stands for are read from."""
        for params in reversed(self.params):
            if key in params:
                return tuple(Resolved(read.col, read.path, read.doubt, read.kind) for read in params[key])
        return None

    def alias(self, key: str) -> Names | None:
        """The select item of that name; None while it is being bound: `SELECT a + 1 AS a`."""
        item = self.items.aliases[key]
        if item.busy:
            if self.items.binding is not item:
                self.items.circles += 1
            return None
        return (Resolved(self.ctx.up.item(self, item, True)),)

    def _scalar(self, key: str) -> Names | None:
        cte = self.ctes.find(key)
        if cte is None or cte.scalar is None or key in self.items.naming:
            return None
        result = self.items.scalars.get(key)
        if result is None:
            self.items.naming.add(key)  # WITH a + 1 AS a: the inner a is the column
            result = self.items.scalars[key] = self.ctx.up.value(self, cte.scalar, cte.name)
            self.items.naming.discard(key)
        return (Resolved(result),)

    def lambda_named(self, name: str) -> exp.Expr | None:
        """The lambda that WITH gave that name, as a function."""
        if not self.ctes.any_scalar:
            return None
        cte = self.ctes.find(self.ctx.folded(name))
        if cte is None or cte.scalar is None or cte.scalar.args.get("this") != LAMBDA:
            return None
        return next(iter(cte.scalar.expressions), None)

    def _alias_visible(self, key: str) -> bool:
        item = self.items.aliases.get(key)
        if item is None or item.busy:
            return False
        if item.early:
            return True
        return self.clause != "SELECT" or item.col is not None or "SELECT" in self.ctx.alias_clauses

    def _column(self, name: str, key: str, span: Offsets) -> Names | None:
        ctx = self.ctx
        known = self.tables.known(key)
        if len(known) == 1:
            return (self._only(known[0]),)
        if known and ctx.dialect.columns.first_table_wins(self):
            return (known[0],)
        if known and key in self.items.implied and self.clause in _SOFT:
            # several tables have it, but the select list names one of them: ORDER BY item_id
            return (Resolved(self.ctx.up.item(self, self.items.implied[key], False)),)
        if known:
            ctx.say(codes.AMBIGUOUS_COLUMN, span, name, candidates(f.col for f in known))
            return tuple(resolved._replace(doubt=len(known)) for resolved in known)
        opened = self.tables.opened()
        if self._alias_visible(key) and not (
            self.clause == "SELECT"
            and ctx.dialect.columns.generated_before_aliases()
            and ctx.dialect.columns.generated(self, key)
        ):
            if not opened or self.clause in _SOFT:
                answer = self.alias(key)
                if answer is not None:
                    return tuple(f._replace(doubt=INFERRED) for f in answer) if opened else answer
            else:
                return self._between(name, key, span, [*(self.alias(key) or ())], opened)
        if self.ctes.any_scalar and not opened:
            scalar = self._scalar(key)
            if scalar is not None:
                return scalar
        group = ctx.dialect.columns.group(self, None, key)
        if group is not None:
            return (group,)
        whole = self._whole(key)
        if whole is not None:
            return (whole,)
        if ctx.dialect.columns.generated(self, key):
            return ()
        if ctx.session.variables and key in ctx.session.variables:
            outer = self._outer(name, key, span) if self.parent is not None and not opened else None
            if opened:
                # a column comes before a variable, and whether a table that nobody knows has it is not known
                return self._between(name, key, span, [self._variable(key, "value")], opened)
            return outer if outer else (self._variable(key, "value"),)
        if opened:
            # the inner query comes first: an unknown table here is the likelier owner than any table outside
            return self._between(name, key, span, [], opened)
        fields = ctx.dialect.columns.implicit_field(self, self.tables.entries, [name], key, span)
        if fields:
            return fields
        outer = self._outer(name, key, span) if self.parent is not None else None
        return outer if outer is not None else self.missing(name, key, span)

    def _only(self, known: Resolved) -> Resolved:
        """The one column of a name. Another table's schema may be unknown: that it lacks the name is only what valid
        SQL implies.
        """
        return known._replace(doubt=INFERRED) if self.tables.any_open and len(self.tables.entries) > 1 else known

    def _template(self, name: str) -> Resolved:
        """`{{ x }}` by itself: a constant, a column or more than that, so no column is said, and not for certain."""
        return Resolved(self.birth(Born(self.ctx.col(name), ())), (), INFERRED)

    def assigned(self, name: str) -> Resolved:
        """What a function gives of a variable."""
        return self._variable_of(name, "value")

    def _variable(self, key: str, column: str) -> Resolved:
        """A variable of a script: a dataset of one column, or of those of a record."""
        return self._variable_of(self.ctx.session.variables[key], column)

    def _variable_of(self, name: str, column: str) -> Resolved:
        dataset = Dataset(name, "variable", True, True)
        col = self.ctx.col(column, dataset, UNTYPED)
        self.pending.subs.append(Scan(self.ctx.rows(), dataset, [col], []))
        return Resolved(col)

    def _between(self, name: str, key: str, span: Offsets, others: list[Resolved], opened: list[Entry]) -> Names:
        """A name that some open table may have: every candidate is kept."""
        match = [entry.infer(name, key) for entry in opened] + others
        if len(match) == 1:
            return (match[0]._replace(doubt=max(match[0].doubt, INFERRED)),)
        self.ctx.say(codes.AMBIGUOUS_COLUMN, span, name, candidates(f.col for f in match))
        return tuple(resolved._replace(doubt=max(len(match), resolved.doubt)) for resolved in match)

    def _outer(self, name: str, key: str, span: Offsets) -> Names | None:
        """The name in the queries outside, if one of them knows it (correlation)."""
        frame = self.parent
        while frame is not None:
            match = frame._for_inner(name, key, span)
            if match is not None:
                frame.reached = True
                return match
            frame = frame.parent
        return None

    def _for_inner(self, name: str, key: str, span: Offsets) -> Names | None:
        """What a name means here to a query inside."""
        param = self._param(key)
        if param is not None:
            return param
        known = self.tables.known(key)
        if len(known) > 1:
            return tuple(f._replace(doubt=len(known)) for f in known)
        if known:
            return (self._only(known[0]),)
        if self._alias_visible(key):
            answer = self.alias(key)
            if answer is not None:
                return answer
        whole = self._whole(key)
        if whole is not None:
            return (whole,)
        opened = self.tables.opened()
        if opened:
            return self._between(name, key, span, [], opened)
        return self.ctx.dialect.columns.implicit_field(self, self.tables.entries, [name], key, span) or None

    def _whole(self, key: str) -> Resolved | None:
        """A table's alias used as a value: the whole row, or the element of an UNNEST."""
        entry = self.tables.by_alias.get(key)
        if entry is None:
            return None
        if isinstance(entry, FixedEntry) and entry.whole is not None:
            return Resolved(entry.whole)
        return Resolved(shape.row_of(self, entry))

    def missing(self, name: str, key: str, span: Offsets) -> Names:
        """No table here has the name. Stale catalogs happen: every table that may have it is given, marked."""
        ctx = self.ctx
        frame: Frame | None = self
        while frame is not None and not frame.tables.entries:
            frame = frame.parent
        if frame is None:
            ctx.say(codes.NO_TABLE_FOR_COLUMN, span, name)
            return ()
        entries = [entry for entry in frame.tables.entries if isinstance(entry, TableEntry)] or frame.tables.entries
        if key in ctx.dialect.columns.pseudo and len(entries) == 1:
            # every table of that engine has it: _PARTITIONTIME
            return tuple(entry.infer(name, key)._replace(doubt=0) for entry in entries if isinstance(entry, TableEntry))
        there = "It has" if len(entries) == 1 else "They have"
        hint = self._near_column(name, entries, there)
        tables = [entry for entry in entries if isinstance(entry, TableEntry)]
        if tables and key in ctx.dialect.columns.virtual:
            virtual = tables[0].find(key)
            return (Resolved(virtual),) if virtual is not None else ()
        matches = [entry.infer(name, key) for entry in tables]
        code = codes.UNKNOWN_COLUMN_ANYWHERE if len(matches) > 1 else codes.UNKNOWN_COLUMN
        if not ("{{" in name or "${" in name):  # a_{{ x }}: that it is not rendered was said
            ctx.say(code, span, name, _names(entries), hint)
        if len(matches) > 1:
            return tuple(match._replace(doubt=len(matches)) for match in matches)
        return tuple(matches)

    def _virtual(self, key: str) -> list[Resolved]:
        """A column that every table has, where only one table can be meant."""
        if key not in self.ctx.dialect.columns.virtual or len(self.tables.entries) != 1:
            return []
        only = self.tables.entries[0]
        col = only.find(key) if isinstance(only, TableEntry) else None
        return [Resolved(col)] if col is not None else []

    def unheard_of(self, dataset: str, name: str) -> Resolved:
        """A column of something that is not there: kept under the name it was given, so that it does not look
        generated.
        """
        col = self.ctx.col(name, Dataset(dataset, "unknown"), UNTYPED)
        self.pending.subs.append(Scan(self.ctx.rows(), col.dataset or Dataset(dataset), [col], []))
        return Resolved(col, (), INFERRED)

    # ── qualified names ──────────────────────────────────────────────────────────────────────────────────────
    def qualified(self, parts: list[str], span: Offsets) -> Names:
        """What `a.b`, `a.b.c`, … mean: a table's column, with fields behind it, or a column's fields."""
        ctx = self.ctx
        fold = ctx.folded
        keys = [fold(part) for part in parts]
        if self.params:
            param = self._param(keys[0])
            if param is not None:
                return shape.fields(self, param, parts[1:], span)
        frame: Frame | None = self
        while frame is not None:
            match = frame._qualified(parts, keys, span, self)
            if match is not None:
                frame.reached = frame.reached or frame is not self
                return match
            frame = frame.parent
        scalar = self._scalar(keys[0]) if self.ctes.any_scalar else None
        if scalar is not None:
            return shape.fields(self, scalar, parts[1:], span)
        if keys[:-1] in _SESSION and keys[-1] in ctx.session.variables:
            return (self._variable(keys[-1], "value"),)
        if keys[0] in ctx.session.variables:
            if keys[0] in ctx.session.records:
                return shape.fields(self, (self._variable(keys[0], parts[1]),), parts[2:], span)
            return shape.fields(self, (self._variable(keys[0], "value"),), parts[1:], span)
        if self._sees_open_tables() and not self._is_relation(parts):
            # nothing here is called that, but the columns of a table here are not known: it may have a struct of that
            # name. SELECT client_info.id FROM a JOIN b ON …
            return shape.fields(self, self.name(parts[0], keys[0], span), parts[1:], span)
        ctx.say(codes.NO_SUCH_ALIAS, self._word(span, parts, 0), ".".join(parts[:-1]), self._near_alias(parts[0]))
        return (self.unheard_of(".".join(parts[:-1]), parts[-1]),)

    def _sees_open_tables(self) -> bool:
        frame: Frame | None = self
        while frame is not None:
            if frame.tables.any_open:
                return True
            frame = frame.parent
        return False

    def _is_relation(self, parts: list[str]) -> bool:
        """Whether what stands before a column is a CTE or a table that is known, and only missing in FROM."""
        if self.ctes.find(self.ctx.folded(parts[0])) is not None:
            return True
        return self.ctx.session.find(self.ctx.session.key(tuple(parts[:-1]))) is not None

    def _near_alias(self, name: str) -> str | Suggestion:
        """What a table is called here, for a name that none has: its alias, if it is the table's own name."""
        entries = list(self._all_entries())
        for entry in entries:
            if entry.alias and self.ctx.folded(split_name(entry.dataset.name)[-1]) == self.ctx.folded(name):
                return f" Its alias is {entry.alias}."
        aliases = [entry.alias for entry in entries]
        return near_or_all(name, lambda: aliases, "There is")

    def _near_column(self, name: str, entries: Sequence[Entry], there: str = "It has") -> Suggestion:
        """The column that was perhaps meant. The names are listed once for each table, and compared when shown."""
        remember = self.ctx.remember
        names = [remember("column names", entry, partial(_column_names, entry)) for entry in entries]
        return near_or_all(name, lambda: chain.from_iterable(names), there)

    def _word(self, span: Offsets, parts: list[str], index: int) -> Offsets:
        """The place of one part of a dotted name; of the whole where its words do not tell."""
        start, end = span
        source_parts = self.ctx.source.text[start:end].split(".") if 0 <= start < end else []
        if len(source_parts) != len(parts):
            return span
        start += sum(len(name) + 1 for name in source_parts[:index])
        return start, start + len(source_parts[index].rstrip())

    def _all_entries(self) -> Iterable[Entry]:
        frame: Frame | None = self
        while frame is not None:
            yield from frame.tables.entries
            frame = frame.parent

    def _qualified(self, parts: list[str], keys: list[str], span: Offsets, asker: Frame) -> Names | None:
        entry = self.tables.by_alias.get(keys[0])
        match = self.ctx.dialect.columns.dotted(self, entry, parts, keys, span, asker)
        if match is not None:
            return match
        if entry is not None:
            col = entry.find(keys[1])
            if col is not None:
                return shape.fields(asker, (Resolved(col),), parts[2:], span) if len(parts) > 2 else (Resolved(col),)
            if entry.open:
                return shape.fields(asker, (entry.infer(parts[1], keys[1]),), parts[2:], span)
            if isinstance(entry, FixedEntry) and entry.whole is not None:
                return shape.fields(asker, (Resolved(entry.whole),), parts[1:], span)
        for width in range(2, len(parts)):
            named = self.tables.by_name(tuple(parts[:width]))
            if named is not None:
                col = named.find(keys[width])
                base = Resolved(col) if col is not None else named.infer(parts[width], keys[width])
                if col is None and not named.open:
                    hint = self._near_column(parts[width], [named])
                    word = self._word(span, parts, width)
                    self.ctx.say(codes.UNKNOWN_COLUMN, word, parts[width], named.dataset.name, hint)
                return shape.fields(asker, (base,), parts[width + 1 :], span)
        if keys[0] in self.items.aliases and "SELECT" in self.ctx.alias_clauses:
            answer = self.alias(keys[0])  # SELECT t.s AS b, b.2, where t has a column b
            if answer is not None:
                return shape.fields(asker, answer, parts[1:], span)
        known = self.tables.known(keys[0]) or self._virtual(keys[0])
        if known:
            return shape.fields(asker, tuple(known), parts[1:], span)
        if self._alias_visible(keys[0]):
            answer = self.alias(keys[0])
            if answer is not None:
                return shape.fields(asker, answer, parts[1:], span)
        implicit = self.ctx.dialect.columns.implicit_field
        fields = implicit(self, [entry], parts[1:], keys[1], span) if entry is not None else ()
        fields = fields or implicit(self, self.tables.entries, parts, keys[0], span)
        if fields:
            return fields
        if isinstance(entry, TableEntry) and keys[1] in self.ctx.dialect.columns.pseudo:
            return (entry.infer(parts[1], keys[1])._replace(doubt=0),)
        if entry is not None:
            hint = self._near_column(parts[1], [entry])
            self.ctx.say(codes.UNKNOWN_COLUMN, self._word(span, parts, 1), parts[1], entry.dataset.name, hint)
            if isinstance(entry, TableEntry):
                return shape.fields(asker, (entry.infer(parts[1], keys[1]),), parts[2:], span)
            return (asker.unheard_of(entry.dataset.name, parts[1]),)
        return None


def _column_names(entry: Entry) -> list[str]:
    return [name for name, _ in islice(entry.types(), 500)]


def candidates(cols: Iterable[Col]) -> str:
    """The columns that a name may mean, for a message."""
    return " or ".join(
        f"{col.dataset.name}.{col.name}" if col.dataset is not None else f"the alias {col.name}" for col in cols
    )


def _names(entries: Iterable[Entry]) -> str:
    return " or ".join(dict.fromkeys(entry.dataset.name for entry in entries))
