"""The tables of a FROM clause, and which of them has a column of a given name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from headwater.bind.scope import ElementEntry, Entry, Resolved, TableEntry
from headwater.bind.session import Session

MANY = 12
"""With more tables than this, names are looked up in an index of all their columns."""


class Merged(NamedTuple):
    """A column of USING or NATURAL, which stands for those of the entries that are joined by it.

    Two of one name may be in sight: FROM a JOIN b USING (k), c JOIN d USING (k).
    """

    column: Resolved
    entries: frozenset[int]
    """The ids of the joined entries."""
    full: bool = False
    """Whether a full join made it, so that no side alone has its value."""
    before: int = -1
    """The id of the first entry of the join's left side."""
    joined: int = 0
    """The number of entries that were joined when it was made: larger for a later join."""
    older: tuple[Merged, ...] = ()
    """Those of earlier joins that it takes the place of."""

    def first_of(self, entry: Entry) -> Merged:
        """That of the first join by which an entry came to it."""
        return next((merged.first_of(entry) for merged in self.older if id(entry) in merged.entries), self)


class Tables:
    """The entries of a FROM clause.

    merged          the columns of USING, by their folded names
    joined_from     the first entry that the next join takes as its left side: FROM c, a JOIN b joins a and b alone
    elements        the elements that ARRAY JOIN puts in the place of its arrays
    using_hidden    (id of the entry, name) of columns that only their table's name reaches
    """

    __slots__ = (
        "_by_column",
        "_indexed_count",
        "_session",
        "any_open",
        "by_alias",
        "elements",
        "entries",
        "joined_from",
        "merged",
        "using_hidden",
    )

    def __init__(self, session: Session) -> None:
        self._session = session
        self.entries: list[Entry] = []
        self.by_alias: dict[str, Entry] = {}
        self.any_open = False
        self.merged: dict[str, list[Merged]] = {}
        self.joined_from = 0
        self.elements: dict[str, Resolved] = {}
        self.using_hidden: set[tuple[int, str]] = set()
        self._by_column: dict[str, list[Entry]] = {}
        self._indexed_count = 0

    def add(self, entry: Entry, fold: Callable[[str], str]) -> None:
        """Bring an entry into scope under its alias."""
        self.entries.append(entry)
        if entry.open:
            self.any_open = True
        if entry.alias:
            self.by_alias.setdefault(fold(entry.alias), entry)

    def opened(self) -> list[Entry]:
        """The entries that may have a column of any name.

        FROM t, UNNEST(items) AS i: the fields of an element that has a name are asked for by it (i.price), so that a
        bare name is looked for in the other tables first.
        """
        if not self.any_open:
            return []
        entries = [entry for entry in self.entries if entry.open]
        return [entry for entry in entries if not (isinstance(entry, ElementEntry) and entry.alias)] or entries

    def take_over(self, other: Tables) -> None:
        """See what another FROM clause sees: the next step of a pipe, a branch of a multi-insert."""
        self.entries = list(other.entries)
        self.any_open = other.any_open
        self.by_alias = dict(other.by_alias)
        self.merged = {key: list(columns) for key, columns in other.merged.items()}
        self.elements = dict(other.elements)
        self.using_hidden = set(other.using_hidden)

    def set_aside(self) -> Tables:
        """Take out what the next join has on no side: FROM a, b PIVOT (…) sees b alone. `bring_back` undoes it."""
        rest = Tables(self._session)
        rest.take_over(self)
        rest.entries, self.entries = self.entries[: self.joined_from], self.entries[self.joined_from :]
        within = {id(entry) for entry in rest.entries}
        self.by_alias = {key: entry for key, entry in self.by_alias.items() if id(entry) not in within}
        rest.by_alias = {key: entry for key, entry in rest.by_alias.items() if id(entry) in within}
        for tables, stays in ((self, False), (rest, True)):
            kept = {key: [m for m in found if (m.entries <= within) is stays] for key, found in tables.merged.items()}
            tables.merged = {key: found for key, found in kept.items() if found}
            tables.using_hidden = {pair for pair in tables.using_hidden if (pair[0] in within) is stays}
        return rest

    def bring_back(self, rest: Tables) -> None:
        """Put before the entries what was set aside."""
        self.entries = [*rest.entries, *self.entries]
        self.by_alias = {**self.by_alias, **rest.by_alias}
        for key, found in rest.merged.items():
            self.merged.setdefault(key, []).extend(found)
        self.using_hidden |= rest.using_hidden
        self.any_open = self.any_open or rest.any_open

    def is_hidden(self, entry: Entry, key: str) -> bool:
        """Whether a column answers only behind its table's name: the right side of USING."""
        return bool(self.using_hidden) and (id(entry), key) in self.using_hidden

    def merged_within(self, key: str, entries: Iterable[Entry]) -> Merged | None:
        """The column of USING that stands for a name among some of the entries."""
        within = {id(entry) for entry in entries}
        return next((merged for merged in self.merged.get(key, ()) if merged.entries <= within), None)

    def merged_for(self, entry: Entry, key: str) -> Merged | None:
        """The column of USING that stands for an entry's column."""
        return next((merged for merged in self.merged.get(key, ()) if id(entry) in merged.entries), None)

    def is_full(self, column: Resolved) -> bool:
        """Whether a column of USING is that of a full join."""
        return any(merged.full and merged.column is column for columns in self.merged.values() for merged in columns)

    def merge(
        self, key: str, column: Resolved, entries: Iterable[Entry], before: Sequence[Entry], full: bool = False
    ) -> None:
        """A join by USING: one column stands for those of that name in all of its entries; `before` is its left."""
        ids = frozenset(id(entry) for entry in entries)
        known = self.merged.pop(key, [])  # the order is that of the joins
        rest = [merged for merged in known if not merged.entries <= ids]
        older = tuple(merged for merged in known if merged.entries <= ids)
        start = id(before[0]) if before else -1
        self.merged[key] = [Merged(column, ids, full, start, len(self.entries), older), *rest]
        self.using_hidden |= {(entry, key) for entry in ids}

    def known(self, key: str) -> list[Resolved]:
        if key in self.elements:
            return [self.elements[key]]
        matches = [merged.column for merged in self.merged.get(key, ())]
        if len(self.entries) > MANY:
            return matches + self._indexed(key)
        for entry in self.entries:
            if key in entry.index and not (self.using_hidden and self.is_hidden(entry, key)):
                col = entry.find(key)
                assert col is not None
                matches.append(Resolved(col))
        return matches

    def _indexed(self, key: str) -> list[Resolved]:
        """With many tables in sight, asking each for every name would cost their product: one index knows who has
        what.
        """
        if len(self._by_column) == 0 or self._indexed_count < len(self.entries):
            for entry in self.entries[self._indexed_count :]:
                for name in entry.index:
                    self._by_column.setdefault(name, []).append(entry)
            self._indexed_count = len(self.entries)
        matches = []
        for entry in self._by_column.get(key, ()):
            col = entry.find(key)
            if col is not None and not self.is_hidden(entry, key):
                matches.append(Resolved(col))
        return matches

    def by_name(self, parts: tuple[str, ...]) -> Entry | None:
        key = self._session.key(parts)
        matches = [entry for entry in self.entries if isinstance(entry, TableEntry) and entry.key == key]
        # FROM db.t AS a, db.t: one that has no other name is meant first
        return next((entry for entry in matches if entry.alias == parts[-1]), matches[0] if matches else None)
