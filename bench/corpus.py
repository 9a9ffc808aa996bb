"""The TPC-DS queries and schema, fetched when a bench needs them and never committed.

sqlglot's source distribution carries the 99 queries (tests/fixtures/optimizer/tpc-ds) and the schema (a
literal in tests/helpers.py). pip fetches it by package name, in the installed version; only text is read.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

CACHE = Path(__file__).resolve().parent.parent / ".cache" / "bench"
QUERIES = "tests/fixtures/optimizer/tpc-ds/tpc-ds.sql"
SCHEMA = "tests/helpers.py"


@dataclass(frozen=True, slots=True)
class Corpus:
    queries: tuple[str, ...]
    tables: dict[str, dict[str, str]]


def tpcds() -> Corpus:
    version = metadata.version("sqlglot")
    archive = CACHE / f"sqlglot-{version}.tar.gz"
    if not archive.exists():
        _download(version)
    with tarfile.open(archive) as tar:
        return Corpus(
            queries=_queries(_text(tar, f"sqlglot-{version}/{QUERIES}")),
            tables=_schema(_text(tar, f"sqlglot-{version}/{SCHEMA}")),
        )


def _download(version: str) -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    what = [f"sqlglot=={version}", "--no-binary", "sqlglot", "--no-deps", "--dest", str(CACHE)]
    subprocess.run([*pip, *what], check=True)


def _text(tar: tarfile.TarFile, name: str) -> str:
    member = tar.extractfile(name)
    if member is None:
        raise FileNotFoundError(f"{name} is not in sqlglot's source distribution")
    return member.read().decode("utf-8")


def _queries(text: str) -> tuple[str, ...]:
    """The file holds pairs `query; optimized query;`, with headings (--) and settings (#) in between."""
    lines = (line for line in text.splitlines() if line and not line.startswith(("--", "#")))
    statements = "\n".join(lines).split(";")
    return tuple(s.strip() for s in statements[0::2] if s.strip())


def _schema(source: str) -> dict[str, dict[str, str]]:
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "TPCDS_SCHEMA":
            schema: dict[str, dict[str, str]] = ast.literal_eval(node.value)
            return schema
    raise LookupError("no TPCDS_SCHEMA in sqlglot's test helpers")
