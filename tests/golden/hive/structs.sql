-- Structs, arrays and maps in Hive.

--- fields of a stored struct
SELECT payload.kind, payload.buyer.id AS i FROM events
--> kind  events.payload.kind      DIRECT
--> i     events.payload.buyer.id  DIRECT

--- named_struct through a derived table
SELECT s.y AS k FROM (SELECT named_struct('x', a, 'y', b) AS s FROM t) q
--> k  t.b  DIRECT

--- struct() names its fields col1, col2
SELECT s.col2 AS k FROM (SELECT struct(a, b) AS s FROM t) q
--> k  t.b  DIRECT

--- subscripts of an array and a map
SELECT tags[0] AS g, attrs['color'] AS k FROM events
--> g  events.tags   DERIVED
--> k  events.attrs  DERIVED
