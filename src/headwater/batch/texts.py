"""The id of a text as it was run: its fingerprint, with the dialect, the database and the target it was run with."""

from __future__ import annotations

from hashlib import blake2b

from headwater import dialects
from headwater.syntax.fingerprint import Fingerprinter


class Units:
    """Gives ids; remembers what it learnt about the shapes of texts, for each dialect.

    >>> units = Units()
    >>> one = units.of("duckdb", None, None, "SELECT a FROM t WHERE b = 1")
    >>> one == units.of("duckdb", None, None, "SELECT a FROM t WHERE b = 2")
    True
    """

    def __init__(self) -> None:
        self._prints: dict[tuple[str, bool], Fingerprinter] = {}

    def of(self, dialect: str, database: str | None, target: str | None, text: str) -> str:
        """32 hexadecimal digits."""
        # what fills a dataset gives its columns their names
        kind = (dialect, target is not None)
        known = self._prints.get(kind)
        if known is None:
            known = self._prints[kind] = Fingerprinter(dialects.get(dialect).grammar, names=kind[1])
        said = "\0".join((dialect, database or "", target or "", known(text)))
        return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
