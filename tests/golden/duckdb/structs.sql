-- Structs, lists and maps in DuckDB: fields stay apart.

--- a field of a stored struct    [feature: structs / fields]
SELECT payload.kind FROM events
--> kind  events.payload.kind  DIRECT

--- a field of a field    [feature: structs / fields]
SELECT payload.buyer.id, events.payload.buyer.name AS n FROM events
--> id  events.payload.buyer.id    DIRECT
--> n   events.payload.buyer.name  DIRECT

--- the whole struct    [feature: structs / fields]
SELECT payload FROM events
--> payload  events.payload  DIRECT

--- a computation over a field    [feature: structs / fields]
SELECT upper(payload.kind) AS k FROM events
--> k  events.payload.kind  DERIVED

--- a field in WHERE    [feature: structs / fields]
SELECT id FROM events WHERE payload.buyer.id > 0
--> id    events.id                DIRECT
--> rows  events.payload.buyer.id  FILTER

--- construction derives the struct as a whole    [feature: structs / construction]
SELECT {'x': a, 'y': b} AS s FROM t
--> s  t.a  DERIVED
--> s  t.b  DERIVED

--- a field taken out again is as it was    [feature: structs / construction]
SELECT s.x AS k FROM (SELECT {'x': a, 'y': b} AS s FROM t) q
--> k  t.a  DIRECT

--- construction and access in one expression    [feature: structs / construction]
SELECT struct_pack(x := a, y := b + 1).y AS k FROM t
--> k  t.b  DERIVED

--- a struct through a chain of CTEs    [feature: structs / through CTEs]
WITH p AS (SELECT {'x': a, 'y': b + c} AS s FROM t), q AS (SELECT s AS s2, 1 AS one FROM p), r AS (SELECT s2.y AS k FROM q)
SELECT k FROM r
--> k  t.b  DERIVED
--> k  t.c  DERIVED

--- a stored struct through a CTE keeps its path    [feature: structs / through CTEs]
WITH q AS (SELECT payload AS p FROM events) SELECT p.buyer.name AS n FROM q
--> n  events.payload.buyer.name  DIRECT

--- a stored struct inside a new one    [feature: structs / construction]
WITH q AS (SELECT {'p': payload, 'i': id} AS s FROM events) SELECT s.p.kind AS k, s.i FROM q
--> k  events.payload.kind  DIRECT
--> i  events.id            DIRECT

--- a nested construction    [feature: structs / construction]
SELECT {'o': {'x': a, 'y': b}, 'z': c}.o.y AS k FROM t
--> k  t.b  DIRECT

--- fields apart through UNION ALL    [feature: structs / through set operations]
SELECT s.x AS k FROM (SELECT {'x': a, 'y': b} AS s FROM t UNION ALL SELECT {'x': x, 'y': y} FROM u) q
--> k  t.a  DIRECT
--> k  u.x  DIRECT

--- fields apart through array_agg    [feature: structs / through aggregates]
SELECT l[1].x AS k FROM (SELECT array_agg({'x': a, 'y': b}) AS l FROM t) q
--> k  t.a  AGG

--- fields apart through max    [feature: structs / through aggregates]
SELECT max({'ts': c, 'v': b}).v AS last FROM t
--> last  t.b  AGG

--- fields apart through arg_max    [feature: structs / through aggregates]
SELECT arg_max({'x': a, 'y': b}, c).x AS k FROM t
--> k    t.a  AGG
--> k ~  t.c  SORT

--- fields apart through a list and its unnesting    [feature: structs / through lists]
SELECT i.y AS k FROM (SELECT [{'x': a, 'y': b}, {'x': c, 'y': d}] AS l FROM t) q, UNNEST(q.l) AS w(i)
--> k  t.b  DERIVED_ARRAY
--> k  t.d  DERIVED_ARRAY

--- fields apart through any_value and GROUP BY    [feature: structs / through aggregates]
SELECT a, any_value({'x': b, 'y': c}).x AS k FROM t GROUP BY a
--> a     t.a  DIRECT
--> k     t.b  AGG
--> rows  t.a  GROUP_BY

--- a CASE over structs keeps fields apart    [feature: structs / through CASE]
SELECT (CASE WHEN a > 0 THEN {'x': b, 'y': c} ELSE {'x': d, 'y': a} END).x AS k FROM t
--> k    t.b  DERIVED
--> k    t.d  DERIVED
--> k ~  t.a  CONDITIONAL

--- a star over a struct    [feature: structs / star]
SELECT payload.* FROM events
--> buyer  events.payload.buyer  DIRECT
--> kind   events.payload.kind   DIRECT

--- a list construction    [feature: lists and maps / construction]
SELECT [a, b] AS l FROM t
--> l  t.a  DERIVED
--> l  t.b  DERIVED

--- a subscript: the list is value (DERIVED: an operator)    [feature: lists and maps / subscripts]
SELECT tags[1] AS k FROM events
--> k  events.tags  DERIVED

--- a subscript's index is a condition    [feature: lists and maps / subscripts]
SELECT tags[n] AS k FROM events
--> k    events.tags  DERIVED
--> k ~  events.n     CONDITIONAL

--- a field of an element    [feature: lists and maps / subscripts]
SELECT lines[1].price AS p FROM events
--> p  events.lines[].price  DERIVED

--- a map's value    [feature: lists and maps / maps]
SELECT attrs['color'] AS k FROM events
--> k  events.attrs  DERIVED

--- a map constructed and opened by a constant key: apart, as the contract has it for maps    [feature: lists and maps / maps]
SELECT m['k'] AS v FROM (SELECT MAP {'k': a, 'l': b} AS m FROM t) q
--> v  t.a  DERIVED

--- a JSON path derives from the column    [feature: JSON / paths]
SELECT status ->> '$.code' AS k FROM orders
--> k  orders.status  DERIVED
--> expr k  "status ->> '$.code'"

--- fields apart through a comprehension    [feature: structs / through lists]
SELECT [{'p': x, 'q': id} FOR x IN tags][1].q AS v, list_transform([{'p': x, 'q': n} FOR x IN tags IF x <> 'a'], lambda s: s.p) AS w FROM events
--> v    events.id    DERIVED
--> w    events.tags  DERIVED
--> v ~  events.tags  CONDITIONAL
--> w ~  events.n     CONDITIONAL
--> w ~  events.tags  CONDITIONAL

--- an arrow in a call is JSON's    [feature: JSON / ->]
SELECT coalesce(kind -> '$.a', '{}') AS j, json_array_length(events.payload.kind -> 'l') AS n FROM (SELECT payload.kind AS kind FROM events), events
--> j  events.payload.kind  DERIVED
--> n  events.payload.kind  DERIVED

--- a recursion that swaps the fields of its struct: each is made of both    [feature: structs / in recursive CTEs]
WITH RECURSIVE r AS (
  SELECT {'p': a, 'q': b} AS s, 0 AS n FROM t
  UNION ALL SELECT {'p': s.q, 'q': s.p}, n + 1 FROM r WHERE n < 3
) SELECT s.p AS x FROM r
--> x  t.a  DIRECT
--> x  t.b  DIRECT

--- a recursion that hands its struct on    [feature: structs / in recursive CTEs]
WITH RECURSIVE r AS (
  SELECT {'p': a, 'q': b} AS s, 0 AS n FROM t
  UNION ALL SELECT s, n + 1 FROM r WHERE n < 3
) SELECT s.p AS x FROM r
--> x  t.a  DIRECT

--- a recursion over a list of structs    [feature: structs / in recursive CTEs]
WITH RECURSIVE r AS (
  SELECT [{'p': a, 'q': b}] AS l, 0 AS n FROM t
  UNION ALL SELECT [{'p': l[1].q, 'q': l[1].p}], n + 1 FROM r WHERE n < 3
) SELECT l[1].p AS x, l[1].q AS y FROM r
--> x  t.a  DERIVED
--> x  t.b  DERIVED
--> y  t.a  DERIVED
--> y  t.b  DERIVED

--- a recursion that goes into a value of unknown structure by two ways: past a bound, the whole column is meant    [feature: structs / in recursive CTEs; catalog: none]
WITH RECURSIVE r AS (SELECT j AS l FROM docs UNION ALL SELECT l.p FROM r UNION ALL SELECT l.q FROM r) SELECT l AS x FROM r
--> x  docs.j  DIRECT  INFERRED
--! W110  1:41

--- functions that hand elements on keep their fields apart    [feature: structs / fields]
CREATE TABLE q (a INT, g VARCHAR, s STRUCT(x INT, y VARCHAR), l STRUCT(x INT, y VARCHAR)[]);
SELECT list_reverse(l)[1].x AS c1, l[1:2][1].x AS c2, list_append([{'x': a, 'y': g}], s)[1].y AS c3, list_concat([s], l)[1].x AS c4, list_extract(l, 1).y AS c5, coalesce([s], l)[1].x AS c6, list_zip([a], [g])[1][2] AS c7, list_transform([s], lambda e: {'x': e.y})[1].x AS c8, max_by(struct_update(s, y := g), a).y AS c9 FROM q GROUP BY ALL
--> c1    q.l[].x  DERIVED
--> c2    q.l[].x  DERIVED
--> c3    q.g      DERIVED
--> c3    q.s.y    DERIVED
--> c4    q.l[].x  DERIVED
--> c4    q.s.x    DERIVED
--> c5    q.l[].y  DERIVED
--> c6    q.l[].x  DERIVED
--> c6    q.s.x    DERIVED
--> c7    q.g      DERIVED
--> c8    q.s.y    DERIVED
--> c9    q.g      AGG
--> rows  q.g      GROUP_BY
--> rows  q.l      GROUP_BY
--> rows  q.l[].x  GROUP_BY
--> rows  q.s      GROUP_BY
--> rows  q.s.x    GROUP_BY
--> rows  q.s.y    GROUP_BY
--> c8 ~  q.s      CONDITIONAL
--> c9 ~  q.a      SORT

