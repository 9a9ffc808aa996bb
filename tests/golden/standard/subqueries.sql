-- Subqueries in every clause. In an expression they sit on that column; in WHERE they decide rows.

--- a scalar subquery hands its value on
SELECT a, (SELECT MAX(x) FROM u) AS m FROM t
--> a  t.a  DIRECT
--> m  u.x  AGG
--= sources t u

--- a scalar subquery inside an expression
SELECT b - (SELECT MIN(x) FROM u) AS k FROM t
--> k  t.b  DERIVED
--> k  u.x  AGG

--- a scalar subquery's WHERE sits on its column
SELECT a, (SELECT MAX(x) FROM u WHERE y > 0) AS m FROM t
--> a    t.a  DIRECT
--> m    u.x  AGG
--> m ~  u.y  FILTER

--- a correlated scalar subquery is filtered by both sides       [dialects: duckdb flink googlesql spark]
SELECT a, (SELECT MAX(u.x) FROM u WHERE u.a = t.a) AS m FROM t
--> a    t.a  DIRECT
--> m    u.x  AGG
--> m ~  u.a  FILTER
--> m ~  t.a  FILTER

--- a correlated value goes through the subquery             [dialects: duckdb googlesql spark]
SELECT (SELECT MAX(u.x + t.b) FROM u) AS m FROM t
--> m  u.x  AGG
--> m  t.b  AGG

--- an unqualified name belongs to the inner table first         [dialects: duckdb flink googlesql spark]
SELECT b, (SELECT MAX(x) FROM u WHERE a = b) AS m FROM t
--> b    t.b  DIRECT
--> m    u.x  AGG
--> m ~  u.a  FILTER
--> m ~  t.b  FILTER

--- IN with a subquery in WHERE filters by both
SELECT a FROM t WHERE b IN (SELECT x FROM u)
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  u.x  FILTER

--- NOT IN with a filtered subquery
SELECT a FROM t WHERE b NOT IN (SELECT x FROM u WHERE y = 1)
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  u.x  FILTER
--> rows  u.y  FILTER

--- IN over a grouped subquery: its key is named by the group too
SELECT a FROM t WHERE b IN (SELECT x FROM u GROUP BY x HAVING COUNT(*) > 1)
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  u.x  FILTER
--> rows  u.x  GROUP_BY

--- EXISTS filters by what it compares                      [dialects: duckdb flink googlesql hive spark]
SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.b)
--> a     t.a  DIRECT
--> rows  u.a  FILTER
--> rows  t.b  FILTER

--- NOT EXISTS likewise, and its select list is not read          [dialects: duckdb flink googlesql hive spark]
SELECT a FROM t WHERE NOT EXISTS (SELECT u.x FROM u WHERE u.a = t.b AND u.y > 3)
--> a     t.a  DIRECT
--> rows  u.a  FILTER
--> rows  u.y  FILTER
--> rows  t.b  FILTER

--- comparison with a scalar subquery in WHERE
SELECT a FROM t WHERE b > (SELECT AVG(x) FROM u WHERE y = 1)
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  u.x  FILTER
--> rows  u.y  FILTER

--- ANY and ALL in WHERE                                    [dialects: clickhouse duckdb flink]
SELECT a FROM t WHERE b > ALL (SELECT x FROM u) AND c = ANY (SELECT z FROM v)
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  t.c  FILTER
--> rows  u.x  FILTER
--> rows  v.z  FILTER

--- a subquery in HAVING
SELECT a, SUM(b) AS s FROM t GROUP BY a HAVING SUM(b) > (SELECT MAX(x) FROM u)
--> a     t.a  DIRECT
--> s     t.b  AGG
--> rows  t.a  GROUP_BY
--> rows  t.b  FILTER
--> rows  u.x  FILTER

--- IN as a value: the left operand is compared, the right is a condition
SELECT a, b IN (SELECT x FROM u) AS f FROM t
--> a    t.a  DIRECT
--> f    t.b  DERIVED
--> f ~  u.x  CONDITIONAL

--- EXISTS as a value has no source but its filter         [dialects: duckdb googlesql spark]
SELECT a, EXISTS (SELECT 1 FROM u WHERE u.a = t.a) AS f FROM t
--> a    t.a  DIRECT
--> f    generated
--> f ~  u.a  FILTER
--> f ~  t.a  FILTER

--- EXISTS inside CASE                                      [dialects: duckdb googlesql spark]
SELECT CASE WHEN EXISTS (SELECT 1 FROM u WHERE u.a = t.a) THEN b ELSE c END AS k FROM t
--> k    t.b  DERIVED
--> k    t.c  DERIVED
--> k ~  u.a  FILTER
--> k ~  t.a  FILTER

--- IN inside CASE is a condition
SELECT CASE WHEN a IN (SELECT x FROM u) THEN b END AS k FROM t
--> k    t.b  DERIVED
--> k ~  t.a  CONDITIONAL
--> k ~  u.x  CONDITIONAL

--- a scalar subquery as a branch of CASE is value
SELECT CASE WHEN a > 0 THEN (SELECT MAX(x) FROM u) ELSE b END AS k FROM t
--> k    u.x  AGG
--> k    t.b  DERIVED
--> k ~  t.a  CONDITIONAL

--- a subquery in ON                                      [dialects: duckdb spark]
SELECT t.b FROM t JOIN u ON t.a = u.a AND u.x > (SELECT MAX(z) FROM v)
--> b     t.b  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--> rows  u.x  JOIN
--> rows  v.z  JOIN

--- a subquery in ORDER BY with a LIMIT                    [dialects: duckdb googlesql spark]
SELECT a FROM t ORDER BY (SELECT MAX(x) FROM u WHERE u.a = t.b) LIMIT 3
--> a     t.a  DIRECT
--> rows  u.x  SORT
--> rows  u.a  FILTER
--> rows  t.b  FILTER

--- subqueries nested in subqueries
SELECT a FROM t WHERE b IN (SELECT x FROM u WHERE y IN (SELECT z FROM v WHERE v.x > 0))
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  u.x  FILTER
--> rows  u.y  FILTER
--> rows  v.z  FILTER
--> rows  v.x  FILTER

--- correlation across two levels                         [dialects: duckdb spark]
SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE EXISTS (SELECT 1 FROM v WHERE v.x = u.x AND v.a = t.c))
--> a     t.a  DIRECT
--> rows  v.x  FILTER
--> rows  u.x  FILTER
--> rows  v.a  FILTER
--> rows  t.c  FILTER

--- IN with a tuple                                      [dialects: clickhouse duckdb flink spark]
SELECT c FROM t WHERE (a, b) IN (SELECT x, y FROM u)
--> c     t.c  DIRECT
--> rows  t.a  FILTER
--> rows  t.b  FILTER
--> rows  u.x  FILTER
--> rows  u.y  FILTER
