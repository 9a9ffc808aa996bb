-- WITH: names for queries.

--- one CTE
WITH q AS (SELECT a AS k FROM t) SELECT k FROM q
--> k  t.a  DIRECT
--= sources t

--- a chain composes types and expressions
WITH q AS (SELECT a + 1 AS p FROM t), r AS (SELECT MAX(p) AS m FROM q) SELECT m FROM r
--> m  t.a  AGG
--> expr m  "MAX(a + 1)"

--- a CTE may be used twice
WITH q AS (SELECT a, b FROM t)
SELECT l.b AS k1, r.b AS k2 FROM q l JOIN q r ON l.a = r.a
--> k1    t.b  DIRECT
--> k2    t.b  DIRECT
--> rows  t.a  JOIN

--- an unused CTE adds nothing                            [influence: complete]
WITH unused AS (SELECT x FROM u WHERE y > 0) SELECT a FROM t
--> a  t.a  DIRECT

--- a CTE hides a table of its name
WITH u AS (SELECT b AS x FROM t) SELECT x FROM u
--> x  t.b  DIRECT

--- a CTE that hides a table reads the table inside itself        [dialects: clickhouse duckdb flink googlesql spark]
WITH u AS (SELECT x FROM u) SELECT x FROM u
--> x  u.x  DIRECT

--- a table of a database is not hidden by a CTE of its last name
WITH facts AS (SELECT a AS amount FROM t) SELECT p.amount, q.amount AS other FROM sales.facts p CROSS JOIN facts q
--> amount  sales.facts.amount  DIRECT
--> other   t.a                 DIRECT

--- an inner CTE hides an outer one
WITH q AS (SELECT a AS k FROM t)
SELECT k FROM (WITH q AS (SELECT x AS k FROM u) SELECT k FROM q) s
--> k  u.x  DIRECT

--- the outer CTE is seen inside a derived table
WITH q AS (SELECT a AS k FROM t) SELECT s.k FROM (SELECT k FROM q) s
--> k  t.a  DIRECT

--- the outer CTE is seen inside a subquery
WITH q AS (SELECT x FROM u) SELECT a FROM t WHERE b IN (SELECT x FROM q)
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  u.x  FILTER

--- a later CTE sees an earlier one, not the other way round
WITH p AS (SELECT x AS k FROM u), q AS (SELECT k FROM p) SELECT k FROM q
--> k  u.x  DIRECT

--- WITH inside a CTE
WITH q AS (WITH r AS (SELECT a AS k FROM t) SELECT k + 1 AS k1 FROM r) SELECT k1 FROM q
--> k1  t.a  DERIVED

--- a column list renames                                 [dialects: clickhouse duckdb flink hive spark]
WITH q(p, s) AS (SELECT a, b + c FROM t) SELECT s, p FROM q
--> s  t.b  DERIVED
--> s  t.c  DERIVED
--> p  t.a  DIRECT

--- influence passes through the chain
WITH q AS (SELECT a, b FROM t WHERE c > 0), r AS (SELECT a, SUM(b) AS s FROM q GROUP BY a)
SELECT s FROM r WHERE s > 10
--> s     t.b  AGG
--> rows  t.a  GROUP_BY
--> rows  t.b  FILTER
--> rows  t.c  FILTER

--- a key grouped in the CTE stays GROUP_BY though its count is filtered outside
WITH q AS (SELECT a, COUNT(*) AS n FROM t GROUP BY a) SELECT a FROM q WHERE n > 1
--> a     t.a  DIRECT
--> rows  t.a  GROUP_BY

--- a condition below a filter is a filter
WITH q AS (SELECT a, CASE WHEN b > 0 THEN c ELSE 0 END AS k FROM t) SELECT a FROM q WHERE k > 1
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  t.c  FILTER

--- a condition below an aggregate stays with the column
WITH q AS (SELECT CASE WHEN b > 0 THEN c ELSE 0 END AS k FROM t) SELECT SUM(k) AS s FROM q
--> s    t.c  AGG
--> s ~  t.b  CONDITIONAL

--- a condition in a column that nobody takes                     [influence: complete]
WITH q AS (SELECT a, CASE WHEN b > 0 THEN c ELSE 0 END AS k FROM t) SELECT a FROM q
--> a  t.a  DIRECT

--- CTEs of both branches of a union
WITH p AS (SELECT a AS k FROM t), q AS (SELECT x AS k FROM u) SELECT k FROM p UNION ALL SELECT k FROM q
--> k  t.a  DIRECT
--> k  u.x  DIRECT

--- recursion runs to a fixpoint                     [dialects: clickhouse duckdb googlesql spark]
WITH RECURSIVE r AS (
  SELECT id, parent_id, name FROM customers
  UNION ALL
  SELECT c.id, c.parent_id, r.name FROM customers c JOIN r ON c.parent_id = r.id
) SELECT id, name FROM r
--> id    customers.id         DIRECT
--> name  customers.name       DIRECT
--> rows  customers.parent_id  JOIN
--> rows  customers.id         JOIN

--- recursion moves a column from place to place            [dialects: duckdb googlesql spark]
WITH RECURSIVE r AS (
  SELECT a AS p, b AS q, c AS s FROM t
  UNION ALL
  SELECT q AS p, s AS q, s FROM r WHERE p > 0
) SELECT p FROM r
--> p     t.a  DIRECT
--> p     t.b  DIRECT
--> p     t.c  DIRECT
--> rows  t.a  FILTER
--> rows  t.b  FILTER
--> rows  t.c  FILTER

--- a recursive counter comes from nothing                  [dialects: duckdb spark; influence: complete]
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 10) SELECT n FROM r
--> n  generated

--- a recursive step that computes: both the seed's and the step's paths are kept     [dialects: duckdb spark]
WITH RECURSIVE r(n) AS (SELECT a FROM t UNION ALL SELECT n + 1 FROM r WHERE n < 10) SELECT n FROM r
--> n     t.a  DIRECT
--> n     t.a  DERIVED
--> rows  t.a  FILTER

--- a recursive UNION takes a row once, which every column decides    [dialects: duckdb spark; influence: complete]
WITH RECURSIVE r(k, m) AS (SELECT a, b FROM t UNION SELECT r.k + 1, r.m FROM r WHERE r.k < 3) SELECT k FROM r
--> k     t.a  DERIVED
--> k     t.a  DIRECT
--> rows  t.a  FILTER
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY
