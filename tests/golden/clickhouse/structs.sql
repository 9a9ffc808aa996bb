-- Tuples, arrays and maps in ClickHouse.

--- fields of a stored tuple
SELECT payload.kind AS k, payload.buyer.id AS i FROM events
--> k  events.payload.kind      DIRECT
--> i  events.payload.buyer.id  DIRECT

--- a tuple's field by number
SELECT tuple(a, b + 1).2 AS k FROM t
--> k  t.b  DERIVED

--- a tuple through a derived table
SELECT s.1 AS k FROM (SELECT (a, b) AS s FROM t) AS q
--> k  t.a  DIRECT

--- argMax of a tuple keeps its fields apart
SELECT argMax((a, b), c).2 AS k FROM t
--> k    t.b  AGG
--> k ~  t.c  SORT

--- subscripts of an array and a map
SELECT tags[1] AS g, attrs['color'] AS k FROM events
--> g  events.tags   DERIVED
--> k  events.attrs  DERIVED

--- a subscript of a map that is made here takes a value; the keys and the subscript decide which
SELECT map(a, b)[c] AS x, mapFromArrays([a], [b])[c] AS y FROM t
--> x    t.b  DERIVED
--> y    t.b  DERIVED
--> x ~  t.a  CONDITIONAL
--> x ~  t.c  CONDITIONAL
--> y ~  t.a  CONDITIONAL
--> y ~  t.c  CONDITIONAL

--- keys and values of such a map stay apart
SELECT mapKeys(m) AS k, mapValues(m) AS v, m.keys AS mk, m.values[1] AS mv, mapKeys(mapConcat(m, map(c, d))) AS j, mapContains(m, d) AS h
FROM (SELECT map(a, b) AS m, c, d FROM t)
--> k   t.a  DERIVED
--> v   t.b  DERIVED
--> mk  t.a  DERIVED
--> mv  t.b  DERIVED
--> j   t.a  DERIVED
--> j   t.c  DERIVED
--> h   t.a  DERIVED
--> h   t.d  DERIVED

--- a row out of such a map is its key and its value
SELECT arrayJoin(map(a, b)).1 AS k, kv.2 AS v FROM t ARRAY JOIN map(a, c) AS kv
--> k     t.a  DERIVED_ARRAY
--> v     t.c  DERIVED_ARRAY
--> rows  t.a  JOIN
--> rows  t.b  JOIN
--> rows  t.c  JOIN

--- lambdas over a map: a key, and a value
SELECT mapKeys(mapFilter((k, v) -> v > c, map(a, b))) AS f, mapValues(mapApply((k, v) -> (k, v + c), map(a, b))) AS v FROM t
--> f    t.a  DERIVED
--> v    t.b  DERIVED
--> v    t.c  DERIVED
--> f ~  t.b  CONDITIONAL
--> f ~  t.c  CONDITIONAL
