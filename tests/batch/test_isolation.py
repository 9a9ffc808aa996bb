"""A row that takes the process down takes only itself down: with real processes that really die."""

from __future__ import annotations

import faulthandler
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from headwater.batch.isolation import Limits, Lost, run_isolated
from tests import timeouts

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")

PATIENT = Limits(seconds=3_600, memory=256 << 20)
"""A row that dies is not slow, however busy the machine is."""


def soon() -> Limits:
    """Limits for a row that hangs: the others must stay within them."""
    return Limits(seconds=timeouts.seconds(1), memory=256 << 20)


def segfault() -> None:
    faulthandler.disable()  # it would tell the whole story each time
    os.kill(os.getpid(), signal.SIGSEGV)


def leave() -> None:
    os._exit(7)


def hang() -> None:
    signal.pause()


def eat() -> None:
    held = []
    while True:
        held.append(bytearray(16 << 20))


def fail() -> None:
    raise ValueError("no")


def run(
    count: int, harm: dict[int, Callable[[], None]], portion: int, limits: Limits = PATIENT
) -> tuple[list[int], list[Lost]]:
    """The rows that came through, in the order they came, and the lost ones. `portion` rows are handed over at once."""

    def work(start: int, begin: Callable[[int], None], skip: frozenset[int]) -> Iterator[tuple[int, bytes]]:
        held: list[int] = []
        for index in range(start, count):
            if index in skip:
                continue
            begin(index)
            if index in harm:
                harm[index]()
            held.append(index)
            if len(held) >= portion:
                yield index + 1, bytes(held)
                held = []
        if held:
            yield count, bytes(held)

    came: list[int] = []
    lost: list[Lost] = []
    for one in run_isolated(count, work, limits):
        if isinstance(one, Lost):
            lost.append(one)
        else:
            came += one
    return came, lost


@pytest.mark.parametrize("portion", [1, 2, 3, 100])
@pytest.mark.parametrize(
    "bad", [(), (0,), (3,), (6,), (0, 6), (2, 3, 4), (5, 6), (0, 1), tuple(range(7)), (0, 2, 4, 6)], ids=str
)
def test_every_row_comes_or_is_lost(bad: tuple[int, ...], portion: int) -> None:
    came, lost = run(7, dict.fromkeys(bad, segfault), portion)
    assert came == [index for index in range(7) if index not in bad]
    assert [one.row for one in lost] == list(bad)
    assert {(one.reason, one.detail) for one in lost} <= {("died", "SIGSEGV")}


def test_how_a_row_was_lost() -> None:
    came, lost = run(5, {1: leave, 3: eat, 4: fail}, 2)
    assert came == [0, 2]
    assert [(one.row, one.reason) for one in lost] == [(1, "died"), (3, "died"), (4, "died")]
    assert "7" in lost[0].detail


def test_a_row_that_hangs_is_lost_among_rows_that_die() -> None:
    limits = soon()
    came, lost = run(4, {1: leave, 2: hang}, 2, limits)
    assert came == [0, 3]
    assert [(one.row, one.reason) for one in lost] == [(1, "died"), (2, "slow")]
    assert f"{limits.seconds:g} seconds" in lost[1].detail


def test_nothing_to_do() -> None:
    assert run(0, {}, 1) == ([], [])


def test_a_slow_reader_does_not_make_rows_slow() -> None:
    def work(start: int, begin: Callable[[int], None], skip: frozenset[int]) -> Iterator[tuple[int, bytes]]:
        for index in range(start, 3):
            begin(index)
            yield index + 1, b"x" * (1 << 20)  # more than a pipe holds

    came = 0
    limits = Limits(seconds=timeouts.seconds(0.2))
    for one in run_isolated(3, work, limits):
        assert isinstance(one, bytes)
        came += len(one)
        time.sleep(limits.seconds * 1.4)
    assert came == 3 << 20


def test_where_many_files_are_open() -> None:
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= most < 2_000:
        pytest.skip("so many files cannot be open here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(limit, 2_000), most))
    held = [os.open(os.devnull, os.O_RDONLY) for _ in range(1_100)]
    try:
        assert run(3, {}, 1) == ([0, 1, 2], [])
    finally:
        for one in held:
            os.close(one)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, most))


def children() -> set[str]:
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="who the children are is asked of /proc")
def test_children_do_not_stay() -> None:
    before = children()
    rows = run_isolated(1, lambda start, begin, skip: iter([(0, b"x"), (0, b"y"), (1, b"z")]), PATIENT)
    assert next(rows) == b"x"
    rows.close()  # whoever reads may stop
    run(3, {1: hang}, 1, soon())
    assert children() == before


def test_work_that_cannot_begin_says_so() -> None:
    def work(start: int, begin: Callable[[int], None], skip: frozenset[int]) -> Iterator[tuple[int, bytes]]:
        raise OSError("no catalog")
        yield  # type: ignore[unreachable]

    with pytest.raises(RuntimeError, match="before it started"):
        list(run_isolated(2, work, PATIENT))


@pytest.mark.parametrize("row", [None, 0, 3, 6], ids=str)
def test_a_child_that_is_killed_once_loses_nothing(row: int | None, tmp_path: Path) -> None:
    # the out-of-memory killer, or an operator, may have meant something else
    killed = tmp_path / "killed"

    def kill_once() -> None:
        if not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)

    def work(start: int, begin: Callable[[int], None], skip: frozenset[int]) -> Iterator[tuple[int, bytes]]:
        if row is None:
            kill_once()
        for index in range(start, 7):
            begin(index)
            if index == row:
                kill_once()
            yield index + 1, bytes([index])

    assert b"".join(run_isolated(7, work, PATIENT)) == bytes(range(7))  # type: ignore[arg-type]
    assert killed.exists()
