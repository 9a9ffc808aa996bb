-- Derived tables: a query in FROM.

--- a reference through a derived table stays direct
SELECT s.k FROM (SELECT a AS k, b FROM t) s
--> k  t.a  DIRECT

--- derivation below, reference above
SELECT k FROM (SELECT a + b AS k FROM t) s
--> k  t.a  DERIVED
--> k  t.b  DERIVED
--> expr k  "a + b"

--- aggregate over a derivation is an aggregate
SELECT SUM(k) AS total FROM (SELECT a * b AS k FROM t) s
--> total  t.a  AGG
--> total  t.b  AGG
--> expr total  "SUM(a * b)"

--- derivation over an aggregate is an aggregate too
SELECT m + 1 AS k FROM (SELECT MAX(a) AS m FROM t) s
--> k  t.a  AGG
--> expr k  "MAX(a) + 1"

--- the inner WHERE decides the outer rows
SELECT k FROM (SELECT a AS k FROM t WHERE b > 0) s WHERE k < 10
--> k     t.a  DIRECT
--> rows  t.a  FILTER
--> rows  t.b  FILTER

--- three levels deep
SELECT z + 1 AS w FROM (SELECT y1 AS z FROM (SELECT a + c AS y1 FROM t) p) q
--> w  t.a  DERIVED
--> w  t.c  DERIVED

--- a filter on a computed column reads its sources
SELECT k FROM (SELECT a AS k, b + c AS s FROM t) q WHERE s > 3
--> k     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  t.c  FILTER

--- a filter on a constant column reads nothing                 [influence: complete]
SELECT k FROM (SELECT a AS k, 1 AS one FROM t) q WHERE one = 1
--> k  t.a  DIRECT

--- a constant stays generated through a derived table
SELECT one FROM (SELECT 1 AS one, a FROM t) s
--> one  generated

--- two derived tables of one alias at different depths
SELECT s.k FROM (SELECT s.k FROM (SELECT a AS k FROM t) s) s
--> k  t.a  DIRECT

--- a column list on a derived table                  [dialects: clickhouse duckdb flink spark]
SELECT s.p, s.q FROM (SELECT a, b + 1 FROM t) AS s(p, q)
--> p  t.a  DIRECT
--> q  t.b  DERIVED

--- names swapped in the derived table stay swapped
SELECT s.b1 AS k FROM (SELECT a AS b1, b AS a1 FROM t) s
--> k  t.a  DIRECT

--- the derived table without an alias              [dialects: clickhouse duckdb googlesql spark]
SELECT k FROM (SELECT a AS k FROM t)
--> k  t.a  DIRECT
