"""`headwater diff`: columns whose origins changed between two versions, and what is downstream of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from headwater.base.levels import Level
from headwater.cli import console, options, store_options
from headwater.cli.store_options import counted
from headwater.emit.styled_text import Line, Meaning, Piece, clean

if TYPE_CHECKING:
    from headwater.rows.diff_answers import Diff, Origin, OriginChange

_SHOWN = 12


class Format(StrEnum):
    """Output formats."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"
    CSV = "csv"


class FailOn(StrEnum):
    """Which differences give exit code 1."""

    ANY = "any"
    WORSE = "worse"
    NEVER = "never"


@console.command
def diff(
    *,
    before: Annotated[
        str,
        typer.Argument(
            metavar="BEFORE",
            help="Output folder of headwater run, one of its snapshots (out@000003), or a folder of SQL.",
        ),
    ],
    after: Annotated[str, typer.Argument(metavar="AFTER", help="The later version, in the same form.")],
    influence: store_options.Influence = store_options.Shown.BOTH,
    fail_on: Annotated[
        FailOn, typer.Option("--fail-on", help="Exit with 1 on any difference, only if lineage got worse, or never.")
    ] = FailOn.ANY,
    most: store_options.MostColumns = 500,
    format: Annotated[Format, typer.Option("--format", "-f", help="Output format.")] = Format.TEXT,
    output: options.Output = None,
    sql_folder: store_options.SqlFolder,
) -> None:
    """Compare the lineage of two versions and show columns whose origins changed."""
    with ExitStack() as stack:
        stores = []
        for one in (before, after):
            folder, snapshot = _named(one)
            stores.append(stack.enter_context(store_options.opened(folder, snapshot, sql_folder)))
        stack.enter_context(store_options.problems())
        from headwater.store import diff as compare

        found = compare(stores[0], stores[1], influence.value, most)
        if format is Format.JSON:
            store_options.write_json(stores[1], found.to_dict(), output)
        elif format is Format.CSV:
            store_options.write_csv(_HEADINGS, _table(found), output)
        elif format is Format.MARKDOWN:
            console.data(markdown(found, before, after), output)
        else:
            console.lines(_shown(found, before, after), output)
    if (fail_on is FailOn.ANY and found) or (fail_on is FailOn.WORSE and found.worse):
        raise typer.Exit(1)


def _named(given: str) -> tuple[str, str | None]:
    """`out@000003` is snapshot 000003 of out, unless a folder has that name."""
    folder, at, snapshot = given.rpartition("@")
    return (folder, snapshot) if at and folder and not Path(given).exists() else (given, None)


_HEADINGS = (
    "column",
    "change",
    "origin",
    "origin_change",
    "influence",
    "types_before",
    "types_after",
    "level_before",
    "level_after",
    "expr_before",
    "expr_after",
)


def _table(found: Diff) -> Iterator[tuple[object, ...]]:
    for one in found.columns:
        for origin in one.origins:
            old, new = origin.before, origin.after
            name = (new or old).source if (new or old) is not None else ""  # type: ignore[union-attr]
            yield (
                one.full_name,
                one.change,
                name,
                origin.change,
                origin.influence,
                *(" ".join(side.types) if side else "" for side in (old, new)),
                *(side.level.value if side else "" for side in (old, new)),
                *(side.expr if side else "" for side in (old, new)),
            )


# ── for people ───────────────────────────────────────────────────────────────────────────────────────────────────
_SIGN: dict[str, tuple[str, Meaning]] = {"added": ("+", "good"), "removed": ("-", "bad"), "changed": ("~", "unsure")}


def summary(found: Diff) -> str:
    """A one-line summary of the differences."""
    if not found:
        return "No changes: every column has the same origins."
    parts = [
        f"{counted(number, 'column')} {word}"
        for word in ("changed", "added", "removed")
        if (number := sum(one.change == word for one in found.columns))
    ]
    for word, names in (("added", found.datasets_added), ("removed", found.datasets_removed)):
        parts += [f"{counted(len(names), 'dataset')} {word}"] if names else []
    behind = found.downstream
    tail = f" {counted(len(behind), 'dataset')} downstream." if behind else ""
    return ", ".join(parts) + "." + tail


