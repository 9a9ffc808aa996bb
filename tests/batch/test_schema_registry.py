"""Schemas over time: who defined what, in which order, and what is known of it when."""

from __future__ import annotations

import itertools
import json
import random

import pytest

from headwater.batch import ALWAYS, Version
from headwater.batch.schema_registry import Event, SchemaRegistry


def columns(*names: str) -> str:
    return json.dumps([[name, "int", None] for name in names])


def event(
    action: str,
    name: str,
    at: int = ALWAYS,
    *,
    said: str | None = None,
    absent: bool = False,
    text: str | None = None,
    position: tuple[str, str, int] = ("a.sql", "", 0),
    temporary: bool = False,
    dialect: str = "hive",
) -> Event:
    return Event(
        f"hive:{name}", at, position, action, "table", temporary, absent, said, text, dialect, f"{position}{at}"
    )


def names(events: list[Event], table: str, at: int | None, given: list[Version] | None = None) -> list[str] | None:
    registry = SchemaRegistry(given or [])
    for number, one in enumerate(events):
        registry.update(f"unit {number}", [one])
    result = registry.history().find(f"hive:{table}", at)
    return None if result is None else [column.name for column in result.columns or ()]


def test_a_definition_holds_from_its_time_on() -> None:
    events = [event("define", "t", 10, said=columns("a")), event("define", "t", 20, said=columns("b", "c"))]
    assert names(events, "t", 15) == ["a"]
    assert names(events, "t", 21) == ["b", "c"]
    assert names(events, "t", None) == ["b", "c"]
    assert names(events, "t", 5) == ["a"], "before it was there: as it was first"
    assert names(events, "u", 15) is None


def test_what_a_statement_itself_changes_it_does_not_see() -> None:
    events = [event("define", "t", 10, said=columns("a")), event("alter", "t", 20, text="ALTER TABLE t DROP COLUMN a")]
    events.append(event("define", "t", 20, said=columns("b"), position=("a.sql", "", 1)))
    assert names(events, "t", 20) == ["a"]


def test_alter_is_replayed_on_what_was_there() -> None:
    add = event("alter", "t", 20, text="ALTER TABLE t ADD COLUMNS (c int)")
    assert names([event("define", "t", 10, said=columns("a")), add], "t", None) == ["a", "c"]
    assert names([event("define", "t", 10, said=columns("a")), add], "t", 15) == ["a"]
    assert names([event("define", "t", 10, said=columns("x", "y")), add], "t", None) == ["x", "y", "c"]
    assert names([add], "t", None) is None, "nobody knows what it is added to"
    versions = [Version("hive:t", ALWAYS, "table", False, columns("g"))]
    assert names([add], "t", None, versions) == ["g", "c"]
    assert names([add], "t", 15, versions) == ["g"]


def test_alter_goes_by_the_database_that_it_names() -> None:
    define = event("define", "ods.t", 10, said=columns("a", "b"))
    drop = event("alter", "ods.t", 20, text="ALTER TABLE ods.t DROP COLUMN a", dialect="spark")
    assert names([define, drop], "ods.t", None) == ["b"]


@pytest.mark.parametrize("at", [ALWAYS, 30], ids=["without times", "with times"])
def test_if_not_exists_happens_where_nothing_is(at: int) -> None:
    first = event("define", "t", min(at, 10), said=columns("a"), absent=True, position=("a.sql", "", 0))
    second = event("define", "t", min(at, 20), said=columns("b"), absent=True, position=("a.sql", "", 1))
    drop = event("drop", "t", min(at, 15), position=("a.sql", "", 0))._replace(position=("a.sql", "", 0), unit="z")
    assert names([first, second], "t", None) == ["a"]
    assert names([first, drop, second], "t", None) == ["b"]
    versions = [Version("hive:t", ALWAYS, "table", False, columns("g"))]
    assert names([first, second], "t", None, versions) == ["g"]
    assert names([drop], "t", None, versions) == ["g"], "the last that was known of it"


