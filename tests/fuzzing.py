"""How much is left to chance.

`make test` draws the same examples every time, so that a change is judged by what it changes; `make fuzz` sets
HEADWATER_FUZZ and draws new ones, many times as many. What it finds becomes a test of its own.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

FUZZING = "HEADWATER_FUZZ" in os.environ


def examples(count: int) -> settings:
    """So many examples: the same ones in a test run, thirty times as many new ones in a fuzz run."""
    return settings(
        max_examples=count * 30 if FUZZING else count,
        derandomize=not FUZZING,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
