"""JSON: exactly what `to_dict` says, keys in its order, text as text."""

from __future__ import annotations

import json
from typing import Any

from headwater.answer import Analysis


def render(answer: Analysis) -> str:
    """`{"statements": […]}` of one text."""
    return dump(answer.to_dict())


def render_files(*answers: Analysis) -> str:
    """`{"files": [{"path", "dialect", "statements"}]}` of several."""
    return dump(files(*answers))


def files(*answers: Analysis) -> dict[str, Any]:
    """Several answers as one dictionary."""
    return {
        "files": [{"path": answer.source.name, "dialect": answer.dialect, **answer.to_dict()} for answer in answers],
    }


def dump(value: Any) -> str:
    """Any of headwater's JSON as text."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
