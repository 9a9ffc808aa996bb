"""What the rounds over the schemas ask of whoever keeps the schemas.

There are two registries. `driver_registry` keeps all schemas on the driver and sends them to every worker: that has
the least fixed cost. `table_registry` keeps them in a DataFrame and sends a task what its texts look up: that has no
bound. Both replay the same events with the same code (`batch.schema_registry`), and a run has the same tables with
either.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pyspark.sql import DataFrame

from headwater.batch import History
from headwater.spark.saving import Save

if TYPE_CHECKING:
    from headwater.spark.epochs import Pieces

ON_DRIVER = 50_000
"""Texts that define something, and tables that catalogs list, up to which the driver keeps the schemas."""


@dataclass(frozen=True)
class Chosen:
    """Some texts, by id, and how many there are."""

    units: DataFrame
    count: int

    def of(self, units: DataFrame) -> DataFrame:
        """These of the units."""
        return units.join(self.units, "unit", "left_semi")


class Registry(Protocol):
    """The schemas of a warehouse over time, and what the texts that were analysed say of them."""

    @property
    def history(self) -> History | None:
        """All schemas, where the driver has them."""

    @property
    def waiting(self) -> frozenset[str]:
        """The datasets that wait for themselves, where the driver has them."""

    def analyse(self, units: DataFrame, count: int, number: int, save: Save, name: str, giants: int = 0) -> DataFrame:
        """The answers to some units in a round, with the schemas as they were at the last `refresh`; saved.

        `count` and `giants` say roughly how many there are.
        """

    def learn_functions(self, answers: DataFrame, units: DataFrame) -> None:
        """Take in what texts define that is not a table."""

    def learn(self, answers: DataFrame, units: DataFrame, times: DataFrame | None) -> None:
        """Take in what texts do to schemas, in place of what they did before. `times` says when they were run."""

    def learn_pieces(self, pieces: Pieces | None, answers: DataFrame | None, times: DataFrame | None) -> None:
        """Take in what the pieces of texts do, in place of those texts, and of all pieces before."""

    def refresh(self) -> None:
        """Work out the schemas from what was taken in."""

    def settled(self) -> bool:
        """Whether the last `refresh` changed nothing."""

    def ready(self, parts: list[DataFrame]) -> Chosen | None:
        """The texts that can go on, given the answers of all rounds."""

    def stuck(self, parts: list[DataFrame]) -> Chosen | None:
        """The texts that wait for a schema that will not be known; from now on it is known that it will not be."""

    def last(self, parts: list[DataFrame]) -> DataFrame:
        """Of texts that were analysed in several rounds, the last answers."""

    def stale(self, answers: DataFrame, units: DataFrame, step: int) -> Chosen | None:
        """The texts that looked at schemas which are others by now."""

    def reusable(self, before: DataFrame, units: DataFrame) -> DataFrame:
        """The ids of texts whose answers of an earlier run still hold."""

    def changes(self) -> DataFrame | None:
        """(name, since, number, schema): versions of tables that have several; None where no table changed in time."""

    def latest(self) -> DataFrame:
        """The last version of every table, as rows of `VERSION`; what it was, where it is gone."""
