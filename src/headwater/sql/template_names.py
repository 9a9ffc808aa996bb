"""Templates put back into what was parsed: names and strings, in trees and in the statements of the reader.

A quoted name may hold several parts and several templates (`p.{{ d }}.t_{{ x }}`), which the parser splits at its dots
while they are covered: so they are put back behind it, and the binder never sees a cover.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from sqlglot import exp

from headwater.sql.templates import COVER, Covers


def restored(value: Any, covers: Covers) -> Any:
    """A tree, which is changed, or a statement, which is copied where a template is in it."""
    if isinstance(value, exp.Expr):
        for node in value.walk():
            for name, text in node.args.items():
                if text.__class__ is str and COVER in text:
                    node.args[name] = covers.reveal(text)
        return value
    if isinstance(value, str):
        return covers.reveal(value)
    if isinstance(value, (list, tuple)) and value:
        after = [restored(part, covers) for part in value]
        if all(new is old for new, old in zip(after, value, strict=True)):
            return value
        return value._make(after) if hasattr(value, "_make") else type(value)(after)
    if isinstance(value, dict):
        after_items = {restored(key, covers): restored(inner, covers) for key, inner in value.items()}
        return after_items if after_items != value else value
    if is_dataclass(value) and not isinstance(value, type):
        changed = {}
        for field in fields(value):
            if not field.init:
                continue
            before = getattr(value, field.name)
            after_field = restored(before, covers)
            if after_field is not before:
                changed[field.name] = after_field
        return replace(value, **changed) if changed else value
    return value
