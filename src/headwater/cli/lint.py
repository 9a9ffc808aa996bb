"""`headwater lint`: lineage-aware rules for SQL files."""

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
from headwater.lint import RULES, Config, ConfigError, Report, Rule, find_config, read_config, select_rules
from headwater.lint.check import judge
from headwater.lint.fix import Edit, apply_fixes, diff
from headwater.lint.sarif import log
from headwater.lint.text import annotation, lines


class Format(StrEnum):
    """Output formats."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


@console.command
def lint(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="SQL files, folders (searched for *.sql), or - for standard input."),
    ] = None,
    dialect: options.Dialect = None,
    catalog: options.Catalogs = None,
    database: options.Database = None,
    select: Annotated[
        list[str] | None,
        typer.Option("--select", metavar="RULES", help="Rules to enable instead of the defaults, such as L1,L203."),
    ] = None,
    extend_select: Annotated[
        list[str] | None, typer.Option("--extend-select", metavar="RULES", help="Rules to enable in addition.")
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option("--ignore", metavar="RULES", help="Rules to disable.")] = None,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config", metavar="FILE", help="Settings file. Default: the nearest headwater.toml or pyproject.toml."
        ),
    ] = None,
    list_rules: Annotated[bool, typer.Option("--rules", help="List all rules and exit.")] = False,
    explain: Annotated[
        str | None, typer.Option("--explain", metavar="RULE", help="Explain a rule, with an example, and exit.")
    ] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Apply safe fixes to the files.")] = False,
    show_diff: Annotated[bool, typer.Option("--diff", help="Show the changes of --fix without applying them.")] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit with 0 even if there are findings.")] = False,
    format: Annotated[Format, typer.Option("--format", "-f", help="Output format.")] = Format.TEXT,
    functions: options.Functions = None,
    output: options.Output = None,
    encoding: options.Encoding = "utf-8",
) -> None:
    """Check SQL files against lint rules that use the lineage."""
    if list_rules:
        console.lines(map(_listed, RULES), output)
        return
    if explain is not None:
        console.lines(_explained(explain), output)
        return
    if not paths:
        raise Wrong("No input: pass files or folders, or - for standard input.")
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
    """The text with its fixes applied, and its answer."""
    if dialects.get(answer.dialect).syntax.mask is not None and "***" in answer.source.text:
        # passwords are masked before the text is analyzed: this text is not the text of the file
        console.notes([[Piece(f"{answer.source.name} is not fixed: it may contain secrets, which are masked.")]])
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

    text = apply_fixes(answer.source.text, find)
    return _Done(text, find(text)[0])


def _change(answer: headwater.Analysis, text: str, only_shown: bool, encoding: str) -> str:
    """The printed change: a patch, or the new text of standard input. A file is written in place."""
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
        found = select_rules([word])
    except ValueError as error:
        raise Wrong(str(error)) from None
    for rule in found:
        on = "on by default" if rule.default else "off by default"
        yield [Piece(f"{rule.code} {rule.name}", "head"), Piece(f" ({rule.severity}, {on})", "faint")]
        yield [Piece(rule.why)]
        yield [Piece("  bad:  ", "faint"), Piece(rule.bad)]
        yield [Piece("  good: ", "faint"), Piece(rule.good)]
        yield [Piece("  fix:  ", "faint"), Piece(rule.fix)]


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
        return select_rules(settings.select, settings.extend_select, settings.ignored(file))
    except ValueError as error:
        raise Wrong(str(error)) from None


def _listed(rule: Rule) -> Line:
    on = "on " if rule.default else "off"
    return [Piece(rule.code, "name"), Piece(f"  {on}  {rule.name:<20}  "), Piece(rule.why, "faint")]
