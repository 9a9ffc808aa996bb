"""Cost grows in step with the SQL, counted in work done and not in seconds, so it holds on any machine.

Work is the number of lines that run inside the headwater package plus the Python functions it calls
anywhere: a loop over what was read before runs its lines again. `bench.growth` measures the same axes in
CPU time and up to much larger sizes.
"""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import headwater
from bench.shapes import AXES, BASE, DIALECT, Axis, cte_self_joined, large_catalog

pytestmark = pytest.mark.slow

PACKAGE = str(Path(headwater.__file__).parent)
SLACK = 1.25


def work(axis: Axis, size: int) -> int:
    """How much runs from the text to all folded edges and influence."""
    return counted(axis.sql(size), headwater.Catalog(axis.tables(size)), DIALECT)


def counted(sql: str, catalog: headwater.Catalog, dialect: str) -> int:
    count = 0

    def on_line(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return on_line

    def on_call(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += 1
        return on_line if frame.f_code.co_filename.startswith(PACKAGE) else None

    before = sys.gettrace()
    gc.disable()  # what others left behind is no work of ours
    sys.settrace(on_call)
    try:
        for statement in headwater.analyze(sql, dialect=dialect, catalog=catalog).statements:
            list(statement.edges)
            list(statement.influence)
    finally:
        sys.settrace(before)
        gc.enable()
    return count


@pytest.mark.parametrize("axis", AXES, ids=lambda axis: axis.name)
def test_work_grows_in_step(axis: Axis) -> None:
    size = max(axis.top // 40, 8)
    work(axis, size)  # what is done once per process is done here
    once, twice, four_times = (work(axis, size * factor) for factor in (1, 2, 4))
    assert four_times <= once * 4 * SLACK
    # What the second step added against the first: without the fixed part, which hides growth at small sizes.
    assert four_times - twice <= (twice - once) * 2 * SLACK


def test_fields_by_their_bare_names_are_looked_up_once() -> None:
    """SELECT f0, f1, … where each is the field of another row: Flink looks below the columns for them."""

    def fields(size: int) -> int:
        catalog = headwater.Catalog({"t": {f"s{n}": f"ROW<f{n} INT, g{n} INT>" for n in range(size)}})
        return counted(f"SELECT {', '.join(f'f{n}' for n in range(size))} FROM t", catalog, "flink")

    fields(10)
    once, twice, four_times = (fields(40 * factor) for factor in (1, 2, 4))
    assert four_times - twice <= (twice - once) * 2 * SLACK


def test_text_written_out_stays_in_bounds() -> None:
    """`x.a + y.a` of a CTE that says the same of the one before, 40 deep: spelt out in full, 2^40 terms."""
    analysis = headwater.analyze(cte_self_joined(40), dialect=DIALECT, catalog=headwater.Catalog(BASE))
    assert len(json.dumps(analysis.to_dict())) < 1_000_000


@pytest.mark.parametrize("axis", AXES, ids=lambda axis: axis.name)
def test_work_is_the_same_every_time(axis: Axis) -> None:
    work(axis, 8)
    assert work(axis, 8) == work(axis, 8)


@pytest.mark.parametrize("axis", AXES, ids=lambda axis: axis.name)
def test_axes_are_read_in_full(axis: Axis) -> None:
    """An axis that headwater gives up on would be measured as cheap: tried small, and as far as the bench goes."""
    for size in (8, axis.top):
        catalog = headwater.Catalog(axis.tables(size))
        analysis = headwater.analyze(axis.sql(size), dialect=DIALECT, catalog=catalog)
        known = axis.tables is not large_catalog
        assert (analysis.level == headwater.Level.EXACT) is known, [d.summary for d in analysis.diagnostics]
        assert any(list(statement.edges) for statement in analysis.statements)
