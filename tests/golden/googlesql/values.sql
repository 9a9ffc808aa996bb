-- Rows that are values, privacy clauses, names that PIVOT makes, and JSON.

--- rows that are structs have their fields as columns    [feature: queries / SELECT AS VALUE and AS STRUCT]
SELECT AS VALUE STRUCT(a AS x, b + 1 AS y) FROM t
--> x  t.a  DIRECT
--> y  t.b  DERIVED

--- rows of a stored struct    [feature: queries / SELECT AS VALUE and AS STRUCT]
SELECT AS VALUE payload FROM events
--> buyer  events.payload.buyer  DIRECT
--> kind   events.payload.kind   DIRECT

--- rows that are numbers    [feature: queries / SELECT AS VALUE and AS STRUCT]
SELECT AS VALUE a FROM t
--> a  t.a  DIRECT

--- a value table in FROM    [feature: queries / SELECT AS VALUE and AS STRUCT]
SELECT q.x FROM (SELECT AS VALUE STRUCT(a AS x, b AS y) FROM t) AS q
--> x  t.a  DIRECT

--- a struct by a subquery    [feature: queries / SELECT AS VALUE and AS STRUCT]
SELECT (SELECT AS VALUE STRUCT(x AS p, y AS q) FROM u LIMIT 1).q AS k FROM t
--> k  u.y  DIRECT

--- differential privacy    [feature: queries / privacy clauses]
SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 1.0, delta = 1e-5, privacy_unit_column = id) city, COUNT(*) AS n FROM customers GROUP BY city
--> city  customers.city  DIRECT
--> n     generated
--> rows  customers.city  GROUP_BY

--- an aggregation threshold    [feature: queries / privacy clauses]
SELECT WITH AGGREGATION_THRESHOLD OPTIONS (threshold = 10, privacy_unit_column = id) city, SUM(id) AS s FROM customers GROUP BY city
--> city  customers.city  DIRECT
--> s     customers.id    AGG
--> rows  customers.city  GROUP_BY

--- PIVOT of numbers    [feature: queries / PIVOT]
SELECT * FROM (SELECT a, b FROM t) PIVOT (SUM(b) FOR a IN (1, -2, 1.5, 3 AS three))
--> _1            t.b  AGG
--> minus_2       t.b  AGG
--> _1_point_5    t.b  AGG
--> three         t.b  AGG
--> _1 ~          t.a  CONDITIONAL
--> minus_2 ~     t.a  CONDITIONAL
--> _1_point_5 ~  t.a  CONDITIONAL
--> three ~       t.a  CONDITIONAL

--- PIVOT of numbers under an alias    [feature: queries / PIVOT]
SELECT * FROM (SELECT a, b FROM t) PIVOT (SUM(b) AS s FOR a IN (1, -2))
--> s_1          t.b  AGG
--> s_minus_2    t.b  AGG
--> s_1 ~        t.a  CONDITIONAL
--> s_minus_2 ~  t.a  CONDITIONAL

--- PIVOT of dates    [feature: queries / PIVOT]
SELECT * FROM sales.facts PIVOT (SUM(amount) FOR day IN (DATE '2020-01-02', NULL))
--> k              sales.facts.k       DIRECT
--> _2020_01_02    sales.facts.amount  AGG
--> NULL           sales.facts.amount  AGG
--> rows           sales.facts.k       GROUP_BY
--> _2020_01_02 ~  sales.facts.day     CONDITIONAL
--> NULL ~         sales.facts.day     CONDITIONAL

--- JSON with dots and subscripts is part of its document    [feature: queries / JSON]
SELECT attrs.a.b AS k, attrs.items[0].price AS m, attrs['x'] AS n FROM events
--> k  events.attrs  DERIVED
--> m  events.attrs  DERIVED
--> n  events.attrs  DERIVED

--- HAVING MAX decides which value    [feature: queries / HAVING MAX and MIN]
SELECT ANY_VALUE(name HAVING MAX id) AS n, MAX(city HAVING MIN parent_id) AS c FROM customers
--> n    customers.name       AGG
--> c    customers.city       AGG
--> n ~  customers.id         SORT
--> c ~  customers.parent_id  CONDITIONAL

--- IN UNNEST looks into an array    [feature: arrays / IN UNNEST]
SELECT id IN UNNEST([n, 2]) AS k, 'x' IN UNNEST(tags) AS m FROM events WHERE 'y' IN UNNEST(tags)
--> k     events.id    DERIVED
--> k     events.n     DERIVED
--> m     events.tags  DERIVED
--> rows  events.tags  FILTER

--- CORRESPONDING keeps what both have    [feature: set operations / BY NAME and CORRESPONDING]
SELECT a, b FROM t UNION ALL CORRESPONDING SELECT b, a FROM t
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- FULL and LEFT    [feature: set operations / BY NAME and CORRESPONDING]
SELECT a, b FROM t FULL UNION ALL BY NAME SELECT a, x FROM u; SELECT a, b FROM t LEFT UNION ALL CORRESPONDING SELECT x, a FROM u
--> a  t.a  DIRECT
--> a  u.a  DIRECT
--> b  t.b  DIRECT

--- STRICT CORRESPONDING    [feature: set operations / BY NAME and CORRESPONDING]
SELECT a, b FROM t UNION ALL STRICT CORRESPONDING SELECT b, a FROM t
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- CORRESPONDING BY    [feature: set operations / BY NAME and CORRESPONDING]
SELECT a, b FROM t UNION ALL CORRESPONDING BY (b, a) SELECT b, a FROM t
--> b  t.b  DIRECT
--> a  t.a  DIRECT

--- an update to the default    [feature: statements / DEFAULT]
UPDATE u SET x = DEFAULT, y = a WHERE a = 1
--> x     generated
--> y     u.a        DIRECT
--> rows  u.a        FILTER

--- MERGE with INSERT ROW and a list    [feature: statements / MERGE INSERT ROW]
MERGE u USING (SELECT a, b, c FROM t) AS s ON u.a = s.a WHEN NOT MATCHED THEN INSERT (x, a, y) ROW
--> a     t.b  DIRECT
--> x     t.a  DIRECT
--> y     t.c  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- a function that makes a struct    [feature: functions in SQL / CREATE FUNCTION]
CREATE TEMP FUNCTION pair(x INT64, y INT64) AS (STRUCT(x AS p, y AS q)); SELECT pair(a, b).q AS k FROM t
--> k  t.b  DIRECT

--- a function that takes a struct    [feature: functions in SQL / CREATE FUNCTION]
CREATE TEMP FUNCTION who(p STRUCT<id INT64, name STRING>, n INT64) AS (p.name); SELECT who(payload.buyer, n) AS k FROM events
--> k  events.payload.buyer.name  DIRECT

--- a RECURSIVE that names itself    [feature: pipe syntax / RECURSIVE]
FROM customers |> WHERE parent_id IS NULL |> SELECT id, name |> RECURSIVE UNION ALL (FROM customers c |> JOIN r ON c.parent_id = r.id |> SELECT c.id, c.name) AS r
--> id    customers.id         DIRECT
--> name  customers.name       DIRECT
--> rows  customers.id         JOIN
--> rows  customers.parent_id  FILTER
--> rows  customers.parent_id  JOIN
