-- UNNEST in GoogleSQL: the alias is the element itself.

--- UNNEST after a comma
SELECT id, tag FROM events, UNNEST(tags) AS tag
--> id   events.id    DIRECT
--> tag  events.tags  DERIVED_ARRAY

--- WITH OFFSET is generated
SELECT tag, pos FROM events CROSS JOIN UNNEST(tags) AS tag WITH OFFSET AS pos
--> tag  events.tags  DERIVED_ARRAY
--> pos  generated

--- WITH OFFSET without a name is called offset
SELECT tag, offset FROM events, UNNEST(tags) AS tag WITH OFFSET
--> tag     events.tags  DERIVED_ARRAY
--> offset  generated

--- fields of an unnested struct, by alias and bare
SELECT l.price, sku FROM events, UNNEST(lines) AS l
--> price  events.lines[].price  DERIVED_ARRAY
--> sku    events.lines[].sku    DERIVED_ARRAY

--- a star over an unnested struct
SELECT l.* FROM events, UNNEST(lines) AS l
--> sku    events.lines[].sku    DERIVED_ARRAY
--> price  events.lines[].price  DERIVED_ARRAY

--- a correlated array path in FROM
SELECT id, l.sku FROM events AS e, e.lines AS l
--> id   events.id           DIRECT
--> sku  events.lines[].sku  DERIVED_ARRAY

--- a subquery over UNNEST
SELECT (SELECT SUM(l.price) FROM UNNEST(lines) AS l WHERE l.sku <> '') AS total FROM events
--> total    events.lines[].price  AGG
--> total ~  events.lines          JOIN
--> total ~  events.lines[].sku    FILTER

--- IN UNNEST filters by the array
SELECT id FROM events WHERE 'red' IN UNNEST(tags)
--> id    events.id    DIRECT
--> rows  events.tags  FILTER

--- several arrays side by side    [feature: unnest / several arrays]
SELECT e.id, tag, line.sku, o FROM events AS e, UNNEST(e.tags AS tag, e.lines AS line, mode => 'PAD') WITH OFFSET AS o
--> id    events.id           DIRECT
--> tag   events.tags         DERIVED_ARRAY
--> sku   events.lines[].sku  DERIVED_ARRAY
--> o     generated
--> rows  events.lines        JOIN
--> rows  events.tags         JOIN

--- the index of an array that is unnested    [feature: unnest / paths and subscripts]
SELECT x FROM events, UNNEST([tags, tags][OFFSET(n)]) AS x
--> x     events.tags  DERIVED_ARRAY
--> rows  events.tags  JOIN
--> x ~   events.n     CONDITIONAL

--- one array of structs is not several arrays    [feature: unnest / arrays of structs]
SELECT x.p, q FROM t, UNNEST(ARRAY<STRUCT<p INT64, q INT64>>[(t.a, t.b)]) AS x
--> p     t.a  DERIVED_ARRAY
--> q     t.b  DERIVED_ARRAY
--> rows  t.a  JOIN
--> rows  t.b  JOIN

--- a path in FROM is called by its last name    [feature: unnest / paths and subscripts]
SELECT tags, sku FROM events, events.tags, events.lines
--> tags  events.tags         DERIVED_ARRAY
--> sku   events.lines[].sku  DERIVED_ARRAY
--> rows  events.lines        JOIN
--> rows  events.tags         JOIN

--- UNNEST of a path has no name of its own    [feature: unnest / paths and subscripts]
SELECT tags FROM events, UNNEST(events.tags)
--> tags  events.tags  DIRECT
--> rows  events.tags  JOIN

--- the array of a table that is not in FROM itself [catalog: none]
CREATE TABLE shop.o (id INT64, items ARRAY<STRUCT<sku STRING, n INT64>>);
SELECT sku, n FROM shop.o.items
--> sku   shop.o.items[].sku  DERIVED_ARRAY  INFERRED
--> n     shop.o.items[].n    DERIVED_ARRAY  INFERRED
--> rows  shop.o.items        JOIN
--! W110  2:1

--- a longer path into a table [catalog: none]
CREATE TABLE shop.o (id INT64, doc JSON);
SELECT x FROM shop.o.doc.lines.prices.values AS x
--> x     shop.o.doc  DERIVED_ARRAY  INFERRED
--> rows  shop.o.doc  JOIN
--! W110  2:1

--- a table of the whole name comes first [catalog: none]
CREATE TABLE o (items ARRAY<INT64>);
CREATE TABLE o.items (n INT64);
SELECT n FROM o.items
--> n  o.items.n  DIRECT

