"""The log: run j is a pure function of (spec, j).

Time grows with j. Templates are first run in the order of their numbers, spread evenly over the log; in between runs
repeat what has been run before, by Zipf's law, so what is old is popular. What changes a table runs once, what creates
one is seldom run again. A share of the runs is garbage: it never takes the place of a template's first run.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from struct import unpack
from typing import NamedTuple

from headwater_synth import garbage
from headwater_synth.dialect_sql import DIALECTS
from headwater_synth.randomness import mix
from headwater_synth.templates import Known, Template, Templates
from headwater_synth.warehouse import BLOCK, Warehouse

_REPEATED = (1, 3, 4, 5, 6, 7)
"""The slots of a block that are run again by Zipf's law."""
_UNIT = 1 / (1 << 64)
_STATUS = ("failed", "unknown")


@dataclass(frozen=True)
class Spec:
    """What a log is made from.

    `garbage` is a share, up to a half; `start` is in microseconds since 1970 (UTC); `exponent` is that of Zipf's law.

    >>> Spec(statements=10).templates
    1000
    """

    statements: int = 100_000
    templates: int = 1000
    seed: int = 0
    garbage: float = 0.01
    dialects: tuple[str, ...] = tuple(DIALECTS)
    days: float = 30.0
    start: int = 1_704_067_200_000_000
    exponent: float = 1.1

    def __post_init__(self) -> None:
        unknown = [name for name in self.dialects if name not in DIALECTS]
        if unknown or not self.dialects:
            raise ValueError(f"There is no dialect {', '.join(unknown) or '-'}. There are: {', '.join(DIALECTS)}.")
        if len(set(self.dialects)) < len(self.dialects):
            raise ValueError("A dialect is named twice.")
        if self.statements < 0 or self.templates < 1:
            raise ValueError("A log needs at least one template, and cannot have fewer than no statements.")
        if not 0 <= self.garbage <= 0.5:
            raise ValueError("The share of garbage lies between 0 and 0.5.")
        if self.exponent <= 0 or self.exponent == 1 or self.days <= 0:
            raise ValueError("The exponent is above 0 and not 1, and a log lasts longer than no time.")


class Run(NamedTuple):
    """One entry of the log. `template` and `garbage` say what it was made from; no engine's log has them."""

    entry: str
    dialect: str
    database: str | None
    text: str
    at: int
    user: str | None
    job: str | None
    session: str | None
    status: str
    template: int
    garbage: str | None


