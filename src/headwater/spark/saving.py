"""Where the results of steps are written, so that each is computed once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pyspark.sql import DataFrame

Save = Callable[[DataFrame, str], DataFrame]
"""Writes a step's result under a name and reads it back, so that it is computed once."""


@dataclass(frozen=True)
class Saving:
    """Where results go: `work` for what only this run needs, `answers` for what the next one may use again.

    With `remember`, also what only an increment needs goes to `answers`.
    """

    work: Save
    answers: Save
    remember: bool = False

    @property
    def kept(self) -> Save:
        """For what an increment needs, where there will be one."""
        return self.answers if self.remember else self.work
