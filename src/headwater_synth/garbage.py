"""Garbage: what stands in real logs beside SQL. To add a kind: a function, and its name and weight in `_WAYS`.

What is called garbage is not always unreadable: a foreign or an enormous statement may well be read.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from headwater_synth.randomness import Dice
from headwater_synth.templates import Template

_FOREIGN = "Größe, naïve Zürich — 東京 Ελλάδα"


def _cut(text: str, dice: Dice) -> str:
    return text[: 1 + dice.below(max(len(text) - 1, 1))]


def _noise(text: str, dice: Dice) -> str:
    return "".join([chr(dice.below(256)) for _ in range(dice.between(1, 400))])


def _blank(text: str, dice: Dice) -> str:
    return dice.pick(("", " ", "\n\n", ";", "-- nothing", "/* nothing */", "\x00"))


def _foreign(text: str, dice: Dice) -> str:
    return text


def _mojibake(text: str, dice: Dice) -> str:
    offset = dice.below(len(text) + 1)
    return (text[:offset] + _FOREIGN + text[offset:]).encode("utf-8").decode("latin-1")


def _unbalanced(text: str, dice: Dice) -> str:
    offset = dice.below(len(text) + 1)
    return text[:offset] + dice.pick(("'", "(", ")", '"', "`", "/*", "$$")) + text[offset:]


def _deep(text: str, dice: Dice) -> str:
    levels = dice.pick((60, 200, 500, 2000))
    if dice.random() < 0.5:
        return f"SELECT {'(' * levels}1{')' * levels} AS x"
    levels = min(levels, 300)
    return f"{'SELECT * FROM (' * levels}{text}{') q' * levels}"


_SPOILERS: tuple[tuple[float, str, Callable[[str, Dice], str]], ...] = (
    (0.32, "cut", _cut),
    (0.47, "noise", _noise),
    (0.57, "blank", _blank),
    (0.77, "foreign", _foreign),
    (0.87, "mojibake", _mojibake),
    (0.97, "unbalanced", _unbalanced),
    (1.00, "deep", _deep),
)
KINDS: tuple[str, ...] = (*(kind for _, kind, _ in _SPOILERS), "enormous")


def spoil(text: str, chance: int) -> tuple[str, str]:
    """A statement spoilt in one of the ways, and the name of the way."""
    dice = Dice(chance, 12, 0)
    random = dice.random()
    kind, way = next((kind, way) for share, kind, way in _SPOILERS if random < share)
    return kind, way(text, dice)


def enormous(template: Template, chance: int) -> str:
    """A statement with a list of one to five megabytes."""
    random = Random(chance).random
    count = 100_000 + int(random() * 300_000)
    keys = ", ".join([str(100_000_000 + int(random() * 800_000_000)) for _ in range(count)])
    sources = [name for known in template.statements for name in known.sources]
    table = sources[0] if sources else template.statements[0].target
    return f"SELECT * FROM {table} WHERE id IN ({keys})"
