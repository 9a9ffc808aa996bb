"""Laws that every answer obeys, checked on generated queries.

A query is generated as a small tree and written out in several ways that mean the same: other aliases, CTEs
instead of derived tables, a star instead of the list, an unused CTE in front, a view instead of the subquery,
comments between the tokens. What the folded lineage says must not depend on the way it is written.

To add a law: give `Style` another switch, teach `Writer` to follow it, and compare with the plain style.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import headwater
from headwater.rel.kinds import Kind, through
from tests import timeouts
from tests.fuzzing import examples

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parent / "golden"

TABLES = {
    "r": ("a", "b", "c"),
    "s": ("a", "d", "e"),
    "main.u": ("k", "b", "v"),
}
CATALOG = headwater.Catalog({table: dict.fromkeys(columns, "int") for table, columns in TABLES.items()})

LAWS = examples(120)


# --- the generated queries ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scan:
    """A stored table in FROM."""

    table: str

    @property
    def width(self) -> int:
        return len(TABLES[self.table])


@dataclass(frozen=True)
class Nested:
    """A query in FROM. Two equal ones are written as one CTE where CTEs are used."""

    query: Query

    @property
    def width(self) -> int:
        return len(self.query.items)


@dataclass(frozen=True)
class Item:
    """One output column: a template over column references `(source, column)`."""

    template: str
    refs: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Query:
    """SELECT items FROM sources [WHERE] [GROUP BY the first item] [UNION ALL other]."""

    sources: tuple[Scan | Nested, ...]
    items: tuple[Item, ...]
    where: Item | None = None
    grouped: bool = False
    union: Query | None = None


ROW = ("{0}", "{0} + {1}", "coalesce ( {0} , {1} )", "CASE WHEN {0} > 1 THEN {1} ELSE {2} END", "7")
KEYED = ("sum ( {0} ) OVER ( PARTITION BY {1} ORDER BY {2} )", "row_number ( ) OVER ( ORDER BY {0} )")
AGGREGATE = ("sum ( {0} )", "max ( {0} + {1} )", "count ( * )", "min ( {0} ) FILTER ( WHERE {1} > 0 )")
CONDITION = ("{0} > 3", "{0} = {1}", "{0} IS NOT NULL AND {1} < 9")


def arity(template: str) -> int:
    return len(set(re.findall(r"\{(\d)\}", template)))


@st.composite
def items(draw: st.DrawFn, sources: tuple[Scan | Nested, ...], templates: tuple[str, ...]) -> Item:
    template = draw(st.sampled_from(templates))
    columns = [(i, j) for i, source in enumerate(sources) for j in range(source.width)]
    return Item(template, tuple(draw(st.sampled_from(columns)) for _ in range(arity(template))))


@st.composite
def queries(draw: st.DrawFn, depth: int = 2, width: int | None = None) -> Query:
    leaf = st.sampled_from(sorted(TABLES)).map(Scan)
    source = leaf if depth == 0 else st.one_of(leaf, queries(depth - 1).map(Nested))
    sources = tuple(draw(st.lists(source, min_size=1, max_size=2)))
    if len(sources) == 1 and isinstance(sources[0], Nested) and draw(st.booleans()):
        sources = (sources[0], sources[0])  # the same subquery twice: a self-join
    grouped = draw(st.booleans())
    count = width or draw(st.integers(1, 4))
    body = AGGREGATE if grouped else ROW + KEYED
    head = draw(items(sources, ("{0}",)))
    tail = [draw(items(sources, body)) for _ in range(count - 1)]
    union = draw(queries(0, count)) if depth and draw(st.integers(0, 3)) == 0 else None
    where = draw(st.none() | items(sources, CONDITION))
    return Query(sources, (head, *tail), where, grouped, union)


# --- writing them ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Style:
    """How a query is written; none of it changes what the query means."""

    alias: str = "t"
    column: str = "x"
    ctes: bool = False
    views: bool = False
    star: bool = False
    unused: bool = False


class Writer:
    """One query, written in one style. Tokens are parted by single blanks, for the law about white space."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.named: dict[Query, str] = {}
        self.heads: list[tuple[str, str]] = []

    def script(self, query: Query) -> str:
        body = self.query(query, star=self.style.star)
        if self.style.views:
            views = [f"CREATE VIEW {name} AS {text} ;" for name, text in self.heads]
            return " ".join([*views, body])
        heads = list(self.heads)
        if self.style.unused:
            heads.insert(0, ("never_read", "SELECT a + d AS z FROM s WHERE e > 0"))
        if not heads:
            return body
        return "WITH " + " , ".join(f"{name} AS ( {text} )" for name, text in heads) + " " + body

    def query(self, query: Query, *, star: bool = False) -> str:
        sources = " CROSS JOIN ".join(
            f"{self.source(source)} AS {self.style.alias}{i}" for i, source in enumerate(query.sources)
        )
        listed = [f"{self.item(query, item)} AS {self.style.column}{n}" for n, item in enumerate(query.items)]
        text = f"SELECT {' , '.join(listed)} FROM {sources}"
        if query.where:
            text += f" WHERE {self.item(query, query.where)}"
        if query.grouped:
            text += f" GROUP BY {self.item(query, query.items[0])}"
        if query.union:
            text += f" UNION ALL {self.query(query.union)}"
        return f"SELECT * FROM ( {text} ) AS whole" if star else text

    def source(self, source: Scan | Nested) -> str:
        if isinstance(source, Scan):
            return source.table
        if not (self.style.ctes or self.style.views):
            return f"( {self.query(source.query, star=self.style.star)} )"
        if source.query not in self.named:
            text = self.query(source.query, star=self.style.star)
            self.named[source.query] = name = f"q{len(self.named)}"
            self.heads.append((name, text))
        return self.named[source.query]

    def item(self, query: Query, item: Item) -> str:
        return item.template.format(*(self.ref(query, *ref) for ref in item.refs))

    def ref(self, query: Query, source: int, column: int) -> str:
        relation = query.sources[source]
        name = TABLES[relation.table][column] if isinstance(relation, Scan) else f"{self.style.column}{column}"
        return f"{self.style.alias}{source}.{name}"


