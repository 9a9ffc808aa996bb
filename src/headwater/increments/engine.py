"""What an increment asks others to do: to analyse texts, and to put the scripts of sessions together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import pyarrow

    from headwater.batch import History, Settings


class Engine(Protocol):
    """Does the heavy steps of an increment."""

    def analyse(self, units: pyarrow.Table, history: History, settings: Settings) -> pyarrow.Table:
        """The answers, rows of ANALYSED, to rows of UNIT."""

    def session_scripts(self, ingested: pyarrow.Table) -> tuple[pyarrow.Table, pyarrow.Table]:
        """The runs that share a temporary table of their session, rows of ENTRY, and the scripts that they make up,
        rows of INGESTED; given everything that was kept of some sessions.
        """