--- a star over unnested structs gives their fields    [feature: arrays / UNNEST of structs]
SELECT * FROM t, UNNEST([STRUCT(t.a AS p, 1 AS q), STRUCT(2, t.b)]) AS s
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> c     t.c  DIRECT
--> d     t.d  DIRECT
--> p     t.a  DERIVED_ARRAY
--> q     t.b  DERIVED_ARRAY
--> rows  t.a  JOIN
--> rows  t.b  JOIN

--- the element itself stays in reach    [feature: arrays / UNNEST of structs]
SELECT s, s.p, q FROM t, UNNEST([STRUCT(t.a AS p, t.b AS q)]) AS s
--> s     t.a  DERIVED_ARRAY
--> s     t.b  DERIVED_ARRAY
--> p     t.a  DERIVED_ARRAY
--> q     t.b  DERIVED_ARRAY
--> rows  t.a  JOIN
--> rows  t.b  JOIN

--- arrays that are joined by a field    [feature: arrays / UNNEST of structs; influence: complete]
SELECT * FROM UNNEST((SELECT ARRAY_AGG(STRUCT(a, b)) FROM t)) AS l JOIN UNNEST((SELECT ARRAY_AGG(STRUCT(a, x)) FROM u)) AS r USING (a)
--> a     t.a  AGG
--> b     t.b  AGG
--> x     u.x  AGG
--> rows  t.a  JOIN
--> rows  t.b  JOIN
--> rows  u.a  JOIN
--> rows  u.x  JOIN

--- a field of a struct is what a PIVOT is over    [feature: queries / PIVOT]
WITH w AS (SELECT STRUCT(b AS x, c AS y) AS s, a FROM t) SELECT * FROM w PIVOT(SUM(s.x) FOR s.y IN (1 AS one, 2 AS two))
--> a      t.a  DIRECT
--> one    t.b  AGG
--> two    t.b  AGG
--> rows   t.a  GROUP_BY
--> one ~  t.c  CONDITIONAL
--> two ~  t.c  CONDITIONAL

--- joined arrays in parentheses    [feature: arrays / UNNEST of structs]
SELECT p, q, x FROM (UNNEST((SELECT ARRAY_AGG(STRUCT(a, b AS p)) FROM t)) AS l JOIN UNNEST([STRUCT(1 AS a, 2 AS q)]) AS r USING (a)) JOIN u USING (a)
--> p     t.b        AGG
--> q     generated
--> x     u.x        DIRECT
--> rows  t.a        JOIN
--> rows  t.b        JOIN
--> rows  u.a        JOIN

--- a star over UNNEST opens a struct
CREATE TABLE q (a INT64, g STRING, l ARRAY<STRUCT<x INT64, y STRING>>);
SELECT * FROM q, UNNEST(ARRAY_REVERSE(l)) AS e WITH OFFSET AS o
--> a     q.a        DIRECT
--> g     q.g        DIRECT
--> l     q.l        DIRECT
--> x     q.l[].x    DERIVED_ARRAY
--> y     q.l[].y    DERIVED_ARRAY
--> o     generated
--> rows  q.l        JOIN

--- lambdas and typed structs keep fields apart
CREATE TABLE q (a INT64, g STRING, l ARRAY<STRUCT<x INT64, y STRING>>);
SELECT ARRAY_TRANSFORM(l, e -> STRUCT(e.y AS x, a AS y))[OFFSET(0)].x AS c, ARRAY_AGG(STRUCT<x INT64, y STRING>(a, g))[OFFSET(0)].y AS d FROM q GROUP BY ALL
--> c     q.l[].y  DERIVED
--> d     q.g      AGG
--> rows  q.l      GROUP_BY
--> rows  q.l[].y  GROUP_BY
--> c ~   q.l      CONDITIONAL

--- a query in a lambda: its aliases hide the parameter, and it sees the parameter
CREATE TABLE q (a INT64, l ARRAY<STRUCT<x INT64, y STRING>>, r ARRAY<INT64>, s ARRAY<INT64>);
SELECT ARRAY_TRANSFORM(r, e -> (SELECT MAX(e) FROM UNNEST(s) AS e)) AS c1, ARRAY_TRANSFORM(r, e -> (SELECT MAX(e.x) FROM UNNEST(l) AS e)) AS c2, ARRAY_TRANSFORM(r, e -> (SELECT MAX(b + e) FROM UNNEST(s) AS b)) AS c3 FROM q
--> c1    q.s      AGG
--> c2    q.l[].x  AGG
--> c3    q.r      AGG
--> c3    q.s      AGG
--> c1 ~  q.s      JOIN
--> c2 ~  q.l      JOIN
--> c3 ~  q.s      JOIN
