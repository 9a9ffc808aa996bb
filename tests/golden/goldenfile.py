"""The golden file format: a person writes it, `test_golden.py` judges by it, `--bless` rewrites it.

A file `tests/golden/<folder>/<feature>.sql` is a list of cases:

    --- title of the case                            [key: value; key: value]
    SELECT a + b AS c, count(*) AS n FROM t WHERE d > 0
    --> c     t.a   DERIVED
    --> c     t.b   DERIVED
    --> n     generated
    --> rows  t.d   FILTER

Options (all optional)
    catalog: NAME     DDL in catalogs/NAME.sql, then catalogs/NAME.<dialect>.sql if there is one;
                      `none` is no catalog; default `shop`
    dialect: D        one dialect; `dialects: D E` several. Default: the folder's name if it is a dialect,
                      otherwise all six
    default: DB       the default database
    influence: complete   no influence line means no influence (otherwise: influence is not checked)
    feature: NAME     what of the dialect the case shows, `group / name` (several: ` | `): it counts for the table of
                      features in docs/dialects/<dialect>.md. A line `-- feature: NAME` above the first
                      case is for all of a file
    limit: WHY        the case shows where its feature ends, though no diagnostic says so

Expectations, after the SQL
    --> target  source  TYPE [LEVEL]      a value edge; LEVEL is EXACT if left out.
                                          `name#1` addresses a target by ordinal (0-based)
    --> target  generated                 an output without any value source
    --> rows  source  TYPE [LEVEL]        influence on the whole dataset
    --> target ~  source  TYPE [LEVEL]    influence on one column
    --> expr target  "text"               the composed expression of one of the target's edges
    --> hop target  source  TYPE ["text"] one step, through CTEs and derived tables; both with their datasets
    --! CODE [line:column]                a diagnostic; CODE may have x for any digit (W1xx),
                                          or be just error, warning, info
    --= level LEVEL | kind KIND | columns a b c | sources t u     the statement as a whole
    --@ n [target]                        the lines that follow are about statement n (0-based);
                                          without it: the last statement

Names with spaces or quotes are written in double quotes, a double quote inside doubled.

Invariants: value lines (with the generated ones) are the complete set; hop lines too, once there is one of them;
influence lines too, once there is one of them or the option `influence: complete`; warnings and errors are complete
always (no `--!` line: none may come), infos only if one is named. Titles are unique in a file. Rendering a parsed block
and parsing it again gives the same block.

To add a kind of line: a field in `Block`, a branch in `parse_line`, a branch in `render`, a comparison in
`test_golden.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

HERE = Path(__file__).parent
DIALECTS = ("clickhouse", "duckdb", "flink", "googlesql", "hive", "spark")
LEVELS = ("EXACT", "INFERRED", "AMBIGUOUS", "COARSE", "TABLE", "NONE")
VALUES = ("DIRECT", "DERIVED", "DERIVED_ARRAY", "WINDOW", "AGG", "EXTERNAL", "UNKNOWN")
INFLUENCES = ("FILTER", "JOIN", "GROUP_BY", "SORT", "WINDOW", "CONDITIONAL")
OPTIONS = ("catalog", "dialect", "dialects", "default", "influence", "feature", "limit")
PROPERTIES = ("level", "kind", "columns", "sources")

_HEAD = re.compile(r"^--- +(?P<title>.*?)\s*(?:\[(?P<options>[a-z]+ *:[^\]]*)\])?\s*$")
_TOKEN = re.compile(r'"(?:[^"]|"")*"(?:#\d+)?|\S+')
_EXPECT = ("-->", "--!", "--=", "--@")


@dataclass(frozen=True, order=True)
class Flow:
    """One `-->` line: a value edge, an influence, or (type GENERATED) an output without source.

    `target` is None for the whole dataset; `ordinal` is None where the name says enough."""

    target: str | None
    ordinal: int | None
    source: str
    type: str
    level: str = "EXACT"


@dataclass(frozen=True, order=True)
class Diag:
    """One `--!` line."""

    code: str
    place: str | None = None


@dataclass(frozen=True, order=True)
class Hop:
    """One `--> hop` line; an empty `expr` is any."""

    target: str
    source: str
    type: str
    expr: str = ""


@dataclass
class Block:
    """What is expected of (or was answered for) one statement."""

    index: int | None = None
    target: str | None = None
    values: set[Flow] = field(default_factory=set)
    influence: set[Flow] = field(default_factory=set)
    diags: list[Diag] = field(default_factory=list)
    exprs: list[tuple[str, str]] = field(default_factory=list)
    hops: list[Hop] = field(default_factory=list)
    properties: dict[str, str] = field(default_factory=dict)


@dataclass
class Case:
    """One case; `lines` are the (first, end) line numbers of its expectations in the file, 0-based."""

    path: Path
    title: str
    options: dict[str, str]
    sql: str
    blocks: list[Block]
    lines: tuple[int, int]

    @property
    def name(self) -> str:
        return f"{self.path.relative_to(HERE).with_suffix('').as_posix()}:{self.title}"

    @property
    def dialects(self) -> tuple[str, ...]:
        named = (self.options.get("dialects") or self.options.get("dialect") or "").split()
        folder = self.path.relative_to(HERE).parts[0]
        return tuple(named) or ((folder,) if folder in DIALECTS else DIALECTS)

    @property
    def checks_influence(self) -> bool:
        return self.options.get("influence") == "complete" or any(block.influence for block in self.blocks)


class FormatError(ValueError):
    """A golden file that cannot be read; the message names file and line."""


def unquote(token: str) -> str:
    return token[1:-1].replace('""', '"') if len(token) > 1 and token[0] == token[-1] == '"' else token


def quote(name: str) -> str:
    plain = name and not re.search(r'[\s"~]', name) and name not in ("rows", "expr", "hop", "generated")
    return name if plain else '"' + name.replace('"', '""') + '"'


def parse_target(token: str) -> tuple[str, int | None]:
    """`a`, `a#1`, `"a b"`, `"a b"#1`."""
    match = re.fullmatch(r"(.+)#(\d+)", token, re.S)
    return (unquote(match[1]), int(match[2])) if match else (unquote(token), None)


def parse_line(line: str, block: Block) -> None:
    """Reads one expectation line into `block`. Raises ValueError with what is wrong."""
    mark, tokens = line[:3], _TOKEN.findall(line[3:])
    if mark == "--!":
        block.diags.append(Diag(tokens[0], tokens[1] if len(tokens) > 1 else None))
    elif mark == "--=":
        if len(tokens) < 2 or tokens[0] not in PROPERTIES:
            raise ValueError(f"expected one of {PROPERTIES} and a value")
        block.properties[tokens[0]] = " ".join(tokens[1:])
    elif tokens and tokens[0] == "expr":
        block.exprs.append((unquote(tokens[1]), unquote(tokens[2])))
    elif tokens and tokens[0] == "hop":
        if not 4 <= len(tokens) <= 5 or tokens[3] not in VALUES:
            raise ValueError(f"expected: target, source, one of {VALUES}, optional text")
        target, source, kind, expr = (*map(unquote, tokens[1:]), "")[:4]
        block.hops.append(Hop(target, source, kind, expr))
    elif tokens and tokens[0] == "rows":
        block.influence.add(_flow(None, None, tokens[1:], INFLUENCES))
    elif len(tokens) > 1 and tokens[1] == "~":
        block.influence.add(_flow(*parse_target(tokens[0]), tokens[2:], INFLUENCES))
    elif tokens[1:] == ["generated"]:
        block.values.add(Flow(*parse_target(tokens[0]), "", "GENERATED"))
    elif tokens:
        block.values.add(_flow(*parse_target(tokens[0]), tokens[1:], VALUES))
    else:
        raise ValueError("an empty expectation")


def _flow(target: str | None, ordinal: int | None, words: list[str], types: tuple[str, ...]) -> Flow:
    if not 2 <= len(words) <= 3 or words[1] not in types or (len(words) == 3 and words[2] not in LEVELS):
        raise ValueError(f"expected: source, one of {types}, optional level")
    return Flow(target, ordinal, unquote(words[0]), *words[1:])


def parse_file(path: Path) -> list[Case]:
    """All cases of a file, in order."""
    lines = path.read_text(encoding="utf-8").splitlines()
    heads = [number for number, line in enumerate(lines) if line.startswith("--- ")]
    above = lines[: heads[0]] if heads else []
    shared = next((line.partition(":")[2].strip() for line in above if line.startswith("-- feature:")), "")
    cases: list[Case] = []
    for head, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        match = _HEAD.match(lines[head])
        assert match is not None
        options: dict[str, str] = {}
        for pair in (match["options"] or "").split(";"):
            key, _, value = (part.strip() for part in pair.partition(":"))
            if key and key not in OPTIONS:
                raise FormatError(f"{path}:{head + 1}: no option {key!r}")
            options |= {key: value} if key else {}
        if shared and "feature" not in options:
            options["feature"] = shared
        while end > head + 1 and not lines[end - 1].strip():
            end -= 1
        first = next((n for n in range(head + 1, end) if lines[n].startswith(_EXPECT)), end)
        blocks: list[Block] = []
        for number in range(first, end):
            line = lines[number].rstrip()
            if not line or (line.startswith("--") and not line.startswith(_EXPECT)):
                continue
            try:
                if line.startswith("--@"):
                    tokens = _TOKEN.findall(line[3:])
                    blocks.append(Block(int(tokens[0]), unquote(tokens[1]) if len(tokens) > 1 else None))
                elif line.startswith(_EXPECT):
                    if not blocks:
                        blocks.append(Block())
                    parse_line(line, blocks[-1])
                else:
                    raise ValueError("SQL after the expectations")
            except (ValueError, IndexError) as error:
                raise FormatError(f"{path}:{number + 1}: {error}: {line}") from error
        sql = "\n".join(lines[head + 1 : first]).rstrip()
        cases.append(Case(path, match["title"], options, sql, blocks, (first, end)))
        if any(case.title == match["title"] for case in cases[:-1]):
            raise FormatError(f"{path}:{head + 1}: a second case of this title")
    return cases


def parse_folder() -> list[Case]:
    """All cases of all files, catalogs left out."""
    paths = sorted(path for path in HERE.glob("*/**/*.sql") if path.relative_to(HERE).parts[0] != "catalogs")
    return [case for path in paths for case in parse_file(path)]


def show_target(flow: Flow) -> str:
    if flow.target is None:
        return "rows"
    return quote(flow.target) + ("" if flow.ordinal is None else f"#{flow.ordinal}")


def show_flow(flow: Flow, mark: str = "") -> tuple[str, str, str]:
    if flow.type == "GENERATED":
        return show_target(flow), "generated", ""
    kind = flow.type if flow.level == "EXACT" else f"{flow.type}  {flow.level}"
    return show_target(flow) + mark, quote(flow.source), kind


def rank(names: list[str], flow: Flow) -> tuple[object, ...]:
    """The place of a line: the whole dataset first, then by output column, then by source."""
    position = names.index(flow.target) if flow.target in names else len(names)
    target = (flow.target is not None, position, flow.target or "", flow.ordinal or 0)
    return (*target, flow.source, flow.type)


def render(blocks: list[Block], order: dict[int | None, list[str]] | None = None) -> list[str]:
    """The blocks as expectation lines. `order` may give, per block index, the output columns in order."""
    lines: list[str] = []
    for block in blocks:
        if block.index is not None:
            lines.append(f"--@ {block.index}" + (f" {quote(block.target)}" if block.target else ""))
        names = (order or {}).get(block.index, [])

        rows = [show_flow(flow) for flow in sorted(block.values, key=partial(rank, names))]
        rows += [
            show_flow(flow, "" if flow.target is None else " ~")
            for flow in sorted(block.influence, key=partial(rank, names))
        ]
        widths = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
        lines += [f"--> {a:<{widths[0]}}  {b:<{widths[1]}}  {c}".rstrip() for a, b, c in rows]
        lines += [f'--> expr {quote(name)}  "{text.replace(chr(34), chr(34) * 2)}"' for name, text in block.exprs]
        lines += [
            f"--> hop {quote(hop.target)}  {quote(hop.source)}  {hop.type}"
            + (f'  "{hop.expr.replace(chr(34), chr(34) * 2)}"' if hop.expr else "")
            for hop in block.hops
        ]
        lines += [f"--! {diag.code}" + (f"  {diag.place}" if diag.place else "") for diag in block.diags]
        lines += [f"--= {key} {value}" for key, value in block.properties.items()]
    return lines


def rewrite(case: Case, lines: list[str]) -> None:
    """Puts `lines` in the place of the case's expectations; title, options and SQL stay as they are."""
    (now,) = (other for other in parse_file(case.path) if other.title == case.title)
    text = case.path.read_text(encoding="utf-8").splitlines()
    text[now.lines[0] : now.lines[1]] = lines
    case.path.write_text("\n".join(text) + "\n", encoding="utf-8")
