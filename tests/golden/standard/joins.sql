-- Joins: the values come from both sides, the keys decide the rows.

--- inner join ON
SELECT t.b, u.x FROM t JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> x     u.x  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- left join ON
SELECT t.b, u.x FROM t LEFT JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> x     u.x  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- right outer join ON
SELECT t.b, u.x FROM t RIGHT OUTER JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> x     u.x  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- full outer join ON
SELECT t.b, u.x FROM t FULL OUTER JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> x     u.x  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- cross join decides rows by no column               [influence: complete]
SELECT t.b, u.x FROM t CROSS JOIN u
--> b  t.b  DIRECT
--> x  u.x  DIRECT
--= sources t u

--- the comma is a cross join; WHERE then filters
SELECT t.b, u.x FROM t, u WHERE t.a = u.a
--> b     t.b  DIRECT
--> x     u.x  DIRECT
--> rows  t.a  FILTER
--> rows  u.a  FILTER

--- ON with an expression reads every column of it      [dialects: duckdb flink googlesql hive spark]
SELECT t.b FROM t JOIN u ON t.a + t.c = u.x
--> b     t.b  DIRECT
--> rows  t.a  JOIN
--> rows  t.c  JOIN
--> rows  u.x  JOIN

--- everything that ON reads is JOIN, inequalities too      [dialects: duckdb flink googlesql spark]
SELECT t.b FROM t JOIN u ON t.a = u.a AND t.c > u.y
--> b     t.b  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--> rows  t.c  JOIN
--> rows  u.y  JOIN

--- a join whose side is only needed for its rows still decides
SELECT t.b FROM t JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--= sources t u

--- USING: an inner join takes the left column
SELECT a, b, x FROM t JOIN u USING (a)
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> x     u.x  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- USING: a left join takes the left column
SELECT a, x FROM t LEFT JOIN u USING (a)
--> a     t.a  DIRECT
--> x     u.x  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- USING: a right join takes the right column      [dialects: duckdb flink googlesql hive spark]
SELECT a, b FROM t RIGHT JOIN u USING (a)
--> a     u.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- USING: a full join takes both                      [dialects: duckdb flink googlesql hive spark]
SELECT a, b, x FROM t FULL JOIN u USING (a)
--> a     t.a  DIRECT
--> a     u.a  DIRECT
--> b     t.b  DIRECT
--> x     u.x  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- USING: each side can still be asked for by its name
SELECT t.a AS k1, u.a AS k2 FROM t LEFT JOIN u USING (a)
--> k1    t.a  DIRECT
--> k2    u.a  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- USING of two columns
SELECT a, x, y, z FROM u JOIN v USING (a, x)
--> a     u.a  DIRECT
--> x     u.x  DIRECT
--> y     u.y  DIRECT
--> z     v.z  DIRECT
--> rows  u.a  JOIN
--> rows  v.a  JOIN
--> rows  u.x  JOIN
--> rows  v.x  JOIN

--- NATURAL joins by the columns of equal name             [dialects: duckdb flink spark]
SELECT * FROM u NATURAL JOIN v
--> a     u.a  DIRECT
--> x     u.x  DIRECT
--> y     u.y  DIRECT
--> z     v.z  DIRECT
--> rows  u.a  JOIN
--> rows  v.a  JOIN
--> rows  u.x  JOIN
--> rows  v.x  JOIN
--= columns a x y z

--- three tables, one after the other
SELECT t.b, u.y, v.z FROM t JOIN u ON t.a = u.a LEFT JOIN v ON u.x = v.x
--> b     t.b  DIRECT
--> y     u.y  DIRECT
--> z     v.z  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--> rows  u.x  JOIN
--> rows  v.x  JOIN

--- three tables through USING are merged once             [dialects: duckdb flink googlesql spark]
SELECT a, b, u.x AS k1, v.x AS k2 FROM t JOIN u USING (a) JOIN v USING (a)
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> k1    u.x  DIRECT
--> k2    v.x  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--> rows  v.a  JOIN

--- a parenthesised join                                      [dialects: duckdb flink googlesql spark]
SELECT t.b, v.z FROM t JOIN (u JOIN v ON u.x = v.x) ON t.a = u.a
--> b     t.b  DIRECT
--> z     v.z  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--> rows  u.x  JOIN
--> rows  v.x  JOIN

--- a left semi join keeps the left rows that match              [dialects: clickhouse hive spark]
SELECT t.b FROM t LEFT SEMI JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- a left anti join keeps the left rows that do not match        [dialects: clickhouse hive spark]
SELECT t.b FROM t LEFT ANTI JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- a star over a semi join is the left side's                   [dialects: hive spark]
SELECT * FROM v LEFT SEMI JOIN u ON v.a = u.a
--> a     v.a  DIRECT
--> x     v.x  DIRECT
--> z     v.z  DIRECT
--> rows  v.a  JOIN
--> rows  u.a  JOIN

--- LATERAL sees the tables before it                           [dialects: duckdb spark]
SELECT t.b, s.x FROM t, LATERAL (SELECT u.x FROM u WHERE u.a = t.a) s
--> b     t.b  DIRECT
--> x     u.x  DIRECT
--> rows  u.a  FILTER
--> rows  t.a  FILTER

--- LATERAL hands on a value of the outer table                 [dialects: duckdb spark]
SELECT s.k FROM t, LATERAL (SELECT t.b + u.x AS k FROM u) s
--> k  t.b  DERIVED
--> k  u.x  DERIVED

--- LEFT JOIN LATERAL with a limit                              [dialects: duckdb spark]
SELECT t.b, s.x FROM t LEFT JOIN LATERAL (SELECT x FROM u WHERE u.a = t.a ORDER BY y LIMIT 1) s ON TRUE
--> b     t.b  DIRECT
--> x     u.x  DIRECT
--> rows  u.a  FILTER
--> rows  t.a  FILTER
--> rows  u.y  SORT

--- a join with a derived table
SELECT t.b, s.m FROM t JOIN (SELECT a, MAX(x) AS m FROM u GROUP BY a) s ON t.a = s.a
--> b     t.b  DIRECT
--> m     u.x  AGG
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--> rows  u.a  GROUP_BY
