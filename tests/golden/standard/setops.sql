-- Set operations go by position.

--- UNION ALL hands on both branches
SELECT a AS k FROM t UNION ALL SELECT x FROM u
--> k  t.a  DIRECT
--> k  u.x  DIRECT
--= columns k

--- names come from the first branch, columns go by position
SELECT a AS p, b AS q FROM t UNION ALL SELECT y AS q, x AS p FROM u
--> p  t.a  DIRECT
--> p  u.y  DIRECT
--> q  t.b  DIRECT
--> q  u.x  DIRECT

--- a distinct union is decided by every column                          [influence: complete]
SELECT a AS k FROM t UNION DISTINCT SELECT x FROM u
--> k     t.a  DIRECT
--> k     u.x  DIRECT
--> rows  t.a  GROUP_BY
--> rows  u.x  GROUP_BY

--- each branch has its own type
SELECT a AS k FROM t UNION ALL SELECT x + 1 FROM u UNION ALL SELECT MAX(z) FROM v
--> k  t.a  DIRECT
--> k  u.x  DERIVED
--> k  v.z  AGG

--- a constant in one branch
SELECT a AS k, 'left' AS side FROM t UNION ALL SELECT x, 'right' FROM u
--> k     t.a  DIRECT
--> k     u.x  DIRECT
--> side  generated

--- a column against a constant
SELECT a AS k FROM t UNION ALL SELECT 0
--> k  t.a  DIRECT

--- the same source from both branches is one edge
SELECT a AS k FROM t WHERE b = 1 UNION ALL SELECT a FROM t WHERE c = 2
--> k     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  t.c  FILTER

--- one source, two types: both paths are kept
SELECT a AS k FROM t UNION ALL SELECT a + 1 FROM t
--> k  t.a  DIRECT
--> k  t.a  DERIVED

--- INTERSECT hands on both                                [dialects: clickhouse duckdb flink spark]
SELECT a AS k FROM t INTERSECT SELECT x FROM u
--> k  t.a  DIRECT
--> k  u.x  DIRECT

--- EXCEPT hands on the left, the right filters the same column    [dialects: clickhouse duckdb flink spark]
SELECT a AS k, b FROM t EXCEPT SELECT x, y FROM u
--> k     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY
--> rows  u.x  GROUP_BY
--> rows  u.y  GROUP_BY
--> k ~   u.x  FILTER
--> b ~   u.y  FILTER

--- the right side's WHERE decides rows                   [dialects: duckdb flink spark]
SELECT a AS k FROM t EXCEPT SELECT x FROM u WHERE y > 0
--> k     t.a  DIRECT
--> rows  t.a  GROUP_BY
--> rows  u.x  GROUP_BY
--> rows  u.y  FILTER
--> k ~   u.x  FILTER

--- GoogleSQL spells the quantifier out                   [dialect: googlesql]
SELECT a AS k FROM t EXCEPT DISTINCT SELECT x FROM u
--> k     t.a  DIRECT
--> rows  t.a  GROUP_BY
--> rows  u.x  GROUP_BY
--> k ~   u.x  FILTER

--- a nested EXCEPT inside a union
(SELECT a AS k FROM t) UNION ALL (SELECT x FROM u EXCEPT DISTINCT SELECT z FROM v)
--> k     t.a  DIRECT
--> k     u.x  DIRECT
--> rows  u.x  GROUP_BY
--> rows  v.z  GROUP_BY
--> k ~   v.z  FILTER

--- a parenthesised set operation as a derived table
SELECT k + 1 AS k1 FROM (SELECT a AS k FROM t UNION ALL SELECT x FROM u) s
--> k1  t.a  DERIVED
--> k1  u.x  DERIVED

--- INTERSECT binds closer than UNION                        [dialects: duckdb flink spark]
SELECT a AS k FROM t UNION ALL SELECT x FROM u INTERSECT SELECT z FROM v
--> k  t.a  DIRECT
--> k  u.x  DIRECT
--> k  v.z  DIRECT

--- INTERSECT binds closer than EXCEPT                       [dialects: duckdb flink spark]
SELECT a AS k FROM t EXCEPT SELECT x FROM u INTERSECT SELECT z FROM v
--> k     t.a  DIRECT
--> rows  t.a  GROUP_BY
--> rows  u.x  GROUP_BY
--> rows  v.z  GROUP_BY
--> k ~   u.x  FILTER
--> k ~   v.z  FILTER

--- three branches of stars
SELECT * FROM u UNION ALL SELECT * FROM v
--> a  u.a  DIRECT
--> a  v.a  DIRECT
--> x  u.x  DIRECT
--> x  v.x  DIRECT
--> y  u.y  DIRECT
--> y  v.z  DIRECT
--= columns a x y

--- a limit over a union sorts by its output               [dialects: duckdb flink googlesql hive spark]
SELECT a AS k, b FROM t UNION ALL SELECT x, y FROM u ORDER BY k LIMIT 5
--> k     t.a  DIRECT
--> k     u.x  DIRECT
--> b     t.b  DIRECT
--> b     u.y  DIRECT
--> rows  t.a  SORT
--> rows  u.x  SORT

--- ORDER BY and LIMIT after a union belong to its last branch    [dialect: clickhouse]
SELECT a AS k, b FROM t UNION ALL SELECT x, y FROM u ORDER BY y LIMIT 5
--> k     t.a  DIRECT
--> k     u.x  DIRECT
--> b     t.b  DIRECT
--> b     u.y  DIRECT
--> rows  u.y  SORT

--- branches of different width are matched as far as they go      [dialects: duckdb spark]
SELECT a AS p, b AS q FROM t UNION ALL SELECT x FROM u
--> p  t.a  DIRECT
--> p  u.x  DIRECT
--> q  t.b  DIRECT
--! W212
--= level INFERRED
