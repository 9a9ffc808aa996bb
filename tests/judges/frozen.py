"""An engine's reviewed answers, kept beside its corpus so that the everyday tests need no engine.

One JSON line for each script: its name, a digest of its text and of the schema, and the answer. An answer whose digest
is not that of the text is no answer: `python -m tests.judges.<engine> --freeze` asks the engine again, and the
difference is read like any other change.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol


class Named(Protocol):
    """A script of some corpus."""

    @property
    def name(self) -> str: ...
    @property
    def sql(self) -> str: ...


class Frozen:
    """The answers of one engine, in the folder of its judge."""

    def __init__(self, folder: Path, schema: str) -> None:
        self.place = folder / "answers.jsonl"
        self.schema = schema

    def digest(self, script: Named) -> str:
        """What an answer is kept under."""
        return hashlib.sha256((self.schema + "\n" + script.sql).encode()).hexdigest()[:16]

    def load(self) -> dict[str, dict[str, Any]]:
        """The answers by the digest of what was asked."""
        if not self.place.exists():
            return {}
        lines = self.place.read_text(encoding="utf-8").splitlines()
        return {line["digest"]: line["answer"] for line in map(json.loads, lines)}

    def save(self, answers: Iterable[tuple[Named, dict[str, Any]]]) -> None:
        """Keep these, and no others."""
        lines = [{"name": s.name, "digest": self.digest(s), "answer": answer} for s, answer in answers]
        text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
        self.place.write_text(text, encoding="utf-8")
