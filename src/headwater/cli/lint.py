"""`headwater lint`: rules over SQL files, for people, for programs and for code hosts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

import headwater
from headwater import emit
from headwater.cli import inputs, options, screen
from headwater.cli.screen import Wrong
from headwater.emit.lines import Line, Piece
from headwater.lint import RULES, Config, ConfigError, Report, Rule, chosen, find_config, read_config
from headwater.lint.check import judge
from headwater.lint.sarif import log
from headwater.lint.show import lines


class Format(str, Enum):
    """How findings are written."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"


@screen.command
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
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit with 0 in spite of findings.")] = False,
    format: Annotated[Format, typer.Option("--format", "-f", help="The output format.")] = Format.TEXT,
    functions: options.Functions = None,
    output: options.Output = None,
    encoding: options.Encoding = "utf-8",
) -> None:
    """Judge how SQL is written, by what its lineage shows."""
    if list_rules:
        screen.lines(map(_listed, RULES), output)
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
    reports = [judge(one, _rules(settings, one.source.name)) for one in inputs.answers(paths, reading)]
    if format is Format.TEXT:
        screen.lines(lines(reports), output)
    elif format is Format.JSON:
        screen.data(emit.json.dump([one.to_dict() for report in reports for one in report.findings]), output)
    else:
        screen.data(emit.json.dump(log(reports, _rules(settings, ""), headwater.__version__)), output)
    if _found(reports) and not exit_zero:
        raise typer.Exit(1)


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