PLAIN = Style()


def write(query: Query, style: Style = PLAIN) -> str:
    return Writer(style).script(query)


# --- what is compared --------------------------------------------------------------------------------------

Lineage = tuple[frozenset[tuple[str, int, str]], frozenset[tuple[str, int | None, str]]]


def lineage(sql: str, **options: bool) -> Lineage:
    """The folded lineage of the last statement, free of names that the writer chose."""
    analysis = headwater.analyze(sql, dialect="duckdb", catalog=CATALOG, **options)
    assert analysis.level == headwater.Level.EXACT, [d.message for d in analysis.diagnostics]
    statement = analysis.statements[-1]
    values = frozenset((str(e.source), e.target.ordinal, str(e.type.value)) for e in statement.edges)
    influence = frozenset(
        (str(i.source), None if i.target.column is None else i.target.ordinal, str(i.type.value))
        for i in statement.influence
    )
    return values, influence


@LAWS
@given(queries())
def test_aliases_are_only_names(query: Query) -> None:
    renamed = replace(PLAIN, alias="other", column="named_otherwise_")
    assert lineage(write(query)) == lineage(write(query, renamed))


@LAWS
@given(queries())
def test_an_unused_cte_changes_nothing(query: Query) -> None:
    assert lineage(write(query)) == lineage(write(query, replace(PLAIN, unused=True)))


@LAWS
@given(queries())
def test_a_star_is_the_list_it_stands_for(query: Query) -> None:
    assert lineage(write(query)) == lineage(write(query, replace(PLAIN, star=True)))


@LAWS
@given(queries())
def test_a_cte_is_a_derived_table(query: Query) -> None:
    assert lineage(write(query)) == lineage(write(query, replace(PLAIN, ctes=True)))


@LAWS
@given(queries())
def test_a_folded_view_is_its_text(query: Query) -> None:
    assert lineage(write(query)) == lineage(write(query, replace(PLAIN, views=True)), fold_views=True)


@LAWS
@given(queries())
def test_edges_stop_at_a_view_unless_folded(query: Query) -> None:
    writer = Writer(replace(PLAIN, views=True))
    values, influence = lineage(writer.script(query))
    views = {name for name, _ in writer.heads}
    read = {source.rpartition(".")[0] for source, _, _ in values | influence}
    scanned = {scan.table for part in arms(query) for scan in part.sources if isinstance(scan, Scan)}
    assert read <= views | scanned


@LAWS
@given(queries())
def test_order_is_part_of_the_answer(query: Query) -> None:
    statement = headwater.analyze(write(query), dialect="duckdb", catalog=CATALOG).statements[-1]
    order = [(e.target.ordinal, str(e.source)) for e in statement.edges]
    assert order == sorted(order)
    assert [column.ordinal for column in statement.columns] == list(range(len(query.items)))
    fed = {e.target.ordinal for e in statement.edges}
    assert {c.ordinal for c in statement.columns if c.generated} == set(range(len(query.items))) - fed


@LAWS
@given(queries())
def test_influence_is_said_once(query: Query) -> None:
    statement = headwater.analyze(write(query), dialect="duckdb", catalog=CATALOG).statements[-1]
    influences = [(str(i.source), i.target.column, i.target.ordinal, i.type) for i in statement.influence]
    assert len(influences) == len(set(influences))


def arms(query: Query) -> list[Query]:
    return [query] if query.union is None else [query, *arms(query.union)]


BLANKS = (" ", "\n", "\t  ", " /* a; 'comment' */ ", ' -- to the end; "of" the line\n')


