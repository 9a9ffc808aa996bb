-- VALUES and constants as tables.

--- VALUES with a column list                       [dialects: duckdb flink spark]
SELECT p, q FROM (VALUES (1, 'x'), (2, 'y')) AS w(p, q)
--> p  generated
--> q  generated
--= level EXACT

--- a join with VALUES                                [dialects: duckdb spark]
SELECT t.b, w.q FROM t JOIN (VALUES (1, 'x'), (2, 'y')) AS w(p, q) ON t.a = w.p
--> b     t.b  DIRECT
--> q     generated
--> rows  t.a  JOIN

--- a CTE of VALUES                                   [dialects: duckdb flink spark]
WITH w(p) AS (VALUES (1), (2)) SELECT p + 1 AS k FROM w
--> k  generated

--- bare VALUES name their columns                    [dialect: duckdb]
VALUES (1, 'x'), (2, 'y')
--> col0  generated
--> col1  generated

--- bare VALUES count from one                         [dialect: spark]
VALUES (1, 'x'), (2, 'y')
--> col1  generated
--> col2  generated

--- a table of constants by UNION ALL
SELECT q.k FROM (SELECT 1 AS k UNION ALL SELECT 2) q
--> k  generated

--- a subquery inside VALUES                          [dialect: duckdb]
SELECT p FROM (VALUES ((SELECT max(x) FROM u))) AS w(p)
--> p  u.x  AGG