--- unnest opens the structs of a list that a function made    [feature: structs / fields]
CREATE TABLE q (a INT, l STRUCT(x INT, y VARCHAR)[]);
SELECT unnest(list_sort(l), recursive := true), a FROM q
--> x     q.l[].x  DERIVED_ARRAY
--> y     q.l[].y  DERIVED_ARRAY
--> a     q.a      DIRECT
--> rows  q.l      JOIN

--- a subscript of a map that is made here takes a value; the keys and the subscript decide which
SELECT map {a: b}[c] AS x, map([a], [b])[c] AS y, element_at(map {a: b}, c) AS z, map_extract(map {a: b}, c) AS w FROM t
--> x    t.b  DERIVED
--> y    t.b  DERIVED
--> z    t.b  DERIVED
--> w    t.b  DERIVED
--> x ~  t.a  CONDITIONAL
--> x ~  t.c  CONDITIONAL
--> y ~  t.a  CONDITIONAL
--> y ~  t.c  CONDITIONAL
--> z ~  t.a  CONDITIONAL
--> z ~  t.c  CONDITIONAL
--> w ~  t.a  CONDITIONAL
--> w ~  t.c  CONDITIONAL

--- keys, values and entries of such a map stay apart
SELECT map_keys(m) AS k, map_values(m) AS v, map_entries(m)[1].key AS e, map_keys(map_concat(m, map {c: d})) AS j, map_contains(m, d) AS h
FROM (SELECT map {a: b} AS m, c, d FROM t)
--> k  t.a  DERIVED
--> v  t.b  DERIVED
--> e  t.a  DERIVED
--> j  t.a  DERIVED
--> j  t.c  DERIVED
--> h  t.a  DERIVED
--> h  t.d  DERIVED

--- a map of entries
SELECT map_keys(map_from_entries([(a, b)])) AS k, map_from_entries([{'k': a, 'v': b}])[c] AS x FROM t
--> k    t.a  DERIVED
--> x    t.b  DERIVED
--> x ~  t.a  CONDITIONAL
--> x ~  t.c  CONDITIONAL

--- structs of two branches match by name
SELECT coalesce({'x': a, 'y': b}, {'y': c, 'x': d}).y AS k FROM t
--> k  t.b  DERIVED
--> k  t.c  DERIVED

--- structs with other fields become one with the fields of both
SELECT s.y, s.p FROM (SELECT {'x': a, 'y': b} AS s FROM t UNION ALL SELECT {'p': c, 'q': d} FROM t)
--> y  t.b  DIRECT
--> p  t.c  DIRECT

--- a row without names matches by position
SELECT s.y FROM (SELECT {'x': a, 'y': b} AS s FROM t UNION ALL SELECT row(c, d) FROM t)
--> y  t.b  DIRECT
--> y  t.d  DIRECT

--- a cast of a struct is by name
SELECT ({'x': a, 'y': b}::STRUCT(y INT, x INT)).x AS k FROM t
--> k  t.a  DERIVED

--- a cast hands on the fields of a struct, by their names [catalog: none]
CREATE TABLE t (a INT, b INT, s STRUCT(x INT, y TEXT), l STRUCT(x INT, y INT)[]);
SELECT CAST({'x': a, 'y': b} AS STRUCT(y BIGINT, x BIGINT)).y AS p, (c::STRUCT(Y BIGINT, x BIGINT)).y AS q, (s::STRUCT(x BIGINT, y TEXT)).x AS r,
  (l::STRUCT(y BIGINT, x BIGINT)[])[1].x AS u, CAST(row(a, b) AS STRUCT(y BIGINT, x BIGINT)).y AS v FROM (SELECT *, {'x': a, 'y': b} AS c FROM t)
--> p  t.b      DERIVED
--> q  t.b      DERIVED
--> r  t.s.x    DERIVED
--> u  t.l[].x  DERIVED
--> v  t.a      DIRECT

--- a cast keeps the keys of a map apart from its values [catalog: none]
CREATE TABLE t (a INT, b INT);
SELECT map_keys(MAP {a: b}::MAP(BIGINT, BIGINT)) AS k, map_values(m::MAP(BIGINT, BIGINT)) AS v FROM (SELECT *, MAP {a: b} AS m FROM t)
--> k  t.a  DERIVED
--> v  t.b  DERIVED
