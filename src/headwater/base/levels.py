"""How sure an answer is (semantics §4).

Inside the library certainty travels as one integer, the *doubt*: 0 is EXACT, 1 is INFERRED, n >= 2 is AMBIGUOUS among n
candidates, and the large values are the opaque levels. Composing two hops is then `max`, which is associative, and
level and confidence are both read off the result.
"""

from __future__ import annotations

from enum import StrEnum

SURE = 0
INFERRED = 1
COARSE = 1_000_000
TABLE = 2_000_000
NOTHING = 3_000_000


class Level(StrEnum):
    """How certain an answer is; members are ordered best to worst.

    >>> Level.EXACT < Level.INFERRED
    True
    >>> str(Level.COARSE)
    'COARSE'
    """

    EXACT = "EXACT"
    INFERRED = "INFERRED"
    AMBIGUOUS = "AMBIGUOUS"
    COARSE = "COARSE"
    TABLE = "TABLE"
    NONE = "NONE"

    @property
    def rank(self) -> int:
        """Position in the order, 0 for EXACT."""
        return _RANK[self]

    def __str__(self) -> str:
        return self.value

    def __lt__(self, other: str) -> bool:
        return self.rank < Level(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank <= Level(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank > Level(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank >= Level(other).rank


_RANK = {level: rank for rank, level in enumerate(Level)}
_DOUBT = {
    Level.EXACT: SURE,
    Level.INFERRED: INFERRED,
    Level.AMBIGUOUS: 2,
    Level.COARSE: COARSE,
    Level.TABLE: TABLE,
    Level.NONE: NOTHING,
}


def level_of(doubt: int) -> Level:
    """The level that a doubt stands for.

    >>> level_of(3)
    <Level.AMBIGUOUS: 'AMBIGUOUS'>
    """
    if doubt <= INFERRED:
        return Level.INFERRED if doubt else Level.EXACT
    if doubt < COARSE:
        return Level.AMBIGUOUS
    if doubt < TABLE:
        return Level.COARSE
    return Level.TABLE if doubt < NOTHING else Level.NONE


# The share of edges of a level that were right where half of the schema was withheld (docs/proof.md#levels). Those of
# COARSE and TABLE are set: opaque parts and statements of which only tables are read are too rare there.
_RIGHT = {Level.EXACT: 1.0, Level.INFERRED: 0.99, Level.AMBIGUOUS: 0.98, Level.COARSE: 0.3, Level.TABLE: 0.1}


def confidence_of(doubt: int) -> float:
    """The confidence that a doubt stands for; an ambiguous name shares that of its level among its candidates.

    >>> confidence_of(0), confidence_of(1), confidence_of(2)
    (1.0, 0.99, 0.49)
    """
    level = level_of(doubt)
    share = _RIGHT.get(level, 0.0)
    return round(share / doubt, 4) if level is Level.AMBIGUOUS else share


def shared_confidence(level: Level) -> float:
    """The confidence of a level, all candidates of an ambiguous name together.

    >>> shared_confidence(Level.AMBIGUOUS)
    0.98
    """
    return _RIGHT.get(level, 0.0)


class Doubted:
    """What has a doubt has a level and a confidence."""

    __slots__ = ()
    doubt: int

    @property
    def level(self) -> Level:
        """How sure it is: the worst of the way."""
        return level_of(self.doubt)

    @property
    def confidence(self) -> float:
        """The level as a number in [0, 1]."""
        return confidence_of(self.doubt)


def doubt_of(level: Level) -> int:
    """The least doubt that has this level."""
    return _DOUBT[level]
