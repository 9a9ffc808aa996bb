"""The rounds over the schemas, gone through again on the driver: what was analysed before answers from memory.

The rounds, and the steps in which schemas that change with time settle, are those of `schema_rounds`: begun from
nothing, so that they end where a run over everything ends, also for schemas that wait for each other. A text that looks
at the same schemas as before says the same (`batch.variants`); only the others are analysed. The driver has all schemas
in any case; this costs it some microseconds for each text that defines something.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from headwater.batch import Analyst, History, Settings, rounds
from headwater.batch.schema_registry import SchemaRegistry, UnitSchemas
from headwater.batch.variants import Definer, Variant, Variants

MOST_STEPS = 20
"""Steps until schemas that change with time must have settled."""

Analyse = Callable[[Sequence[Definer], History, frozenset[str], int], None]
"""Analyses texts, given the schemas, those that wait for themselves, and the round; adds what they tell to the
variants."""
Cut = Callable[[Mapping[str, Variant], History], Mapping[str, Sequence[Definer]]]
"""The pieces of the texts that saw several schemas of what they look at."""


@dataclass
class Replay:
    """What the rounds came to: the schemas, and for each text what it said last and in which round."""

    definers: Mapping[str, Definer]
    registry: SchemaRegistry
    variants: Variants
    settings: Settings
    analyse: Analyse
    cut: Cut
    last: dict[str, Variant] = field(default_factory=dict)
    in_round: dict[str, int] = field(default_factory=dict)
    history: History = field(default_factory=lambda: History.of([]))
    waiting: frozenset[str] = frozenset()
    rounds: int = 0
    used: set[tuple[str, str]] = field(default_factory=set)
    """(text, signature): the variants that were asked for. The others are of schemas that are no more."""

    def solve(self, functions: Sequence[str]) -> None:
        """Go through the rounds; `functions` are texts that define something other than a table."""
        solved = rounds.solve(sorted(self.definers), sorted(functions), self.registry, self._round)
        self.history, self.rounds, self.waiting = solved.history, solved.rounds, solved.waiting
        if self.history.changes():
            self._settle()

    def _round(
        self, ids: Sequence[str], history: History, number: int, waiting: frozenset[str]
    ) -> dict[str, UnitSchemas]:
        told = self._told([self.definers[id_] for id_ in ids], history, waiting, number)
        if number:
            self.last |= told
            self.in_round |= dict.fromkeys(ids, number)
        return {id_: self.definers[id_].schemas(variant) for id_, variant in told.items()}

    def _told(
        self, definers: Sequence[Definer], history: History, waiting: frozenset[str], number: int
    ) -> dict[str, Variant]:
        """What texts tell with these schemas: from memory, or by analysis."""
        analyst = Analyst(history, self.settings.mapping, waiting=waiting)

        def known(definer: Definer) -> Variant | None:
            return self.variants.fitting(definer.unit, definer.as_of, definer.dialect, analyst)

        told = {definer.unit: known(definer) for definer in definers}
        missing = [definer for definer in definers if told[definer.unit] is None]
        if missing:
            self.analyse(missing, history, waiting, number)
            told |= {definer.unit: known(definer) for definer in missing}
        found = {id_: variant for id_, variant in told.items() if variant is not None}
        self.used.update((id_, variant.signature) for id_, variant in found.items())
        return found

    def _settle(self) -> None:
        """Schemas that change with time: what texts define goes by what they read at the times of their runs."""
        before: set[str] = set()
        for _ in range(MOST_STEPS):
            analyst = Analyst(self.history, self.settings.mapping, waiting=self.waiting)
            stale = sorted(id_ for id_, variant in self.last.items() if not self._holds(id_, variant, analyst))
            told = self._told([self.definers[id_] for id_ in stale], self.history, self.waiting, self.rounds)
            self.last |= told
            self.in_round |= dict.fromkeys(told, self.rounds)
            for id_, variant in told.items():
                self.registry.update(id_, self.definers[id_].schemas(variant).events)
            pieces = self.cut(self.last, self.history)
            for id_ in before:
                self.registry.update(id_, ())
            before = set()
            if pieces:
                definers = {piece.unit: piece for own in pieces.values() for piece in own}
                found = self._told(list(definers.values()), self.history, self.waiting, self.rounds)
                for id_ in pieces:
                    self.registry.update(id_, ())
                for id_, variant in found.items():
                    self.registry.update(id_, definers[id_].schemas(variant).events)
                before = set(found)
            history = self.registry.history()
            if list(history) == list(self.history):
                break
            self.history = history

    def _holds(self, id_: str, variant: Variant, analyst: Analyst) -> bool:
        definer = self.definers[id_]
        return not variant.signature or (
            analyst.signature(variant.looks, definer.as_of, definer.dialect) == variant.signature
        )
