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
