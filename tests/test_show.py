"""The plan printer: the algebra as a tree, on real statements."""

from __future__ import annotations

import re

import headwater
from headwater.rel import operators
from headwater.rel.show import _DETAILS, show


def plan(sql: str, dialect: str = "duckdb", catalog: headwater.Catalog | None = None) -> list[str]:
    statement = headwater.analyze(sql, dialect=dialect, catalog=catalog).statements[-1]
    assert statement.plan is not None
    return show(statement.plan, lambda start, end: sql[start:end], statement.places).splitlines()


def test_every_operator_can_be_shown() -> None:
    assert set(_DETAILS) == set(operators.NODES)


def numbered(lines: list[str]) -> list[str]:
    """The lines with ids from 1, in the order of birth, whatever hidden columns took ids in between."""
    ids = sorted({int(one) for line in lines for one in re.findall(r"\$(\d+)", line)})
    new = {old: index for index, old in enumerate(ids, 1)}
    return [re.sub(r"\$(\d+)", lambda match: f"${new[int(match.group(1))]}", line) for line in lines]


def test_a_projection_over_a_scan() -> None:
    assert numbered(plan("SELECT a + b AS c FROM t")) == [
        "Write(SELECT result, $4 c=[$3])",
        "  Project($3 c=[$1 + $2])",
        "    Scan(t, $1 a, $2 b)",
    ]


def test_the_join_of_two_tables_shows_its_keys_and_what_is_handed_on() -> None:
    users = headwater.Catalog(
        {
            "ods_mysql_users": {"id": "BIGINT", "name": "STRING", "birthday": "TIMESTAMP(3)"},
            "dim_mysql_company": {"user_id": "BIGINT", "company_name": "STRING"},
        }
    )
    shown = plan(
        """
        SELECT a.id AS id1, CONCAT(a.name, b.company_name), b.company_name, DATE_FORMAT(a.birthday, 'yyyyMMdd') AS p
        FROM ods_mysql_users AS a JOIN dim_mysql_company AS b ON a.id = b.user_id
        """,
        "flink",
        users,
    )
    names = {line.split(" ")[0]: line for line in map(str.strip, shown)}
    scans = [line.strip() for line in shown if "Scan" in line]
    assert [line.strip().partition("(")[0] for line in shown] == ["Write", "Project", "Join", "Scan", "Scan"]
    assert len(names) >= 4
    ids = {
        name: one.split(" ")[0] for line in scans for one in line[5:-1].split(", ")[1:] for name in [one.split(" ")[1]]
    }
    assert f"on=[{ids['id']} = {ids['user_id']}]" in shown[2]
    assert shown[2].strip().startswith("Join(INNER")
    assert f"CONCAT({ids['name']}, {ids['company_name']})" in shown[1]
    assert f"DATE_FORMAT({ids['birthday']}, 'yyyyMMdd')" in shown[1]
    assert f"company_name=[{ids['company_name']}]" in shown[0] + shown[1]


def test_a_shared_cte_is_printed_once_and_named_afterwards() -> None:
    shown = plan("WITH x AS (SELECT a + 1 AS b FROM t) SELECT l.b FROM x AS l JOIN x AS r ON l.b = r.b")
    assert sum("Scan(t" in line for line in shown) == 1
    assert sum(line.strip().startswith("x: Project(") for line in shown) == 1
    assert sum(line.strip() == "x, as above" for line in shown) == 1


def test_two_shared_ctes_of_one_name_are_told_apart() -> None:
    shown = plan(
        """
        WITH x AS (SELECT a FROM t)
        SELECT 1 FROM x p JOIN x q ON p.a = q.a
        JOIN (WITH x AS (SELECT b FROM u) SELECT r.b FROM x r JOIN x s ON r.b = s.b) v ON v.b = p.a
        """
    )
    assert sum(line.strip() == "x, as above" for line in shown) == 1
    assert sum(line.strip() == "x#2, as above" for line in shown) == 1


def test_clauses_show_what_they_read_as_it_stands_in_the_text() -> None:
    shown = "\n".join(
        plan(
            """
            SELECT k, date_trunc('day', ts) AS d, sum(x) FILTER (WHERE y > 0) AS s FROM t
            WHERE z IS NOT NULL
            GROUP BY k, date_trunc('day', ts) HAVING sum(x) > 5
            ORDER BY s DESC LIMIT 5
            """
        )
    )
    assert "HAVING=[" in shown
    assert "> 5]" in shown
    assert "IS NOT NULL]" in shown
    assert "date_trunc('day', $" in shown
    assert "FILTER (WHERE $" in shown
    assert "DESC]" in shown


def test_candidates_of_one_name_stand_side_by_side() -> None:
    assert any("|$" in line and "+ 1" in line for line in plan("SELECT a + 1 AS b FROM t, u"))


def test_recursion_is_shown_with_its_loop() -> None:
    shown = plan("WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 9) SELECT n FROM r")
    operators = [line.strip().partition("(")[0] for line in shown]
    assert "Recursive" in operators
    assert "Loop" in operators


def test_white_space_of_the_text_does_not_matter() -> None:
    assert plan("SELECT a\n  +\tb AS c FROM t") == plan("SELECT a + b AS c FROM t")


def test_a_deep_plan_needs_no_stack_and_no_square_of_blanks() -> None:
    depth = 3_000  # three times what a new Python has room for
    ctes = ["x0 AS (SELECT a FROM t)"] + [f"x{i} AS (SELECT a + 1 AS a FROM x{i - 1})" for i in range(1, depth)]
    shown = plan(f"WITH {', '.join(ctes)} SELECT a FROM x{depth - 1}")
    assert len(shown) >= 2 * depth
    assert max(map(len, shown)) < 250
    assert "Scan(t" in shown[-1]


def test_the_same_statement_gives_the_same_tree() -> None:
    sql = "SELECT b.x, sum(a.y) FROM a JOIN b USING (k) GROUP BY b.x"
    assert plan(sql) == plan(sql)
