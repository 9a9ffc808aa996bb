-- Structs and arrays in GoogleSQL.

--- fields of a stored struct
SELECT payload.kind, payload.buyer.id AS i FROM events
--> kind  events.payload.kind      DIRECT
--> i     events.payload.buyer.id  DIRECT

--- STRUCT with aliases, opened in place
SELECT STRUCT(a AS x, b AS y).x AS k FROM t
--> k  t.a  DIRECT

--- a typed STRUCT
SELECT STRUCT<x INT64, y INT64>(a, b).y AS k FROM t
--> k  t.b  DIRECT

--- a struct through a CTE
WITH q AS (SELECT STRUCT(a AS x, b + 1 AS y) AS s, c FROM t) SELECT s.y AS k, q.c FROM q
--> k  t.b  DERIVED
--> c  t.c  DIRECT

--- fields apart through ARRAY_AGG
SELECT ARRAY_AGG(STRUCT(a AS x, b AS y) ORDER BY c DESC LIMIT 1)[OFFSET(0)].x AS k FROM t
--> k    t.a  AGG
--> k ~  t.c  SORT

--- fields apart through ARRAY_AGG and UNNEST
SELECT i.y AS k FROM (SELECT ARRAY_AGG(STRUCT(a AS x, b AS y)) AS l FROM t) q, UNNEST(q.l) AS i
--> k  t.b  AGG

--- a subscript: the array is value
SELECT tags[OFFSET(0)] AS k, tags[SAFE_OFFSET(n)] AS g FROM events
--> k    events.tags  DERIVED
--> g    events.tags  DERIVED
--> g ~  events.n     CONDITIONAL

--- a field of an element
SELECT lines[OFFSET(0)].sku AS k FROM events
--> k  events.lines[].sku  DERIVED

--- an array of a subquery
SELECT ARRAY(SELECT x FROM u WHERE u.a = t.a) AS l FROM t
--> l    u.x  DERIVED
--> l ~  u.a  FILTER
--> l ~  t.a  FILTER

--- a JSON path derives from the column
SELECT JSON_VALUE(attrs, '$.color') AS k FROM events
--> k  events.attrs  DERIVED

--- the whole row of a table that nobody knows    [feature: structs / whole rows; catalog: none]
SELECT r.foo, TO_JSON_STRING(r) AS j FROM (SELECT w AS r FROM w)
--> foo  w.foo  DIRECT  INFERRED
--> j    w.*    DERIVED  INFERRED
--! W110  1:63

--- a function of any type over a whole row    [feature: structs / whole rows | functions in SQL / CREATE FUNCTION; catalog: none]
CREATE TEMP FUNCTION parts(r ANY TYPE) AS (STRUCT(r.a AS p, r.b.c AS q)); SELECT parts(w).*, parts(w).q AS k FROM w
--> p  w.a    DIRECT  INFERRED
--> q  w.b.c  DIRECT  INFERRED
--> k  w.b.c  DIRECT  INFERRED
--! W110  1:115

--- a star over a struct of unknown fields    [feature: structs / star over a struct; catalog: none]
SELECT payload.* FROM w
--> *  w.payload.*  DIRECT  INFERRED
--! W110  1:23
--! W229  1:8

--- a field of such a star    [feature: structs / star over a struct; catalog: none]
SELECT kind FROM (SELECT payload.* FROM w)
--> kind  w.payload.kind  DIRECT  INFERRED
--! W110  1:41
--! W229  1:26

--- a struct of an open star    [feature: structs / SELECT AS STRUCT; catalog: none]
SELECT x.foo, x.z FROM UNNEST(ARRAY(SELECT AS STRUCT w.*, a + 1 AS z FROM w)) AS x
--> foo   w.foo  DERIVED_ARRAY  INFERRED
--> z     w.a    DERIVED_ARRAY  INFERRED
--> rows  w.*    JOIN  INFERRED
--> rows  w.a    JOIN  INFERRED
--! W110  1:75

--- a value of a named type is made of its fields    [feature: structs / NEW and braces]
SELECT NEW shop.Order(a AS id, b AS (shop.ext)).id AS i, (NEW shop.Order {id: a item {sku: b} tags: [c, d]}).item.sku AS s FROM t
--> i  t.a  DIRECT
--> s  t.b  DIRECT

--- braces with and without a type    [feature: structs / NEW and braces]
SELECT STRUCT {p: a, q: b + c}.q AS k, STRUCT<p INT64, q INT64> {p: a, q: d}.q AS l FROM t
--> k  t.b  DERIVED
--> k  t.c  DERIVED
--> l  t.d  DIRECT

--- rows of a named type    [feature: structs / SELECT AS STRUCT]
SELECT ARRAY(SELECT AS shop.Order a AS id, b AS n FROM t)[OFFSET(0)].n AS k
--> k  t.b  DERIVED

--- fields of a value that are replaced    [feature: structs / REPLACE_FIELDS]
SELECT REPLACE_FIELDS(payload, n AS buyer.id, 'x' AS kind) AS k FROM events
--> k  events.n        DERIVED
--> k  events.payload  DERIVED

--- a bracket that is never closed, where the parser forgives it
SELECT a, ARRAY ( FROM t
--! E001  1:17

--- structs of two branches match by position, whatever their fields are called
SELECT COALESCE(STRUCT(a AS x, b AS y), STRUCT(c AS y, d AS x)).y AS k FROM t
--> k  t.b  DERIVED
--> k  t.d  DERIVED

--- structs of a union match by position
SELECT s.y FROM (SELECT STRUCT(a AS x, b AS y) AS s FROM t UNION ALL SELECT STRUCT(c AS y, d AS x) FROM t)
--> y  t.b  DIRECT
--> y  t.d  DIRECT

--- a query in two pairs of parentheses
SELECT ((SELECT AS STRUCT a, b)).b AS k FROM t
--> k  t.b  DIRECT

--- AS STRUCT in a function
CREATE TEMP FUNCTION picked(x ANY TYPE) AS ((SELECT AS STRUCT x.a, x.b));
SELECT picked(r).a FROM t AS r;
--> a  t.a  DIRECT

--- AS STRUCT at the end of a pipeline
SELECT (FROM UNNEST([STRUCT(a, b)]) AS x |> SELECT AS STRUCT x.a, x.b).b AS k FROM t
--> k  t.b  DERIVED_ARRAY

--- AS STRUCT in the branches of a union
SELECT ARRAY(SELECT AS STRUCT a UNION ALL SELECT AS STRUCT b)[OFFSET(0)].a AS k FROM t
--> k  t.a  DERIVED
--> k  t.b  DERIVED

--- a cast of a struct is by position
SELECT CAST(payload.buyer AS STRUCT<name STRING, id STRING>).name AS k FROM events
--> k  events.payload.buyer.id  DERIVED

--- a cast hands on the fields of a struct, by their positions [catalog: none]
CREATE TABLE t (a INT64, b INT64, s STRUCT<x INT64, y INT64>, l ARRAY<STRUCT<x INT64, y INT64>>);
SELECT CAST(c AS STRUCT<y FLOAT64, x FLOAT64>).y AS p, CAST(s AS STRUCT<y FLOAT64, z FLOAT64>).y AS q, CAST(l AS ARRAY<STRUCT<p FLOAT64, q FLOAT64>>)[OFFSET(0)].q AS r
FROM (SELECT *, STRUCT(a AS x, b AS y) AS c FROM t)
--> p  t.a      DERIVED
--> q  t.s.x    DERIVED
--> r  t.l[].y  DERIVED