def test_a_rename_hands_the_table_on() -> None:
    define = event("define", "t", 10, said=columns("a"))
    rename = event("rename", "t", 20, text="hive:u")
    later = event("alter", "u", 30, text="ALTER TABLE u ADD COLUMNS (c int)")
    assert names([define, rename, later], "u", 25) == ["a"]
    assert names([define, rename, later], "u", None) == ["a", "c"]
    assert names([define, rename, later], "t", 25) is None, "it has another name"
    assert names([define, rename, later], "t", None) == ["a"], "a text without a time may be from before"
    chain = [define, rename, event("rename", "u", 30, text="hive:v")]
    assert names(chain, "v", None) == ["a"]
    again = [define, rename, event("define", "t", 30, said=columns("z"), absent=True)]
    assert names(again, "t", None) == ["z"], "the old name is free"


@pytest.mark.parametrize("at", [ALWAYS, 20], ids=["without times", "with times"])
def test_tables_change_places(at: int) -> None:
    """RENAME t TO tmp, new TO t, tmp TO new: one after the other."""
    events = [
        event("define", "t", min(at, 10), said=columns("old"), position=("a.sql", "", 0)),
        event("define", "new", min(at, 10), said=columns("new"), position=("a.sql", "", 1)),
    ]
    swap = [
        event("rename", one, at, text=f"hive:{other}", position=("b.sql", "", 0))
        for one, other in (("t", "tmp"), ("new", "t"), ("tmp", "new"))
    ]
    registry = SchemaRegistry([])
    for number, one in enumerate(events):
        registry.update(str(number), [one])
    registry.update("swap", swap)
    result = {one.name: json.loads(one.columns)[0][0] for one in registry.history() if one.since == at and one.columns}
    assert at == ALWAYS or registry.history().find("hive:tmp", at + 1) is None, "it is called new by now"
    result.setdefault("hive:tmp", "old")
    assert result == {"hive:t": "new", "hive:tmp": "old", "hive:new": "old"}


def test_without_times_the_order_of_the_texts_holds() -> None:
    script = [
        event("define", "t", said=columns("a"), position=("a.sql", "1", 0)),
        event("alter", "t", text="ALTER TABLE t ADD COLUMNS (b int)", position=("a.sql", "2", 0)),
        event("rename", "t", text="hive:u", position=("a.sql", "3", 0)),
        event("define", "t", said=columns("z"), position=("b.sql", "1", 0)),
    ]
    for order in itertools.permutations(script):
        assert names(list(order), "u", None) == ["a", "b"]
        assert names(list(order), "t", None) == ["z"]


def test_a_dropped_table_is_gone_until_it_is_created_again() -> None:
    define, other = event("define", "t", 10, said=columns("a")), event("define", "t", 30, said=columns("b"))
    drop = event("drop", "t", 20)
    assert [names([define, drop], "t", at) for at in (15, 25, None)] == [["a"], None, ["a"]]
    assert [names([define, drop, other], "t", at) for at in (25, 35)] == [None, ["b"]]
    again = [define._replace(again=(50,)), drop._replace(again=(40,)), other]
    assert [names(again, "t", at) for at in (15, 25, 35, 45, 55)] == [["a"], None, ["b"], None, ["a"]]
    unknown = event("define", "t", 40)
    assert names([define, unknown], "t", 45) is None, "another table, of unknown columns"
    given = [Version("hive:t", ALWAYS, "table", False, columns("g"))]
    assert names([drop], "t", 25, given) == ["g"], "a catalog holds until a definition says otherwise"


def test_learning_again_replaces_what_a_unit_said() -> None:
    registry = SchemaRegistry([])
    registry.update("u", [event("define", "t")])
    assert registry.defined == {"hive:t"}
    assert "hive:t" not in registry.history()
    registry.update("u", [event("define", "t", said=columns("a"))])
    assert "hive:t" in registry.history()
    registry.update("u", [event("define", "t", said=columns("a"), temporary=True)])
    assert not registry.defined
    assert not len(registry.history())


def test_the_history_does_not_depend_on_the_order_of_learning() -> None:
    chance = random.Random(3)
    events = [event("define", f"t{n % 5}", n // 7, said=columns(f"c{n}"), position=("a", str(n), 0)) for n in range(60)]
    events += [
        event("rename", f"t{n % 5}", n, text=f"hive:t{(n + 1) % 5}", position=("b", str(n), 0)) for n in range(0, 9, 3)
    ]
    events += [event("drop", f"t{n % 5}", n, position=("c", str(n), 0)) for n in range(9)]
    first = None
    for _ in range(10):
        chance.shuffle(events)
        registry = SchemaRegistry([])
        for number, one in enumerate(events):
            registry.update(str(number), [one])
        result = list(registry.history())
        assert first is None or result == first
        first = result
