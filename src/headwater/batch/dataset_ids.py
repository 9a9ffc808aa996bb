"""The identity of a dataset: one id, whichever engine names it.

A dataset is `system:name`: the system is where it lives; the name is folded by the rules of the dialect and has no
default catalog or database of the engine. A mapping joins the names that several engines have for one dataset (a Kafka
topic, a file, a table behind a connector). Ids are hashes of identities, so every worker gives the same ids by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import NamedTuple

from headwater.base.identifiers import dotted, split_name
from headwater.catalog.addresses import known_as
from headwater.catalog.mapping import fold_name, qualify
from headwater.dialects import Dialect

FILE = "file"
RESULT = "result"


class Identity(NamedTuple):
    """Where a dataset lives, its name there, its id, and `system:name` as the engine of the text calls it."""

    system: str
    name: str
    id: int
    written_as: str

    @property
    def full_name(self) -> str:
        """system:name."""
        return f"{self.system}:{self.name}"


def dialect_system(dialect: Dialect) -> str:
    """Where a dialect's tables live.

    >>> from headwater import dialects
    >>> dialect_system(dialects.get("spark")), dialect_system(dialects.get("duckdb"))
    ('hive', 'duckdb')
    """
    return dialect.system or dialect.name


def hash_id(*parts: str) -> int:
    """A signed 64-bit hash, the same everywhere."""
    digest = blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


class Names:
    """The identities of the datasets and columns that texts of one dialect name.

    >>> from headwater import dialects
    >>> names = Names(dialects.get("hive"), {"hive:ods.o": "kafka:orders"})
    >>> names.dataset("ODS.O")[:2], names.dataset("default.t")[:2]
    (('kafka', 'orders'), ('hive', 't'))
    """

    def __init__(self, dialect: Dialect, mapping: Mapping[str, str]) -> None:
        self._dialect = dialect
        self._mapping = mapping
        self.system = dialect_system(dialect)
        self._fold = dialect.identifiers.fold_columns.apply
        self._datasets: dict[tuple[str, str], Identity] = {}
        self._columns: dict[tuple[int, str], int] = {}

    def dataset(self, printed: str, kind: str = "table") -> Identity:
        """The identity of a dataset as an answer prints it."""
        identity = self._datasets.get((printed, kind))
        if identity is None:
            identity = self._datasets[printed, kind] = self._dataset(printed, kind)
        return identity

    def _dataset(self, printed: str, kind: str) -> Identity:
        if kind == FILE or "/" in printed:
            sources = [source.partition(":") for source in known_as(printed)]
            system, name = sources[0][0], ",".join(name for _, _, name in sources)
        else:
            dialect = self._dialect
            key = qualify(fold_name(split_name(printed), dialect.identifiers.fold_tables), dialect.identifiers.defaults)
            system, name = self.system, dotted(dialect.identifiers.shorten(key))
        written_as = f"{system}:{name}"
        joined = self._mapping.get(written_as)
        if joined is not None:
            system, _, name = joined.partition(":")
        return Identity(system, name, hash_id(system, name), written_as)

    def column(self, dataset: int, name: str) -> int:
        """The id of a column."""
        id_ = self._columns.get((dataset, name))
        if id_ is None:
            id_ = self._columns[dataset, name] = hash_id(str(dataset), self._fold(name))
        return id_
