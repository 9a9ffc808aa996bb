"""The datasets that a statement writes: those that it names, and those behind them, and no others."""

from __future__ import annotations

import headwater

SCRIPT = """
CREATE DATABASE mart;
USE mart;
CREATE TABLE s (a UInt8) ENGINE = Memory;
CREATE TABLE t (a UInt8) ENGINE = Memory;
CREATE TABLE d AS t ENGINE = Distributed('c', currentDatabase(), t);
CREATE TABLE b AS t ENGINE = Buffer(mart, t, 1, 1, 1, 1, 1, 1, 1);
CREATE MATERIALIZED VIEW v TO t AS SELECT a FROM s;
INSERT INTO {target} SELECT a FROM s
"""


def written(target: str) -> set[str]:
    """The datasets that an INSERT writes under a chosen database."""
    statement = headwater.analyze(SCRIPT.format(target=target), dialect="clickhouse").statements[-1]
    return {edge.target.dataset for edge in statement.edges} | {
        column.dataset for column in statement.columns if column.dataset
    }


def test_a_table_of_a_chosen_database_stands_before_no_other() -> None:
    assert written("t") == {"mart.t"}


def test_a_table_over_another_one_is_itself_and_what_stands_behind_it() -> None:
    assert written("d") == {"mart.d", "mart.t"}
    assert written("b") == {"mart.b", "mart.t"}
    assert written("v") == {"mart.v", "mart.t"}
