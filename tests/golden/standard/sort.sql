-- ORDER BY, LIMIT, OFFSET, FETCH, DISTINCT ON, TABLESAMPLE.

--- ORDER BY without a LIMIT is left out                     [influence: complete]
SELECT a FROM t ORDER BY b
--> a  t.a  DIRECT

--- ORDER BY with a LIMIT decides rows
SELECT a FROM t ORDER BY b DESC LIMIT 10
--> a     t.a  DIRECT
--> rows  t.b  SORT

--- LIMIT alone is decided by no column                      [influence: complete]
SELECT a FROM t LIMIT 10
--> a  t.a  DIRECT

--- ORDER BY an alias
SELECT a + b AS k FROM t ORDER BY k LIMIT 3
--> k     t.a  DERIVED
--> k     t.b  DERIVED
--> rows  t.a  SORT
--> rows  t.b  SORT

--- ORDER BY an ordinal
SELECT a, b FROM t ORDER BY 2 LIMIT 3
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.b  SORT

--- ORDER BY an expression, nulls last                  [dialects: clickhouse duckdb flink googlesql spark]
SELECT a FROM t ORDER BY b + c DESC NULLS LAST LIMIT 3
--> a     t.a  DIRECT
--> rows  t.b  SORT
--> rows  t.c  SORT

--- an alias that hides a column wins in ORDER BY
SELECT -a AS b FROM t ORDER BY b LIMIT 5
--> b     t.a  DERIVED
--> rows  t.a  SORT

--- LIMIT with OFFSET                                   [dialects: clickhouse duckdb flink googlesql spark]
SELECT a FROM t ORDER BY b LIMIT 10 OFFSET 20
--> a     t.a  DIRECT
--> rows  t.b  SORT

--- FETCH FIRST                                          [dialects: clickhouse duckdb flink]
SELECT a FROM t ORDER BY b OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY
--> a     t.a  DIRECT
--> rows  t.b  SORT

--- a LIMIT inside a derived table
SELECT SUM(a) AS s FROM (SELECT a FROM t ORDER BY b LIMIT 10) q
--> s     t.a  AGG
--> rows  t.b  SORT

--- an ORDER BY inside a derived table without a LIMIT        [influence: complete]
SELECT SUM(a) AS s FROM (SELECT a FROM t ORDER BY b) q
--> s  t.a  AGG

--- ORDER BY an ordinal outside the list is said              [dialects: duckdb spark]
SELECT a FROM t ORDER BY 5 LIMIT 3
--> a  t.a  DIRECT
--! W115

--- DISTINCT ON keys sort                                      [dialects: clickhouse duckdb]
SELECT DISTINCT ON (a) b, c FROM t ORDER BY a, d
--> b     t.b  DIRECT
--> c     t.c  DIRECT
--> rows  t.a  SORT
--> rows  t.d  SORT

--- TABLESAMPLE keeps columns as they are                      [dialects: duckdb googlesql hive spark]
SELECT a, b FROM t TABLESAMPLE (10 PERCENT)
--> a  t.a  DIRECT
--> b  t.b  DIRECT
--= level EXACT

--- DISTINCT over a join
SELECT DISTINCT t.b FROM t JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> rows  t.a  JOIN
--> rows  t.b  GROUP_BY
--> rows  u.a  JOIN

--- SORT BY and DISTRIBUTE BY decide nothing without a LIMIT     [dialects: hive spark; influence: complete]
SELECT a FROM t DISTRIBUTE BY b SORT BY c
--> a  t.a  DIRECT