@LAWS
@given(queries(), st.data())
def test_blanks_and_comments_move_spans_and_nothing_else(query: Query, data: st.DataObject) -> None:
    tokens = write(query).split(" ")
    blanks = data.draw(st.lists(st.sampled_from(BLANKS), min_size=len(tokens), max_size=len(tokens)))
    spread = "".join(token + blank for token, blank in zip(tokens, blanks, strict=True))
    assert spelled(" ".join(tokens)) == spelled(spread)


def spelled(sql: str) -> list[tuple[object, ...]]:
    """Every edge and influence, with the text under its span instead of the span."""
    statement = headwater.analyze(sql, dialect="duckdb", catalog=CATALOG).statements[-1]
    answer: list[tuple[object, ...]] = []
    for e in statement.edges:
        answer.append(
            (
                str(e.source),
                e.target.ordinal,
                e.target.column,
                e.type.value,
                e.level.value,
                under(sql, e.span),
            )
        )
    for i in statement.influence:
        answer.append((str(i.source), i.target.column, i.type.value, i.level.value, under(sql, i.span)))
    return answer


def under(sql: str, span: tuple[int, int]) -> str:
    text = re.sub(r"/\*.*?\*/|--[^\n]*\n", "", sql[slice(*span)])
    return re.sub(r"\s+", "", text)


# --- composition -------------------------------------------------------------------------------------------

VALUE = ("DIRECT", "DERIVED", "DERIVED_ARRAY", "WINDOW", "AGG", "EXTERNAL", "UNKNOWN")


def test_through_is_associative() -> None:
    for first, second, third in itertools.product(Kind, repeat=3):
        left = through(through(first, second), third)
        right = through(first, through(second, third))
        assert left == right, f"{first} {second} {third}: {left} != {right}"


def test_a_value_path_is_as_strong_as_its_strongest_hop() -> None:
    kinds = [Kind[name] for name in VALUE]
    for first, second in itertools.product(kinds, repeat=2):
        assert through(first, second) == max(first, second, key=kinds.index)


def test_handing_on_unchanged_is_the_identity() -> None:
    for kind in Kind:
        assert through(Kind.DIRECT, kind) == kind
        assert through(kind, Kind.DIRECT) == kind


# --- the same bytes everywhere -----------------------------------------------------------------------------

# Run in a process of its own. The compiled half of the parser lies as extension modules beside the Python
# files of the same names, so a finder that looks for `.py` alone gives the parser without the compiled half.
ANSWERS = """
import hashlib, json, sys
from importlib.machinery import FileFinder, SourceFileLoader

class Uncompiled:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] != "sqlglot":
            return None
        found = (FileFinder(entry, (SourceFileLoader, [".py"])).find_spec(name) for entry in path or sys.path)
        return next((spec for spec in found if spec is not None), None)

if sys.argv[1] == "uncompiled":
    sys.meta_path.insert(0, Uncompiled)
import sqlglot.parser
import headwater
from tests.fuzzing import examples

print("compiled" if not sqlglot.parser.__file__.endswith(".py") else "uncompiled")
for line in sys.stdin:
    case = json.loads(line)
    catalog = headwater.Catalog(case["catalog"])
    answer = headwater.analyze(case["sql"], dialect=case["dialect"], catalog=catalog).to_dict()
    digest = hashlib.sha256(json.dumps(answer).encode()).hexdigest()
    print(case["name"], digest)
"""


def corpus() -> str:
    """Every golden file as one script (its expectations are comments to SQL), in two dialects each."""
    catalog = {table: dict.fromkeys(columns, "int") for table, columns in TABLES.items()}
    lines = [
        json.dumps(
            {
                "name": f"{path.stem}:{dialect}",
                "sql": path.read_text("utf-8"),
                "dialect": dialect,
                "catalog": catalog,
            }
        )
        for path in sorted(GOLDEN.rglob("*.sql"))
        for dialect in ("duckdb", "spark")
    ]
    assert lines
    return "\n".join(lines)


def answers(hash_seed: str, parser: str = "installed") -> list[str]:
    command = [sys.executable, "-c", ANSWERS, parser]
    done = timeouts.run(command, cpu=300, input=corpus(), env={**os.environ, "PYTHONHASHSEED": hash_seed})
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def installed() -> list[str]:
    return answers("0")


@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_the_hash_seed_changes_no_byte(installed: list[str], hash_seed: str) -> None:
    assert answers(hash_seed) == installed


def test_the_compiled_parser_changes_no_byte(installed: list[str]) -> None:
    if installed[0] != "compiled":
        pytest.skip("the parser's compiled half is not installed")
    uncompiled = answers("0", "uncompiled")
    assert uncompiled[0] == "uncompiled"
    assert uncompiled[1:] == installed[1:]


def test_the_same_text_twice_is_the_same_answer() -> None:
    def digest(text: str) -> str:
        answer = headwater.analyze(text, dialect="duckdb", catalog=CATALOG).to_dict()
        return hashlib.sha256(json.dumps(answer).encode()).hexdigest()

    for path in sorted(GOLDEN.rglob("*.sql")):
        text = path.read_text("utf-8")
        assert digest(text) == digest(text), path.name
