"""The operators. A node says what it is, what it births and who feeds it; it has no behaviour.

Identity, not structure: plans are DAGs, a CTE is one shared object. `rows` is the hidden column of the relation. `cols`
of `Scan` and `born` of `Ref` are lists that the binder grows while it resolves names, so that a table of two thousand
columns costs what is read of it. To add an operator: write it here, list it in `NODES`, give it a rule in
`lineage/rules.py` (a test compares the two lists) and a line in `rel/show.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from headwater.rel.columns import Born, Col, Dataset, Read


@dataclass(slots=True, eq=False)
class Rel:
    """A relation: columns with ids, and a row set."""

    rows: Col


@dataclass(slots=True, eq=False)
class Single(Rel):
    """The one row that a SELECT without FROM starts from."""


@dataclass(slots=True, eq=False)
class Scan(Rel):
    """A stored dataset. Its columns read nothing; only computed ones, in `born`, read the stored ones."""

    dataset: Dataset
    cols: list[Col]
    born: list[Born]


@dataclass(slots=True, eq=False)
class Ref(Rel):
    """A CTE, derived table or opened view under its name; births a fresh column for each that is used."""

    dataset: Dataset
    input: Rel
    born: list[Born]


@dataclass(slots=True, eq=False)
class Loop(Rel):
    """A recursive CTE's reference to itself: reads the columns of the `Recursive` it stands in."""

    dataset: Dataset
    born: list[Born]
    of: Col


@dataclass(slots=True, eq=False)
class Project(Rel):
    """Births computed columns. A plain reference, renamed or not, keeps its id and is not born here."""

    input: Rel
    born: Sequence[Born]


AS_OF = "AS OF"
"""The clause of a Filter that is a table at a point in time: FOR SYSTEM_TIME AS OF x."""


@dataclass(slots=True, eq=False)
class Filter(Rel):
    """WHERE, HAVING, QUALIFY: rows follow what is read."""

    input: Rel
    reads: Sequence[Read]
    clause: str


@dataclass(slots=True, eq=False)
class Join(Rel):
    """Two inputs and what matches them; births the merged column of a full join's USING."""

    left: Rel
    right: Rel
    how: str
    reads: Sequence[Read]
    born: Sequence[Born]


@dataclass(slots=True, eq=False)
class Aggregate(Rel):
    """Groups `input` by what `keys` read; births one column per aggregate. A key keeps its id."""

    input: Rel
    keys: Sequence[Read]
    born: Sequence[Born]


@dataclass(slots=True, eq=False)
class Window(Rel):
    """Births one column per window function; rows are handed on."""

    input: Rel
    born: Sequence[Born]


@dataclass(slots=True, eq=False)
class SetOp(Rel):
    """UNION, INTERSECT, EXCEPT over any number of inputs, matched by position or by name beforehand.

    `reads` are the columns that decide which rows are equal; UNION ALL has none.
    """

    how: str
    inputs: Sequence[Rel]
    born: Sequence[Born]
    reads: Sequence[Read]


@dataclass(slots=True, eq=False)
class Recursive(Rel):
    """A recursive CTE: its columns read the anchor, and, backwards, the step that reads them.

    `reads` are the columns that decide which rows are new; UNION ALL has none.
    """

    dataset: Dataset
    anchor: Rel
    step: Rel
    born: Sequence[Born]
    reads: Sequence[Read] = ()


@dataclass(slots=True, eq=False)
class Apply(Rel):
    """Subqueries inside expressions, run for each row of `input`; their columns are read by what stands above."""

    input: Rel
    subs: Sequence[Rel]


@dataclass(slots=True, eq=False)
class Sort(Rel):
    """ORDER BY. Decides rows only together with a Limit, which then repeats these reads."""

    input: Rel
    reads: Sequence[Read]


@dataclass(slots=True, eq=False)
class Limit(Rel):
    """LIMIT, TOP, LIMIT BY, DISTINCT ON: keeps some rows, by what the order and the keys read."""

    input: Rel
    reads: Sequence[Read]


@dataclass(slots=True, eq=False)
class Distinct(Rel):
    """Keeps one of equal rows: every column has a say, as in a GROUP BY of all of them."""

    input: Rel
    reads: Sequence[Read]


@dataclass(slots=True, eq=False)
class Sample(Rel):
    """Keeps some rows, decided by no column."""

    input: Rel


@dataclass(slots=True, eq=False)
class Unnest(Rel):
    """Births elements of arrays or maps, one row each; `reads` are the arrays that decide how many."""

    input: Rel
    reads: Sequence[Read]
    born: Sequence[Born]


@dataclass(slots=True, eq=False)
class Values(Rel):
    """Rows written out; a column reads what its expressions read, usually nothing."""

    input: Rel | None
    born: Sequence[Born]


@dataclass(slots=True, eq=False)
class Call(Rel):
    """A table function: births its columns from its arguments. `opaque` when nobody described it."""

    input: Rel
    name: str
    reads: Sequence[Read]
    born: list[Born]
    opaque: bool


@dataclass(slots=True, eq=False)
class Pivot(Rel):
    """Rows to columns: aggregates of `input`, each for one value of the pivot key, grouped by the rest."""

    input: Rel
    keys: Sequence[Read]
    born: Sequence[Born]


@dataclass(slots=True, eq=False)
class Unpivot(Rel):
    """Columns to rows: the value column reads every column that it gathers; a NULL in one of `reads` drops its row."""

    input: Rel
    reads: Sequence[Read]
    born: Sequence[Born]


@dataclass(slots=True, eq=False)
class Match(Rel):
    """MATCH_RECOGNIZE: births what is measured of each run of rows; `reads` say which rows fit, `keys` their order."""

    input: Rel
    keys: Sequence[Read]
    reads: Sequence[Read]
    born: Sequence[Born]


@dataclass(slots=True, eq=False)
class Write(Rel):
    """The sink: births the target's columns from what `input` hands on. A bare SELECT writes `result`."""

    input: Rel
    dataset: Dataset
    verb: str
    born: Sequence[Born]


NODES: tuple[type[Rel], ...] = (
    Single,
    Scan,
    Ref,
    Loop,
    Project,
    Filter,
    Join,
    Aggregate,
    Window,
    SetOp,
    Recursive,
    Apply,
    Sort,
    Limit,
    Distinct,
    Sample,
    Unnest,
    Values,
    Call,
    Pivot,
    Unpivot,
    Match,
    Write,
)
