-- Window functions: the argument is WINDOW value, partition and order keys are WINDOW influence on the column.

--- row_number has no value source
SELECT a, ROW_NUMBER() OVER (PARTITION BY b ORDER BY c) AS rn FROM t
--> a     t.a  DIRECT
--> rn    generated
--> rn ~  t.b  WINDOW
--> rn ~  t.c  WINDOW

--- an aggregate over a window is WINDOW
SELECT SUM(b) OVER (PARTITION BY a ORDER BY c) AS s FROM t
--> s    t.b  WINDOW
--> s ~  t.a  WINDOW
--> s ~  t.c  WINDOW

--- an empty window                                   [influence: complete]
SELECT SUM(b) OVER () AS s FROM t
--> s  t.b  WINDOW

--- lag, with a default that is value too            [dialects: duckdb flink googlesql hive spark]
SELECT LAG(b, 1, d) OVER (ORDER BY c) AS p FROM t
--> p    t.b  WINDOW
--> p    t.d  WINDOW
--> p ~  t.c  WINDOW

--- first_value and last_value
SELECT FIRST_VALUE(b) OVER (PARTITION BY a ORDER BY c) AS f, LAST_VALUE(d) OVER (PARTITION BY a ORDER BY c) AS l FROM t
--> f    t.b  WINDOW
--> l    t.d  WINDOW
--> f ~  t.a  WINDOW
--> f ~  t.c  WINDOW
--> l ~  t.a  WINDOW
--> l ~  t.c  WINDOW

--- ranks and ntile are generated
SELECT RANK() OVER (ORDER BY a) AS r, DENSE_RANK() OVER (ORDER BY b) AS dr, NTILE(4) OVER (ORDER BY c) AS q FROM t
--> r     generated
--> dr    generated
--> q     generated
--> r ~   t.a  WINDOW
--> dr ~  t.b  WINDOW
--> q ~   t.c  WINDOW

--- a frame adds nothing
SELECT AVG(b) OVER (ORDER BY c ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS m FROM t
--> m    t.b  WINDOW
--> m ~  t.c  WINDOW

--- an expression over a window function
SELECT b - LAG(b) OVER (ORDER BY c) AS diff FROM t
--> diff    t.b  DERIVED
--> diff    t.b  WINDOW
--> diff ~  t.c  WINDOW

--- a window over an expression, with expressions as keys
SELECT MAX(a + b) OVER (PARTITION BY c + d) AS m FROM t
--> m    t.a  WINDOW
--> m    t.b  WINDOW
--> m ~  t.c  WINDOW
--> m ~  t.d  WINDOW

--- a window over an aggregate is an aggregate
SELECT a, SUM(SUM(b)) OVER (ORDER BY a) AS s FROM t GROUP BY a
--> a     t.a  DIRECT
--> s     t.b  AGG
--> rows  t.a  GROUP_BY
--> s ~   t.a  WINDOW

--- ordering a window by an aggregate
SELECT a, RANK() OVER (ORDER BY SUM(b) DESC) AS r FROM t GROUP BY a
--> a     t.a  DIRECT
--> r     generated
--> rows  t.a  GROUP_BY
--> r ~   t.b  WINDOW

--- a named window
SELECT SUM(b) OVER w AS s, MAX(d) OVER w AS m FROM t WINDOW w AS (PARTITION BY a ORDER BY c)
--> s    t.b  WINDOW
--> m    t.d  WINDOW
--> s ~  t.a  WINDOW
--> s ~  t.c  WINDOW
--> m ~  t.a  WINDOW
--> m ~  t.c  WINDOW

--- a named window that is widened                   [dialects: clickhouse duckdb flink googlesql]
SELECT SUM(b) OVER (w ORDER BY c) AS s FROM t WINDOW w AS (PARTITION BY a)
--> s    t.b  WINDOW
--> s ~  t.a  WINDOW
--> s ~  t.c  WINDOW

--- the first row of each group: the window's keys decide rows, and stay WINDOW
SELECT a, b FROM (SELECT a, b, ROW_NUMBER() OVER (PARTITION BY a ORDER BY c DESC) AS rn FROM t) q WHERE rn = 1
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  WINDOW
--> rows  t.c  WINDOW

--- the filtered number itself is selected: not said twice
SELECT rn FROM (SELECT ROW_NUMBER() OVER (ORDER BY c) AS rn FROM t) q WHERE rn < 5
--> rn    generated
--> rows  t.c  WINDOW

--- QUALIFY by a number                              [dialects: clickhouse duckdb flink googlesql spark]
SELECT a, b FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY a ORDER BY c) = 1
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  WINDOW
--> rows  t.c  WINDOW

--- QUALIFY by an alias                              [dialects: clickhouse duckdb googlesql spark]
SELECT a, ROW_NUMBER() OVER (PARTITION BY b ORDER BY c) AS rn FROM t QUALIFY rn = 1
--> a     t.a  DIRECT
--> rn    generated
--> rows  t.b  WINDOW
--> rows  t.c  WINDOW

--- QUALIFY by a sum filters by its argument          [dialects: clickhouse duckdb googlesql spark]
SELECT a FROM t QUALIFY SUM(b) OVER (PARTITION BY c) > 10
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  t.c  WINDOW

--- FILTER inside a window function                   [dialects: duckdb spark]
SELECT SUM(b) FILTER (WHERE d > 0) OVER (PARTITION BY a) AS s FROM t
--> s    t.b  WINDOW
--> s ~  t.a  WINDOW
--> s ~  t.d  CONDITIONAL

--- a window after WHERE sees the filtered rows
SELECT SUM(b) OVER (PARTITION BY a) AS s FROM t WHERE d > 0
--> s     t.b  WINDOW
--> rows  t.d  FILTER
--> s ~   t.a  WINDOW

--- a derivation of a window is WINDOW
SELECT k * 2 AS k2 FROM (SELECT LEAD(b) OVER (ORDER BY c) AS k FROM t) q
--> k2    t.b  WINDOW
--> k2 ~  t.c  WINDOW
