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