def _shown(found: Diff, before: str, after: str) -> Iterator[Line]:
    yield [Piece(clean(before), "name"), Piece(" → "), Piece(clean(after), "name"), Piece(f": {summary(found)}")]
    for title, names, sign in (("added", found.datasets_added, "+"), ("removed", found.datasets_removed, "-")):
        for name in names[: _SHOWN * 4]:
            told: Meaning = "good" if sign == "+" else "bad"
            yield [Piece(f"{sign} ", told), Piece(clean(name), "name"), Piece(f"  {title}", "faint")]
        if len(names) > _SHOWN * 4:
            yield [Piece(f"  … {len(names) - _SHOWN * 4:,} more", "faint")]
    for one in found.columns:
        mark, meaning = _SIGN[one.change]
        yield [
            Piece("! " if one.worse else f"{mark} ", "bad" if one.worse else meaning),
            Piece(clean(one.full_name), "name"),
            Piece(f"  {one.change}", "faint"),
            Piece("  worse: lineage was lost", "bad") if one.worse else Piece(""),
        ]
        for origin in one.origins:
            mark, meaning = _SIGN[origin.change]
            yield [Piece(f"    {mark} ", meaning), *_origin(origin)]
        if one.downstream:
            behind = ", ".join(map(clean, one.downstream[:_SHOWN]))
            more = f" and {len(one.downstream) - _SHOWN} more" if len(one.downstream) > _SHOWN else ""
            yield [Piece(f"    downstream: {behind}{more}", "faint")]
    if found.hidden:
        yield [Piece(f"  … {counted(found.hidden, 'more column')} changed; use --max to show more", "faint")]


def _origin(one: OriginChange) -> list[Piece]:
    old, new = one.before, one.after
    some = new or old
    assert some is not None
    pieces = [Piece(clean(some.source), "head"), Piece("  ")]
    if old is not None and new is not None:
        said = [f"{a} → {b}" if a != b else a for a, b in zip(_said(old, one), _said(new, one), strict=True)]
    else:
        said = list(_said(some, one))
    doubt = new is not None and (new.level > Level.INFERRED or "UNKNOWN" in new.types)
    return [*pieces, Piece("  ".join(part for part in said if part), "bad" if doubt else "plain")]


def _said(side: Origin, one: OriginChange) -> tuple[str, str, str]:
    kinds = " ".join(side.types)
    return (f"by {kinds}" if one.influence else kinds), side.level.value, clean(side.expr)


# ── for pull requests ────────────────────────────────────────────────────────────────────────────────────────────
def markdown(found: Diff, before: str, after: str) -> str:
    """The comparison as Markdown: a summary, a table, and a collapsed list of downstream datasets."""
    out = ["### Lineage", "", summary(found), ""]
    if found.columns:
        out += ["| | column | origin | before | after |", "| --- | --- | --- | --- | --- |"]
        for one in found.columns:
            for number, origin in enumerate(one.origins):
                some = origin.after or origin.before
                assert some is not None
                mark = ("⚠️" if one.worse else _SIGN[one.change][0]) if number == 0 else ""
                name = _code(one.full_name) if number == 0 else ""
                cells = (mark, name, _code(some.source), _side(origin.before, origin), _side(origin.after, origin))
                out.append("| " + " | ".join(cells) + " |")
        if found.hidden:
            out.append(f"| | … {counted(found.hidden, 'more column')} | | | |")
        out.append("")
    for title, names in (("Added", found.datasets_added), ("Removed", found.datasets_removed)):
        if names:
            more = f" and {len(names) - 50} more" if len(names) > 50 else ""
            out += [f"**{title}:** " + ", ".join(map(_code, names[:50])) + more, ""]
    if found.downstream:
        out += [f"<details><summary>{counted(len(found.downstream), 'dataset')} downstream</summary>", ""]
        out += [f"- {_code(name)}" for name in found.downstream[:200]]
        if len(found.downstream) > 200:
            out.append(f"- … {len(found.downstream) - 200} more")
        out += ["", "</details>", ""]
    if found.worse:
        out += ["⚠️ Lineage got worse: an origin was removed, is less certain, or has the type UNKNOWN.", ""]
    return "\n".join(out)


def _side(side: Origin | None, one: OriginChange) -> str:
    if side is None:
        return "none"
    kinds = ", ".join(side.types)
    kinds = f"by {kinds}" if one.influence else kinds
    level = "" if side.level is Level.EXACT else f" **{side.level.value}**"
    return f"{kinds}{level}" + (f" {_code(side.expr[:120])}" if side.expr else "")


def _code(text: str) -> str:
    """Text as inline code in a table cell, safe from Markdown and HTML."""
    flat = clean(text).replace("|", "\\|")
    ticks = "`"
    while ticks in flat:
        ticks += "`"
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{ticks}{pad}{flat}{pad}{ticks}"
