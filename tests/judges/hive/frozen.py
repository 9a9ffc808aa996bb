"""Hive's reviewed answers, kept beside the corpus so that the everyday tests need no Java.

One JSON line for each script: its name, a digest of its text and of the schema, and the answer. An answer whose digest
is not that of the text is no answer: `python -m tests.judges.hive --freeze` asks the compiler again, and the
difference is read like any other change.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from tests.judges.hive.scripts import SCHEMA, Script

PLACE = Path(__file__).parent / "answers.jsonl"


def digest(script: Script) -> str:
    return hashlib.sha256((SCHEMA + "\n" + script.sql).encode()).hexdigest()[:16]


def load() -> dict[str, dict[str, Any]]:
    """The answers by the digest of what was asked."""
    if not PLACE.exists():
        return {}
    lines = PLACE.read_text(encoding="utf-8").splitlines()
    return {line["digest"]: line["answer"] for line in map(json.loads, lines)}


def save(answers: list[tuple[Script, dict[str, Any]]]) -> None:
    lines = [{"name": s.name, "digest": digest(s), "answer": answer} for s, answer in answers]
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    PLACE.write_text(text, encoding="utf-8")
