"""The parts of the page that are plain HTML, readable without its script: one function a section.

Each takes the data and gives a section, or nothing where there is nothing to say. Every list is cut to
`Limits.list_rows`, and says how many rows it does not show. A new section is a function here and an entry in SECTIONS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from headwater.emit.report.data import (
    COVERAGE_LEVELS,
    FACTS,
    ReportData,
    Row,
    distinct,
    location,
    moment,
    number,
    share,
    string,
)
from headwater.emit.report.markup import Child, Markup, address, join, tag

SYSTEMS = ("clickhouse", "duckdb", "flink", "googlesql", "hive", "file", "kafka")
"""Systems with a colour of their own; the script has the same list, and others share the rest of the colours."""
_SLOTS = 10
MARKS = {"EXACT": "✓", "INFERRED": "~", "AMBIGUOUS": "?", "COARSE": "#", "TABLE": "T", "NONE": "\u00d7"}
"""A sign for each level, so that none is told by its colour alone."""
_TIMES = "\u00d7"
_CONTEXT_LINES = 3
_CONTEXT_CHARS = 400
_WHOLE_CHARS = 4_000


# ── what the sections share ──────────────────────────────────────────────────────────────────────────────────────
def section(id: str, title: str, *children: Child, note: str = "") -> Markup:
    """A section with a heading that can be linked to."""
    heading = tag("h2", title, id=f"{id}-title")
    paragraph = tag("p", note, class_="note") if note else None
    return tag("section", heading, paragraph, *children, id=id, aria_labelledby=f"{id}-title")


def table(headings: Sequence[str], rows: Iterable[Sequence[Child]], label: str, numbers: Sequence[int] = ()) -> Markup:
    """A table in a box of its own that scrolls sideways; `numbers` are the columns that hold numbers."""

    def kind(index: int) -> str | None:
        return "n" if index in numbers else None

    head = tag("tr", *(tag("th", heading, scope="col", class_=kind(index)) for index, heading in enumerate(headings)))
    body = [tag("tr", *(tag("td", cell, class_=kind(index)) for index, cell in enumerate(row))) for row in rows]
    inner = tag("table", tag("thead", head), tag("tbody", *body))
    return tag("div", inner, class_="scroll", role="region", aria_label=label, tabindex=0)


def badge(level: str) -> Markup | None:
    """A level with its sign."""
    if not level:
        return None
    mark = tag("span", MARKS.get(level, "!"), aria_hidden="true")
    return tag("span", mark, " ", level, class_=f"level l-{level}" if level in MARKS else "level")


def count(value: int) -> str:
    """A number with its thousands apart."""
    return f"{value:,}"


def slot(system: str) -> str:
    """The class that gives a system its colour."""
    if system in SYSTEMS:
        return f"s{SYSTEMS.index(system)}"
    return f"s{len(SYSTEMS) + sum(map(ord, system)) % (_SLOTS - len(SYSTEMS))}"


def system_name(system: str) -> Markup:
    """A system with its colour beside its name."""
    return tag("span", tag("span", class_=f"dot {slot(system)}", aria_hidden="true"), system, class_="system")


def name(system: str, dataset: str, column: str | None = None) -> Markup:
    """A dataset or column that opens in the explorer."""
    text = dataset if column is None else f"{dataset}.{column}"
    return join(
        tag("span", system, class_="sys"), " ", tag("a", text, href=address(system, dataset, column), class_="name")
    )


def not_shown(shown: int, total: int, noun: str) -> Markup | None:
    """How much a list does not show."""
    if total <= shown:
        return None
    return tag("p", f"{count(total - shown)} more {noun} not listed.", class_="more")


def code(text: str, start: int = -1, end: int = -1) -> Markup:
    """Some lines of SQL around a span, with the span marked; the beginning where there is none."""
    if start < 0 or end <= start or start >= len(text):
        cut = text[:_WHOLE_CHARS]
        return tag("pre", tag("code", cut, "…" if len(cut) < len(text.rstrip()) else ""), tabindex=0)
    low, high = start, min(end, start + _CONTEXT_CHARS, len(text))
    for _ in range(_CONTEXT_LINES):
        low = max(text.rfind("\n", 0, max(low - 1, 0)) + 1, start - _CONTEXT_CHARS, 0)
    for _ in range(_CONTEXT_LINES):
        newline = text.find("\n", high + 1)
        high = min(newline if newline >= 0 else len(text), end + _CONTEXT_CHARS, len(text))
    stop = min(end, high)
    return tag(
        "pre",
        tag(
            "code",
            "…" if low else "",
            text[low:start],
            tag("mark", text[start:stop]),
            text[stop:high],
            "…" if high < len(text) else "",
        ),
        tabindex=0,
    )


def _statement_cell(row: Row) -> Markup:
    """What a statement does and where it stands, its text on demand."""
    target = string(row, "target")
    head = join(
        tag("b", string(row, "kind") or "statement"),
        " ",
        target,
        tag("span", location(row), class_="place"),
    )
    text = string(row, "text")
    return tag("details", tag("summary", head), code(text)) if text else head


# ── the sections ─────────────────────────────────────────────────────────────────────────────────────────────────
def tiles(data: ReportData) -> Markup:
    """The run in six numbers."""
    levels = data.level_counts()
    distinct_ = data.total("distinct_statements")
    systems = len(distinct(string(dataset, "system") for dataset in data.datasets))
    exact = share(levels["EXACT"], sum(levels.values()))
    numbers: list[tuple[str, str, str]] = [
        (count(data.total("statements")), "statements", f"{count(data.total('unread'))} unread entries"),
        (count(distinct_), "distinct statements", "analyzed once each"),
        (
            count(data.total("datasets")),
            "datasets",
            f"{systems} systems",
        ),
        (count(data.total("columns")), "columns", ""),
        (count(data.total("edges")), "value edges", f"{count(data.total('influence'))} influence edges"),
        (exact, "EXACT", f"{count(data.total('not_exact'))} statements are not EXACT"),
    ]
    return tag(
        "dl",
        *(
            tag("div", tag("dt", label), tag("dd", tag("b", value), tag("span", detail)))
            for value, label, detail in numbers
        ),
        class_="tiles",
    )


def run(data: ReportData) -> Markup:
    """When, with what, from where."""
    shown = data.sources[: data.limits.list_rows]
    sources = [
        tag(
            "li",
            tag("code", string(row, "source")),
            f" {count(number(row, 'entries'))} entries" if row.get("entries") is not None else "",
            tag("strong", f" {count(number(row, 'unread'))} unread {string(row, 'detail')}")
            if row.get("unread")
            else "",
        )
        for row in shown
    ]
    facts = [
        ("Finished", moment(data.finished)),
        ("Took", f"{data.seconds:,.1f} s" if data.seconds is not None else ""),
        ("headwater", data.version),
        ("Snapshot", data.snapshot),
    ]
    entries = [tag("div", tag("dt", key), tag("dd", value)) for key, value in facts if value]
    listed = tag(
        "details",
        tag("summary", f"{count(len(data.sources))} source{'' if len(data.sources) == 1 else 's'}"),
        tag("ul", *sources),
        not_shown(len(shown), len(data.sources), "sources"),
    )
    return join(tag("dl", *entries, class_="run"), listed if data.sources else None)


def coverage(data: ReportData) -> Markup | None:
    """How sure the answers are, dialect by dialect."""
    if not data.coverage:
        return None
    rows: list[list[Child]] = []
    for row in data.coverage:
        counts = {level: number(row, key) for level, key in COVERAGE_LEVELS.items()}
        rows.append(
            [
                string(row, "dialect") or "unknown",
                _bar(counts, string(row, "dialect")),
                share(counts["EXACT"], sum(counts.values())),
                count(number(row, "statements")),
                count(number(row, "distinct_statements")),
                *(count(value) if value else tag("span", "·", class_="zero") for value in counts.values()),
                count(number(row, "edges")),
                count(number(row, "unread")),
            ]
        )
    headings = ["Dialect", "Levels", "EXACT", "Statements", "Distinct", *counts, "Edges", "Unread"]
    legend = tag("p", *(join(badge(level), " ") for level in COVERAGE_LEVELS), class_="legend")
    return section(
        "coverage",
        "Coverage",
        legend,
        table(headings, rows, "Levels by dialect", range(2, 13)),
        note="Distinct statements by level. The level of a statement is that of its worst part.",
    )


def _bar(counts: dict[str, int], dialect: str) -> Markup:
    """A bar of a hundred parts; what is there is never too thin to be seen."""
    total = sum(counts.values())
    x, parts = 0.0, []
    present = {level: value for level, value in counts.items() if value}
    scale = 100.0 - 1.5 * len(present)
    for level, value in present.items():
        size = 1.5 + scale * value / total
        parts.append(
            tag("rect", x=f"{x:.2f}", y=0, width=f"{max(size - 0.4, 0.6):.2f}", height=10, class_=f"l-{level}")
        )
        x += size
    description = ", ".join(f"{level} {value}" for level, value in present.items()) or "no statements"
    return tag(
        "svg", *parts, class_="bar", viewBox="0 0 100 10", preserveAspectRatio="none", role="img",
        aria_label=f"{dialect}: {description}",
    )  # fmt: skip


def diagnostics(data: ReportData) -> Markup | None:
    """What was said most and worst, with an example in its place."""
    if not data.diagnostics:
        return None
    known = data.texts()
    shown = data.diagnostics[: data.limits.list_rows]
    items = []
    for row in shown:
        statement = known.get(string(row, "statement"), {})
        start = number(row, "span_start") - number(statement, "span_start")
        end = number(row, "span_end") - number(statement, "span_start")
        severity = string(row, "severity")
        where = {**statement, "line": row.get("line", statement.get("line"))}
        items.append(
            tag(
                "details",
                tag(
                    "summary",
                    tag("span", severity, class_=f"sev v-{severity}" if severity in _SEVERITIES else "sev"),
                    tag("b", string(row, "code")),
                    tag("span", f"{_TIMES} {count(number(row, 'count') or 1)}", class_="times"),
                    tag("span", string(row, "message"), class_="message"),
                    badge(string(row, "level")),
                ),
                tag("p", tag("span", "For example ", class_="faint"), tag("span", location(where), class_="place")),
                code(string(statement, "text"), start, end) if statement.get("text") else None,
                tag("p", tag("b", "What to do: "), string(row, "help")) if string(row, "help") else None,
                class_="diagnostic",
            )
        )
    total = data.total("diagnostics")
    counted = sum(number(row, "count") or 1 for row in shown)
    return section("diagnostics", "Diagnostics", *items, not_shown(counted, total, "diagnostics"), note=(
        "One line per code, most severe first, each with an example."
    ))  # fmt: skip


_SEVERITIES = ("info", "warning", "error")


def not_exact(data: ReportData) -> Markup | None:
    """Every statement that is not EXACT, by the reason."""
    total = data.total("not_exact")
    if not total and not data.not_exact:
        return section("not-exact", "Not EXACT", tag("p", "Every statement is EXACT.", class_="good"))
    groups: dict[str, list[Row]] = {string(row, "code"): [] for row in data.reasons}
    for row in data.not_exact:
        groups.setdefault(string(row, "code"), []).append(row)
    reasons = {string(row, "code"): row for row in data.reasons}
    items = []
    for key, rows in groups.items():
        reason: Row = reasons.get(key, {})
        shown = rows[: data.limits.list_rows]
        size = number(reason, "count") or len(rows)
        level = string(reason, "level") or (string(rows[0], "level") if rows else "")
        cells = [[badge(string(row, "level")), string(row, "dialect"), _statement_cell(row)] for row in shown]
        items.append(
            tag(
                "details",
                tag(
                    "summary",
                    badge(level),
                    tag("b", key or "no diagnostic"),
                    tag("span", f"{_TIMES} {count(size)}", class_="times"),
                    tag("span", string(reason, "message"), class_="message"),
                ),
                tag("p", tag("b", "What to do: "), string(reason, "help")) if string(reason, "help") else None,
                table(["Level", "Dialect", "Statement"], cells, f"Statements with {key}") if cells else None,
                not_shown(len(shown), size, "statements"),
                class_="diagnostic",
            )
        )
    return section("not-exact", "Not EXACT", *items, note=f"{count(total)} distinct statements, by reason.")


def slowest(data: ReportData) -> Markup | None:
    """What took longest to analyse."""
    rows: list[list[Child]] = [
        [f"{float(row.get('millis') or 0):,.1f}", badge(string(row, "level")), string(row, "dialect"),
         count(number(row, "runs")), _statement_cell(row)]
        for row in data.slowest[: data.limits.list_rows]
    ]  # fmt: skip
    if not rows:
        return None
    shown = table(["ms", "Level", "Dialect", "Runs", "Statement"], rows, "Slowest statements", (0, 3))
    return section("slowest", "Slowest statements", shown)


def facts(data: ReportData) -> Markup | None:
    """What the whole graph says."""
    known = {_full(row): (string(row, "system"), string(row, "dataset"), string(row, "name")) for row in data.columns}
    cards = []
    for key, (title, meaning) in FACTS.items():
        if key not in data.facts:
            continue
        total, note, items = _fact(key, data.facts[key], known)
        shown = items[: data.limits.list_rows]
        cards.append(
            tag(
                "details",
                tag("summary", tag("b", count(total)), " ", title),
                tag("p", f"{meaning}{note}", class_="faint"),
                tag("ol", *(tag("li", item) for item in shown)) if shown else None,
                not_shown(len(shown), total, "of them") if shown else None,
                class_="fact",
            )
        )
    if not cards:
        return None
    as_of = data.facts.get("as_of")
    note = f"As of snapshot {as_of}; few edges have changed since." if as_of else ""
    return section("facts", "Facts about the graph", tag("div", *cards, class_="facts"), note=note)


_Known = dict[str, tuple[str, str, str]]


def _full(row: Row) -> str:
    return f"{string(row, 'system')}:{string(row, 'dataset')}.{string(row, 'name')}"


def _fact(key: str, fact: Any, known: _Known) -> tuple[int, str, list[Markup]]:
    """How many there are of a fact, what else is said, and those that are named."""
    if key == "most_read":
        return len(fact), "", [
            join(_column(string(row, "column"), known), tag("span", f" feeds {count(number(row, 'reached'))} columns, "
                 f"{count(number(row, 'readers'))} at once", class_="faint"))
            for row in fact
        ]  # fmt: skip
    if key == "layers":
        return len(fact), "", [join(f"{count(int(size))} columns") for _, size in sorted(fact.items())]
    if key == "components":
        return number(fact, "count"), f" The largest has {count(number(fact, 'largest'))} columns.", []
    first = fact.get("first") or ()
    if key == "cycles":
        return number(fact, "count"), "", [_circle(row, known) for row in first]
    make = _dataset if key == "orphans" else _column
    return number(fact, "count"), "", [make(str(text), known) for text in first]


def _circle(row: Row, known: _Known) -> Markup:
    few = [_column(str(column), known) for column in list(row.get("columns") or ())[:12]]
    size = number(row, "size")
    return join(*_between(few, ", "), f" and {count(size - len(few))} more" if size > len(few) else "")


def _column(text: str, known: _Known) -> Markup:
    """`system:dataset.column` as a link; the dataset ends where the columns say, else at the last dot."""
    if text in known:
        return name(*known[text])
    system, _, dotted = text.partition(":")
    dataset, dot, column = dotted.rpartition(".")
    return name(system, dataset, column) if dot else join(text)


def _dataset(text: str, known: _Known) -> Markup:
    """`system:dataset` as a link."""
    system, colon, dataset = text.partition(":")
    return name(system, dataset) if colon else join(text)


def _between(parts: Sequence[Markup], gap: str) -> Iterable[Child]:
    for index, part in enumerate(parts):
        if index:
            yield gap
        yield part


def tags(data: ReportData) -> Markup | None:
    """Where marks spread to, and by which way."""
    if not data.tags:
        return None
    shown = data.tags[: data.limits.list_rows]
    rows = [
        [
            tag("span", string(row, "tag"), class_="tag"),
            name(string(row, "system"), string(row, "dataset"), string(row, "column")),
            join(badge(string(row, "level")), " masked" if row.get("masked") else ""),
            "given" if not number(row, "distance") else count(number(row, "distance")),
            _evidence(row.get("path") or ()),
        ]
        for row in shown
    ]
    return section(
        "tags",
        "Tags",
        table(["Tag", "Column", "Level", "Steps", "Evidence"], rows, "Tagged columns", (3,)),
        not_shown(len(shown), data.total("tags"), "tagged columns"),
        note="A mark spreads along value edges; the evidence is the way from where it was given.",
    )


def _evidence(path: Sequence[Any]) -> Markup:
    return tag("span", *_between([tag("code", str(column)) for column in path], " → "), class_="evidence")


def engines(data: ReportData) -> Markup | None:
    """Where data goes from one system to another."""
    pairs: dict[tuple[str, str], dict[tuple[str, str], None]] = {}
    for row in data.table_edges:
        ends = (string(row, "source_system"), string(row, "target_system"))
        if ends[0] != ends[1]:
            pairs.setdefault(ends, {})[string(row, "source"), string(row, "target")] = None
    shared = [row for row in data.datasets if row.get("also")]
    if not pairs and not shared:
        return None
    most = data.limits.list_rows
    rows: list[list[Child]] = []
    for (source, target), datasets in sorted(pairs.items(), key=lambda entry: (-len(entry[1]), entry[0])):
        listed = [
            tag("li", name(source, entry), " → ", name(target, target_name))
            for entry, target_name in list(datasets)[:most]
        ]
        few = tag("details", tag("summary", f"Pairs of datasets: {count(len(datasets))}"), tag("ul", *listed),
                  not_shown(len(listed), len(datasets), "pairs"))  # fmt: skip
        rows.append([join(system_name(source), " → ", system_name(target)), few])
    aliases = [
        tag("li", name(string(row, "system"), string(row, "name")), " is also ", ", ".join(map(str, row["also"])))
        for row in shared[:most]
    ]
    return section(
        "engines",
        "Across engines",
        table(["From → to", "Datasets"], rows, "Edges between systems") if rows else None,
        tag("h3", "One dataset, several names") if aliases else None,
        tag("ul", *aliases) if aliases else None,
        not_shown(len(aliases), len(shared), "datasets"),
    )


SECTIONS: dict[str, tuple[str, Callable[[ReportData], Markup | None]]] = {
    "coverage": ("Coverage", coverage),
    "not-exact": ("Not EXACT", not_exact),
    "diagnostics": ("Diagnostics", diagnostics),
    "slowest": ("Slowest", slowest),
    "facts": ("Facts", facts),
    "tags": ("Tags", tags),
    "engines": ("Engines", engines),
}
"""The sections below the explorer, in the order of the page: id, menu entry, function."""
