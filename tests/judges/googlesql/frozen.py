"""The judge's reviewed answers, and the resolved statements that they were read from, kept beside the corpus.

`answers.jsonl` has one line for each script: its name, a digest of its text and of the schema, and the answer; it is
read like any other change. `resolved.bin.xz` has ZetaSQL's own messages, so that what reads them (headwater's front
end) is tested without starting ZetaSQL. An answer whose digest is not that of the text is no answer:
`python -m tests.judges.googlesql --freeze` asks again.
"""

from __future__ import annotations

import base64
import hashlib
import json
import lzma
from pathlib import Path
from typing import Any

from tests.judges.googlesql.scripts import SCHEMA, Script

ANSWERS = Path(__file__).parent / "answers.jsonl"
RESOLVED = Path(__file__).parent / "resolved.bin.xz"


def digest(script: Script) -> str:
    return hashlib.sha256((SCHEMA + "\n" + script.sql).encode()).hexdigest()[:16]


def load() -> dict[str, dict[str, Any]]:
    """The answers by the digest of what was asked."""
    if not ANSWERS.exists():
        return {}
    lines = ANSWERS.read_text(encoding="utf-8").splitlines()
    return {line["digest"]: line["answer"] for line in map(json.loads, lines)}


def load_resolved() -> dict[str, list[bytes]]:
    """The resolved statements of each script, as they were sent."""
    if not RESOLVED.exists():
        return {}
    kept = json.loads(lzma.decompress(RESOLVED.read_bytes()))
    return {name: [base64.b85decode(one) for one in statements] for name, statements in kept.items()}


def save(answers: list[tuple[Script, dict[str, Any], list[Any]]]) -> None:
    lines = [{"name": s.name, "digest": digest(s), "answer": answer} for s, answer, _ in answers]
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    ANSWERS.write_text(text, encoding="utf-8")
    kept = {
        digest(s): [base64.b85encode(one.SerializeToString(deterministic=True)).decode() for one in nodes]
        for s, _, nodes in answers
    }
    RESOLVED.write_bytes(lzma.compress(json.dumps(kept).encode(), preset=6))
