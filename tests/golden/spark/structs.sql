-- Structs, arrays and maps in Spark.

--- fields of a stored struct
SELECT payload.kind, payload.buyer.id AS i FROM events
--> kind  events.payload.kind      DIRECT
--> i     events.payload.buyer.id  DIRECT

--- struct() with aliases, opened in place
SELECT struct(a AS x, b AS y).x AS k FROM t
--> k  t.a  DIRECT

--- struct() takes field names from its columns
SELECT s.b AS k FROM (SELECT struct(a, b) AS s FROM t) q
--> k  t.b  DIRECT

--- named_struct
SELECT s.y AS k FROM (SELECT named_struct('x', a, 'y', b * 2) AS s FROM t) q
--> k  t.b  DERIVED

--- fields apart through UNION ALL
SELECT s.y AS k FROM (SELECT struct(a AS x, b AS y) AS s FROM t UNION ALL SELECT struct(x, y) FROM u) q
--> k  t.b  DIRECT
--> k  u.y  DIRECT

--- fields apart through collect_list
SELECT l[0].y AS k FROM (SELECT collect_list(struct(a AS x, b AS y)) AS l FROM t) q
--> k  t.b  AGG

--- fields apart through max of a struct
SELECT a, max(struct(c AS ts, b AS v)).v AS last FROM t GROUP BY a
--> a       t.a  DIRECT
--> last    t.b  AGG
--> rows    t.a  GROUP_BY
--> last ~  t.b  SORT
--> last ~  t.c  SORT

--- fields apart through max_by
SELECT max_by(struct(a AS x, b AS y), c).y AS k FROM t
--> k    t.b  AGG
--> k ~  t.c  SORT

--- array() and its subscript
SELECT array(a, b)[0] AS k, tags[n] AS g FROM events JOIN t ON id = d
--> k     t.a          DERIVED
--> k     t.b          DERIVED
--> g     events.tags  DERIVED
--> rows  events.id    JOIN
--> rows  t.d          JOIN
--> g ~   events.n     CONDITIONAL

--- a map's value
SELECT attrs['color'] AS k FROM events
--> k  events.attrs  DERIVED

--- a JSON path derives from the column
SELECT get_json_object(status, '$.code') AS k FROM orders
--> k  orders.status  DERIVED

--- two fields of one name stay two
SELECT struct(t.a, u.a) AS s, struct(t.a, u.a AS a) AS r FROM t JOIN u ON t.a = u.a
--> s     t.a  DERIVED
--> s     u.a  DERIVED
--> r     t.a  DERIVED
--> r     u.a  DERIVED
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- a struct in VALUES keeps its fields apart
SELECT v.s.* FROM t, LATERAL (VALUES (named_struct('x', t.a, 'y', t.b))) AS v(s)
--> x  t.a  DIRECT
--> y  t.b  DIRECT

--- a subscript takes a value; the keys of the map and the subscript decide which
SELECT map(a, b)[c] AS x, element_at(map(a, b, c, d), a) AS y FROM t
--> x    t.b  DERIVED
--> y    t.b  DERIVED
--> y    t.d  DERIVED
--> x ~  t.a  CONDITIONAL
--> x ~  t.c  CONDITIONAL
--> y ~  t.a  CONDITIONAL
--> y ~  t.c  CONDITIONAL

--- keys, values and entries of a map that is made here stay apart
SELECT map_keys(map(a, b)) AS k, map_values(map(a, b)) AS v, map_entries(map(a, b))[0].key AS e, map_contains_key(map(a, b), c) AS h FROM t
--> k  t.a  DERIVED
--> v  t.b  DERIVED
--> e  t.a  DERIVED
--> h  t.a  DERIVED
--> h  t.c  DERIVED

--- a map of arrays, of entries, and through a subquery
SELECT map_keys(m) AS k, map_values(n) AS v, m[d] AS x
FROM (SELECT map_from_arrays(array(a), array(b)) AS m, map_from_entries(array(struct(b, c))) AS n, d FROM t)
--> k    t.a  DERIVED
--> v    t.c  DERIVED
--> x    t.b  DERIVED
--> x ~  t.a  CONDITIONAL
--> x ~  t.d  CONDITIONAL

--- lambdas over a map: a key, and a value
SELECT map_keys(transform_values(map(a, b), (k, v) -> v + c)) AS k,
  map_values(transform_keys(map(a, b), (k, v) -> k + c)) AS v,
  map_keys(map_filter(map(a, b), (k, v) -> v > c)) AS f,
  map_values(map_zip_with(map(a, b), map(a, c), (k, v, w) -> v + w + d)) AS z
FROM t
--> k    t.a  DERIVED
--> v    t.b  DERIVED
--> f    t.a  DERIVED
--> z    t.b  DERIVED
--> z    t.c  DERIVED
--> z    t.d  DERIVED
--> f ~  t.b  CONDITIONAL
--> f ~  t.c  CONDITIONAL

--- a field of zipped arrays has the column's name, or its position
SELECT z[0].xs AS x, arrays_zip(array(a), array(b))[0].`1` AS y FROM (SELECT arrays_zip(xs, ys) AS z, a, b FROM (SELECT array(a) AS xs, array(b) AS ys, a, b FROM t))
--> x  t.a  DERIVED
--> y  t.b  DERIVED

--- structs of a union match by position
SELECT s.y FROM (SELECT struct(a AS x, b AS y) AS s FROM t UNION ALL SELECT struct(c AS y, d AS x) FROM t)
--> y  t.b  DIRECT
--> y  t.d  DIRECT

--- a cast of a struct is by position
SELECT CAST(payload.buyer AS STRUCT<name: STRING, id: STRING>).name AS k FROM events
--> k  events.payload.buyer.id  DERIVED

--- a struct of all columns of a table that nobody described    [catalog: none]
SELECT s.a, s FROM (SELECT struct(r.*) AS s FROM nowhere AS r)
--> a  nowhere.a  DIRECT  INFERRED
--> s  nowhere.*  DERIVED  INFERRED
--! W110  1:50

--- a cast hands on the fields of a struct, by their positions [catalog: none]
CREATE TABLE t (a INT, b INT, s STRUCT<x: INT, y: INT>, l ARRAY<STRUCT<x: INT, y: INT>>);
SELECT CAST(c AS STRUCT<y: BIGINT, x: BIGINT>).y AS p, CAST(s AS STRUCT<y: BIGINT, z: BIGINT>).y AS q, CAST(l AS ARRAY<STRUCT<p: BIGINT, q: BIGINT>>)[0].q AS r,
  map_keys(CAST(map(a, b) AS MAP<BIGINT, BIGINT>)) AS u FROM (SELECT *, named_struct('x', a, 'y', b) AS c FROM t)
--> p  t.a      DERIVED
--> q  t.s.x    DERIVED
--> r  t.l[].y  DERIVED
--> u  t.a      DERIVED
