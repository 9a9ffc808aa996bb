"""Test files of engines, as scripts: the statements of a file, in order.

Formats, by file name: sqllogictest (`.test`, `.test_slow`), plain SQL (`.sql`: ClickHouse, Spark), Hive's `.q`, and
statements as JSON lines (`.jsonl`, `.jsonl.gz`: `id`, `sql`, and `expect` where it is known; what stands before `#` in
the id names the file). To add one: a function from a path to scripts, and a row in `READERS`.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Asked:
    """A statement of a suite. `accepted`: whether the suite expects the engine to take it; None if it does not say."""

    id: str
    sql: str
    accepted: bool | None = None


@dataclass
class Script:
    """The statements of one file, which share a session."""

    name: str
    statements: list[Asked] = field(default_factory=list)

    def add(self, sql: str, accepted: bool | None = None) -> None:
        """Append a statement under the next number."""
        if sql.strip():
            self.statements.append(Asked(f"{self.name}#{len(self.statements)}", sql.strip(), accepted))


def json_lines(path: Path, root: Path) -> Iterator[Script]:
    """One statement per line."""
    scripts: dict[str, Script] = {}
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    for record in map(json.loads, filter(None, text.split("\n"))):  # a string may hold U+2028
        name = str(record["id"]).partition("#")[0]
        accepted = {"ok": True, "error": False}.get(record.get("expect", ""))
        script = scripts.setdefault(name, Script(name))
        script.statements.append(Asked(str(record["id"]), str(record["sql"]), accepted))
    yield from scripts.values()


_DIRECTIVE = re.compile(r"^(statement|query)\b\s*(\S*)")


def sqllogictest(path: Path, root: Path) -> Iterator[Script]:
    """`statement ok`, `statement error`, `query III`: the SQL follows, up to `----` or an empty line."""
    script = Script(str(path.relative_to(root)))
    lines = iter(path.read_text(encoding="utf-8", errors="replace").splitlines())
    for line in lines:
        directive = _DIRECTIVE.match(line)
        if directive is None:
            continue
        sql: list[str] = []
        for text in lines:
            if not text.strip() or text.startswith("----"):
                break
            sql.append(text)
        script.add("\n".join(sql), directive[2] != "error")
    yield script


def semicolons(path: Path, root: Path) -> Iterator[Script]:
    """Statements that end with a semicolon outside of quotes and comments."""
    script = Script(str(path.relative_to(root)))
    text = path.read_text(encoding="utf-8", errors="replace")
    start = 0
    for match in _PARTS.finditer(text):
        if match.group() == ";":
            script.add(text[start : match.start()])
            start = match.end()
    script.add(text[start:])
    yield script


_PARTS = re.compile(r"'(?:[^'\\]|\\.|'')*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`|--[^\n]*|/\*.*?\*/|;", re.DOTALL)

READERS: dict[str, Callable[[Path, Path], Iterator[Script]]] = {
    ".jsonl": json_lines,
    ".jsonl.gz": json_lines,
    ".test": sqllogictest,
    ".test_slow": sqllogictest,
    ".sql": semicolons,
    ".q": semicolons,
}


def read(path: Path) -> Iterator[Script]:
    """The scripts of a file, or of every file below a folder, in the order of their names."""
    files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    root = path if path.is_dir() else path.parent
    for file in files:
        reader = next((reader for suffix, reader in READERS.items() if file.name.endswith(suffix)), None)
        if reader is not None:
            yield from reader(file, root)
