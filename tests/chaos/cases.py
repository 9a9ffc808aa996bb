"""What is done to a run, drawn by chance from a seed: the same seed and number are the same case.

>>> draw(7, 3) == draw(7, 3), draw(7, 3) == draw(7, 4)
(True, False)
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

Mode = Literal["whole", "incremental", "follow"]
Where = Literal["local", "cluster"]
Victim = Literal["driver", "jvm", "everything", "worker", "guard", "executor", "machine"]
Moment = Literal["step", "write"]

LOCAL: tuple[Victim, ...] = ("driver", "driver", "jvm", "jvm", "everything", "worker", "guard")
CLUSTER: tuple[Victim, ...] = ("driver", "jvm", "worker", "executor", "executor", "machine")
AT_WRITES: tuple[Victim, ...] = ("driver", "jvm", "everything")
"""Those that the driver itself can kill in the middle of what it does."""


@dataclass(frozen=True)
class Kill:
    """Who is killed, and when: at a step, or before a change of a file by the driver. `share` is 0 at its beginning."""

    victim: Victim
    moment: Moment
    share: float


@dataclass(frozen=True)
class Case:
    """A run with what happens to it.

    `existing`: into a folder that has a snapshot already. `large`: as runs are carried out that are not small. `late`:
    files that are older than everything arrive when the first run is dead. `corrupt`: some files cannot be read.
    `rival`: the run is started twice at the same time.
    """

    number: int
    mode: Mode
    where: Where
    kills: tuple[Kill, ...]
    existing: bool
    large: bool
    late: bool
    corrupt: bool
    rival: bool

    def mixed_in(self) -> str:
        """What is special about it, in words."""
        names = ("existing", "large", "late", "corrupt", "rival")
        return ", ".join(name for name in names if getattr(self, name))


def draw(seed: int, number: int) -> Case:
    """Case `number` of a seed."""
    chance = random.Random(f"headwater {seed} {number}")
    mode: Mode = chance.choice(("whole", "incremental", "incremental", "follow"))
    where: Where = chance.choices(("local", "cluster"), (3, 1))[0]
    kills = tuple(_kill(chance, where) for _ in range(chance.choices((1, 2), (4, 1))[0]))
    return Case(
        number,
        mode,
        where,
        kills,
        existing=mode == "follow" or chance.random() < 0.5,
        large=chance.random() < 0.3,
        late=chance.random() < 0.5,
        corrupt=chance.random() < 0.5,
        rival=chance.random() < 0.2,
    )


def _kill(chance: random.Random, where: Where) -> Kill:
    victim = chance.choice(LOCAL if where == "local" else CLUSTER)
    moment: Moment = "write" if victim in AT_WRITES and chance.random() < 0.5 else "step"
    return Kill(victim, moment, chance.random())
