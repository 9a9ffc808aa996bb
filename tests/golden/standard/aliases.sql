-- Where a select alias can be used, and who wins when a column has its name.

--- an alias and a column of one name: the column wins         [dialects: duckdb flink googlesql hive spark]
SELECT a + 1 AS b, b * 2 AS c FROM t
--> b  t.a  DERIVED
--> c  t.b  DERIVED

--- an alias and a column of one name: the alias wins          [dialect: clickhouse]
SELECT a + 1 AS b, b * 2 AS c FROM t
--> b  t.a  DERIVED
--> c  t.a  DERIVED

--- a qualified name is always the column
SELECT a + 1 AS b, t.b * 2 AS c FROM t
--> b  t.a  DERIVED
--> c  t.b  DERIVED

--- an alias that hides nothing is used further right           [dialects: clickhouse duckdb spark]
SELECT a + 1 AS k, k * 2 AS k2 FROM t
--> k   t.a  DERIVED
--> k2  t.a  DERIVED

--- an alias of an alias of an alias                             [dialects: clickhouse duckdb spark]
SELECT a AS k, k AS k2, k2 + b AS k3 FROM t
--> k   t.a  DIRECT
--> k2  t.a  DIRECT
--> k3  t.a  DERIVED
--> k3  t.b  DERIVED

--- an alias used before it is defined                           [dialect: clickhouse]
SELECT k + 1 AS m, a AS k FROM t
--> m  t.a  DERIVED
--> k  t.a  DIRECT

--- an alias in WHERE                                            [dialects: clickhouse duckdb]
SELECT a + b AS k FROM t WHERE k > 0
--> k     t.a  DERIVED
--> k     t.b  DERIVED
--> rows  t.a  FILTER
--> rows  t.b  FILTER

--- an alias that hides a column in WHERE: the column             [dialects: duckdb flink googlesql hive spark]
SELECT a + 1 AS b FROM t WHERE b > 0
--> b     t.a  DERIVED
--> rows  t.b  FILTER

--- an alias that hides a column in WHERE: the alias              [dialect: clickhouse]
SELECT a + 1 AS b FROM t WHERE b > 0
--> b     t.a  DERIVED
--> rows  t.a  FILTER

--- an alias in HAVING                                            [dialects: clickhouse duckdb googlesql spark]
SELECT a, SUM(b) AS total FROM t GROUP BY a HAVING total > 10
--> a      t.a  DIRECT
--> total  t.b  AGG
--> rows   t.a  GROUP_BY
--> rows   t.b  FILTER

--- an alias that hides a column in GROUP BY: the column          [dialects: duckdb spark]
SELECT MAX(a) AS b, COUNT(*) AS n FROM t GROUP BY b
--> b     t.a  AGG
--> n     generated
--> rows  t.b  GROUP_BY

--- an aggregate's alias inside another aggregate's row            [dialects: clickhouse duckdb spark]
SELECT SUM(a) AS s, s / 2 AS half FROM t
--> s     t.a  AGG
--> half  t.a  AGG

--- an alias of a subquery's column does not leak out
SELECT a FROM t WHERE c IN (SELECT x AS b FROM u) AND b > 0
--> a     t.a  DIRECT
--> rows  t.c  FILTER
--> rows  u.x  FILTER
--> rows  t.b  FILTER
