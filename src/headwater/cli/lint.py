"""`headwater lint`: rules over SQL files, for people, for programs and for code hosts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

import headwater
from headwater import dialects, emit
from headwater.cli import console, inputs, options
from headwater.cli.console import Wrong
from headwater.emit.styled_text import Line, Piece
from headwater.lint import RULES, Config, ConfigError, Report, Rule, chosen, find_config, read_config
from headwater.lint.check import judge
from headwater.lint.fix import Edit, diff, fixed
from headwater.lint.sarif import log
from headwater.lint.text import annotation, lines


class Format(StrEnum):
    """How findings are written."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


@console.command
def lint(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="Files, folders (every .sql below them), or - for the standard input."),
    ] = None,
    dialect: options.Dialect = None,
    catalog: options.Catalogs = None,
    database: options.Database = None,
    select: Annotated[
        list[str] | None,
        typer.Option("--select", metavar="RULES", help="The rules that are on, instead of the usual ones: L1,L203."),
    ] = None,
    extend_select: Annotated[
        list[str] | None, typer.Option("--extend-select", metavar="RULES", help="Rules that are on besides.")
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option("--ignore", metavar="RULES", help="Rules that are off.")] = None,
    config: Annotated[
        Path | None,
        typer.Option("--config", metavar="FILE", help="Settings; else headwater.toml or pyproject.toml above here."),
    ] = None,
    list_rules: Annotated[bool, typer.Option("--rules", help="List the rules and leave.")] = False,
    explain: Annotated[
        str | None, typer.Option("--explain", metavar="RULE", help="Explain a rule, with an example, and leave.")
    ] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Carry out what is safe, in the files.")] = False,
    show_diff: Annotated[
        bool, typer.Option("--diff", help="Show what --fix would change, and change nothing.")
    ] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit with 0 in spite of findings.")] = False,
    format: Annotated[Format, typer.Option("--format", "-f", help="The output format.")] = Format.TEXT,
    functions: options.Functions = None,
    output: options.Output = None,
    encoding: options.Encoding = "utf-8",
) -> None:
    """Judge how SQL is written, by what its lineage shows."""
    if list_rules:
        console.lines(map(_listed, RULES), output)
        return
    if explain is not None:
        console.lines(_explained(explain), output)
        return
    if not paths:
        raise Wrong("Name the files or folders to judge, or - for the standard input.")
    settings = _settings(config)
    settings = replace(
        settings,
        select=_words(select) if select else settings.select,
        extend_select=(*settings.extend_select, *_words(extend_select)),
        ignore=(*settings.ignore, *_words(ignore)),
    )
    _rules(settings, "")
    reading = inputs.Settings(
        dialect or settings.dialect, [*settings.catalog, *(catalog or ())], database, False, encoding, functions or ()
    )
    reports: list[Report] = []
    changes: list[str] = []
    for one in inputs.answers(paths, reading):
        rules, known = _rules(settings, one.source.name), reading.catalog(one.dialect)
        if fix or show_diff:
            done = _fixed(one, rules, reading, settings)
            changes.append(_change(one, done.text, show_diff, encoding))
            one = done.answer
        reports.append(judge(one, rules, known, settings.external))
    if show_diff or (fix and "-" in paths):
        console.data("".join(changes), output)
        if (any(changes) if show_diff else _found(reports)) and not exit_zero:
            raise typer.Exit(1)
        return
    if format is Format.TEXT:
        console.lines(lines(reports), output)
    elif format is Format.JSON:
        console.data(emit.json.dump([one.to_dict() for report in reports for one in report.findings]), output)
    elif format is Format.GITHUB:
        console.data("".join(f"{annotation(one)}\n" for report in reports for one in report.findings), output)
    else:
        console.data(emit.json.dump(log(reports, _rules(settings, ""), headwater.__version__)), output)
    if _found(reports) and not exit_zero:
        raise typer.Exit(1)


class _Done(NamedTuple):
    text: str
    answer: headwater.Analysis


def _fixed(answer: headwater.Analysis, rules: tuple[Rule, ...], reading: inputs.Settings, settings: Config) -> _Done:
    """A text with its fixes carried out, and its answer."""
    if dialects.get(answer.dialect).syntax.mask is not None and "***" in answer.source.text:
        # passwords were covered before anything was read: this text is not the file's
        console.notes([[Piece(f"{answer.source.name} is not mended: it may hold secrets, which are covered here.")]])
        return _Done(answer.source.text, answer)
    known, options_ = reading.catalog(answer.dialect), reading.options()

    def find(text: str) -> tuple[headwater.Analysis, list[Edit]]:
        found = headwater.analyze(
            text,
            dialect=answer.dialect,
            catalog=known,
            database=reading.database,
            options=options_,
            name=answer.source.name,
        )
        report = judge(found, rules, known, settings.external)
        return found, [one.edit for one in report.findings if one.edit is not None]

    text = fixed(answer.source.text, find).text
    return _Done(text, find(text)[0])


def _change(answer: headwater.Analysis, text: str, only_shown: bool, encoding: str) -> str:
    """What is printed of a change: a patch, or the text of the standard input; a file is written."""
    name, before = answer.source.name, answer.source.text
    if only_shown:
        return diff(name, before, text)
    if name == inputs.STDIN:
        return text
    if text != before:
        path = Path(name)
        mark = "\ufeff" if path.read_bytes().startswith("\ufeff".encode(encoding)) else ""
        path.write_bytes((mark + text).encode(encoding))
    return ""


def _explained(word: str) -> Iterator[Line]:
    try:
        found = chosen([word])
    except ValueError as error:
        raise Wrong(str(error)) from None
    for rule in found:
        on = "on by default" if rule.default else "off until it is selected"
        yield [Piece(f"{rule.code} {rule.name}", "head"), Piece(f" ({rule.severity}, {on})", "faint")]
        yield [Piece(rule.why)]
        yield [Piece("  broken by: ", "faint"), Piece(rule.bad)]
        yield [Piece("  kept by:   ", "faint"), Piece(rule.good)]
        yield [Piece("  fix:       ", "faint"), Piece(rule.fix)]


def _found(reports: Sequence[Report]) -> bool:
    return any(report.findings for report in reports)


def _settings(config: Path | None) -> Config:
    path = config if config is not None else find_config(Path.cwd())
    if path is None:
        return Config()
    try:
        return read_config(path)
    except ConfigError as error:
        raise Wrong(str(error)) from None


def _words(given: Sequence[str] | None) -> tuple[str, ...]:
    return tuple(word.strip() for one in given or () for word in one.split(",") if word.strip())


def _rules(settings: Config, file: str) -> tuple[Rule, ...]:
    try:
        return chosen(settings.select, settings.extend_select, settings.ignored(file))
    except ValueError as error:
        raise Wrong(str(error)) from None


def _listed(rule: Rule) -> Line:
    on = "on " if rule.default else "off"
    return [Piece(rule.code, "name"), Piece(f"  {on}  {rule.name:<20}  "), Piece(rule.why, "faint")]
