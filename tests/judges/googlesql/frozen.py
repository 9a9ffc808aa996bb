"""The judge's reviewed answers, and the resolved statements that they were read from, kept beside the corpus.

`answers.jsonl` has one line for each script: its name, a digest of its text and of the schema, and the answer; it is
read like any other change. `resolved.bin.xz` has ZetaSQL's own messages, so that what reads them (headwater's front
end) is tested without starting ZetaSQL. An answer whose digest is not that of the text is no answer:
`python -m tests.judges.googlesql --freeze` asks again.
"""

from __future__ import annotations

import base64
import json
import lzma
from pathlib import Path
from typing import Any

from tests.judges.frozen import Frozen
from tests.judges.googlesql.scripts import SCHEMA, Script

_KEPT = Frozen(Path(__file__).parent, SCHEMA)
RESOLVED = Path(__file__).parent / "resolved.bin.xz"
digest, load = _KEPT.digest, _KEPT.load


def load_resolved() -> dict[str, list[bytes]]:
    """The resolved statements of each script, as they were sent."""
    if not RESOLVED.exists():
        return {}
    data = json.loads(lzma.decompress(RESOLVED.read_bytes()))
    return {name: [base64.b85decode(statement) for statement in statements] for name, statements in data.items()}


def save(answers: list[tuple[Script, dict[str, Any], list[Any]]]) -> None:
    _KEPT.save((script, answer) for script, answer, _ in answers)
    kept = {
        digest(s): [base64.b85encode(node.SerializeToString(deterministic=True)).decode() for node in nodes]
        for s, _, nodes in answers
    }
    RESOLVED.write_bytes(lzma.compress(json.dumps(kept).encode(), preset=6))