class Log:
    """The runs of a spec, and the templates they are runs of."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self._warehouse = Warehouse(spec.seed, spec.dialects)
        self._templates = Templates(self._warehouse)
        self._key = spec.seed.to_bytes(16, "little", signed=True)
        count, templates = spec.statements, spec.templates
        share = min(spec.garbage, (count - templates) / count) if 0 < templates <= count else spec.garbage
        # one garbage run in every stretch of so many runs, at a place that chance gives
        self._stretch = -int(-1 // share) if share > 1e-9 else 0
        clean = count - count // self._stretch if self._stretch else count
        self._clean = max(clean, 1)
        self._count = min(templates, self._clean)
        self._step = spec.days * 86_400_000_000 / max(count, 1)
        self._stretches = count // self._stretch if self._stretch else 0
        self._places: tuple[int, int] = (-1, -1)

    @property
    def templates(self) -> int:
        """How many templates the log has: those asked for, or fewer if it is too short for them."""
        return self._count if self.spec.statements else 0

    def template(self, index: int) -> Template:
        """A template by its number."""
        return self._templates.get(index)

    def known(self, index: int) -> tuple[Known, ...]:
        """What the statements of a template are known to do."""
        return self._templates.get(index).statements

    def run(self, number: int) -> Run:
        """A run by its number."""
        bits = unpack("<8Q", blake2b(number.to_bytes(8, "little"), digest_size=64, key=self._key).digest())
        clean, bad = self._clean_runs_before(number)
        first = clean * self._count // self._clean
        time = self.spec.start + int((number + bits[0] * _UNIT) * self._step)
        entry = f"q{number:012d}"
        if bad:
            return self._bad(number, entry, time, first, bits)
        new = clean == 0 or (clean - 1) * self._count // self._clean != first
        index = first if new else self._repeated(first + 1, bits[1], bits[2])
        template = self._templates.get(index)
        text = template.text(bits[3])
        pick = bits[4]
        if pick & 7 == 0:
            text = _varied(text, pick)
        job = template.job
        user = f"svc_{job.partition('_')[0]}" if job is not None else f"analyst_{(pick >> 16) % 97:02}"
        chance = bits[5]
        status = "done" if new or chance & 63 else _STATUS[chance >> 63]
        session = f"s{(chance >> 6) % (self.spec.statements // 20 + 1):08x}"
        return Run(entry, template.dialect, template.database, text, time, user, job, session, status, index, None)

    # ── which template ───────────────────────────────────────────────────────────────────────────────────────
    def _clean_runs_before(self, number: int) -> tuple[int, bool]:
        """How many clean runs come before a run, and whether it is garbage itself."""
        stretch = self._stretch
        if not stretch:
            return number, False
        block, position = divmod(number, stretch)
        if block >= self._stretches:
            return number - self._stretches, False
        if self._places[0] != block:
            self._places = (block, mix(self.spec.seed, 11, block) % stretch)
        garbage_position = self._places[1]
        return number - block - (position > garbage_position), position == garbage_position

    def _repeated(self, known: int, chance: int, alternative: int) -> int:
        """A template that has been run: `known` of them have."""
        first = self._warehouse.first
        blocks = max(known - first, 0) // BLOCK
        if blocks == 0 or alternative % 100 < 3:
            return (
                min(first + alternative % (blocks + 1) * BLOCK, known - 1)
                if blocks
                else alternative % min(known, first)
            )
        count = blocks * len(_REPEATED)
        power = 1.0 - self.spec.exponent
        # the inverse of the law's integral, which is near enough to its sum
        rank = int((1.0 - chance * _UNIT * (1.0 - (count + 1.0) ** power)) ** (1.0 / power)) - 1
        block, slot = divmod(min(rank, count - 1), len(_REPEATED))
        return first + block * BLOCK + _REPEATED[slot]

    # ── garbage ──────────────────────────────────────────────────────────────────────────────────────────────
    def _bad(self, number: int, entry: str, time: int, first: int, bits: tuple[int, ...]) -> Run:
        spec = self.spec
        index = self._repeated(max(first, 1), bits[1], bits[2])
        template = self._templates.get(index)
        block = number // self._stretch
        huge = {self._stretches // 3, 2 * self._stretches // 3} if spec.statements >= 100_000 else set()
        if 10_000 <= spec.statements < 100_000:
            huge = {self._stretches // 2}
        dialect = template.dialect
        if block in huge:
            kind, text = "enormous", garbage.enormous(template, bits[3])
        else:
            kind, text = garbage.spoil(template.text(bits[3]), bits[4])
            if kind == "foreign":
                other_dialects = [name for name in DIALECTS if name != dialect]
                dialect = other_dialects[bits[5] % len(other_dialects)]
        status = "failed" if bits[6] & 3 else "unknown"
        return Run(entry, dialect, template.database, text, time, None, None, None, status, index, kind)


def _varied(text: str, pick: int) -> str:
    """The same tokens with other white space, or with a comment."""
    way = pick >> 3 & 7
    if way == 0:
        return " ".join(text.split("\n"))
    if way == 1:
        return text.replace("\n", "\n    ")
    if way == 2:
        return f"/* trace {pick >> 24:x} */ {text}"
    if way == 3:
        return f"-- run {pick >> 40}\n{text}\n"
    if way == 4:
        return text.replace("\nFROM ", "\n-- from; here\nFROM ", 1)
    if way == 5:
        return text.replace("\n", "\r\n")
    if way == 6:
        return text.replace("SELECT ", "SELECT /* it's; a note */ ", 1)
    return f"  {text} ;"
