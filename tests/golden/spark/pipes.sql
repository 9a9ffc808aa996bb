-- Pipe syntax of Spark.

--- FROM, WHERE, SELECT    [feature: pipe syntax / FROM, WHERE, SELECT]
FROM t |> WHERE d > 0 |> SELECT a, b + 1 AS k
--> a     t.a  DIRECT
--> k     t.b  DERIVED
--> rows  t.d  FILTER

--- EXTEND    [feature: pipe syntax / EXTEND]
FROM t |> EXTEND a + b AS s, s * 2 AS m |> SELECT m
--> m  t.a  DERIVED
--> m  t.b  DERIVED

--- SET goes in turn    [feature: pipe syntax / SET]
FROM t |> SET a = b, b = a |> SELECT a, b
--> a  t.b  DIRECT
--> b  t.b  DIRECT

--- DROP    [feature: pipe syntax / DROP]
FROM u |> DROP x
--> a  u.a  DIRECT
--> y  u.y  DIRECT

--- AS    [feature: pipe syntax / AS]
FROM t |> AS z |> SELECT z.a
--> a  t.a  DIRECT

--- AGGREGATE    [feature: pipe syntax / AGGREGATE]
FROM t |> AGGREGATE sum(b) AS s, count(*) GROUP BY a |> WHERE s > 5
--> a         t.a        DIRECT
--> s         t.b        AGG
--> count(1)  generated
--> rows      t.a        GROUP_BY
--> rows      t.b        FILTER

--- JOIN    [feature: pipe syntax / JOIN]
FROM t |> JOIN u USING (a) |> SELECT a, x
--> a     t.a  DIRECT
--> x     u.x  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- set operations    [feature: pipe syntax / UNION, INTERSECT, EXCEPT]
FROM t |> SELECT a |> UNION ALL SELECT x FROM u
--> a  t.a  DIRECT
--> a  u.x  DIRECT

--- ORDER BY and LIMIT    [feature: pipe syntax / ORDER BY, LIMIT]
FROM t |> ORDER BY d DESC |> LIMIT 5 |> SELECT a
--> a     t.a  DIRECT
--> rows  t.d  SORT

--- PIVOT    [feature: pipe syntax / PIVOT, UNPIVOT]
FROM t |> SELECT a, b, c |> PIVOT (sum(c) FOR b IN (1 AS one, 2 AS two))
--> a      t.a  DIRECT
--> one    t.c  AGG
--> two    t.c  AGG
--> rows   t.a  GROUP_BY
--> one ~  t.b  CONDITIONAL
--> two ~  t.b  CONDITIONAL

--- TABLE and SELECT at the head    [feature: pipe syntax / any query at the head]
SELECT a, b FROM t |> WHERE b > 1 |> EXTEND a * 2 AS k
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> k     t.a  DERIVED
--> rows  t.b  FILTER

--- SORT BY, OFFSET and MINUS are steps of a pipe
FROM t |> SELECT a, b |> SORT BY b |> OFFSET 1 |> MINUS (SELECT x, y FROM u)
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY
--> rows  t.b  SORT
--> rows  u.x  GROUP_BY
--> rows  u.y  GROUP_BY
--> a ~   u.x  FILTER
--> b ~   u.y  FILTER
