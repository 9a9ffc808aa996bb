"""The tables that statements are over, and the templates of expressions: a text file for each dialect."""

from __future__ import annotations

from pathlib import Path

Templates = dict[str, tuple[str, ...]]
TABLES: dict[str, dict[str, str]] = {
    "t": {"a": "int", "b": "int", "g": "str", "date": "date", "text": "strs", "s": "pair", "l": "pairs",
          "m": "map", "range": "ints"},
    "u": {"a": "int", "x": "int", "g": "str", "key": "str", "current_date": "date", "list": "ints", "l": "pairs"},
    "v": {"k": "int", "settings": "str", "all": "int", "g": "str", "json": "strs", "pair": "pair", "day": "date"},
    "w": {"b": "int", "a": "int", "y": "str", "map": "map", "day": "date"},
}  # fmt: skip
"""Four tables, the same for every engine: columns and their kinds."""


def templates(name: str) -> tuple[Templates, Templates]:
    """The templates of a dialect, and those of its leaves, by kind."""
    rules: dict[str, list[str]] = {}
    text = (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("== "):
            kind = rules.setdefault(line.removeprefix("== "), [])
        elif line and not line.startswith("#"):
            kind.append(line)
    leaf = " leaf"
    made = {key: tuple(lines) for key, lines in rules.items()}
    leaves = {key.removesuffix(leaf): lines for key, lines in made.items() if key.endswith(leaf)}
    return {key: lines for key, lines in made.items() if not key.endswith(leaf)}, leaves
