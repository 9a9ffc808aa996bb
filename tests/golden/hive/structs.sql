-- Structs, arrays and maps in Hive.

--- fields of a stored struct                                              [feature: nested types / fields of structs]
SELECT payload.kind, payload.buyer.id AS i FROM events
--> kind  events.payload.kind      DIRECT
--> i     events.payload.buyer.id  DIRECT

--- named_struct through a derived table                                   [feature: nested types / struct, named_struct]
SELECT s.y AS k FROM (SELECT named_struct('x', a, 'y', b) AS s FROM t) q
--> k  t.b  DIRECT

--- struct() names its fields col1, col2
SELECT s.col2 AS k FROM (SELECT struct(a, b) AS s FROM t) q
--> k  t.b  DIRECT

--- subscripts of an array and a map                                       [feature: nested types / elements of arrays and maps]
SELECT tags[0] AS g, attrs['color'] AS k FROM events
--> g  events.tags   DERIVED
--> k  events.attrs  DERIVED

--- the names of named_struct are the user's, even where they are the columns' own
SELECT max(named_struct('a', a, 'b', b)).a AS x FROM t
--> x  t.a  AGG

--- a struct without names is known by position
SELECT struct(a, b).col2 AS x FROM t
--> x  t.b  DIRECT

--- keys and values of a map that is made here stay apart
SELECT map(a, b)[c] AS x, map_keys(map(a, b)) AS k, map_values(map(a, b)) AS v FROM t
--> x    t.b  DERIVED
--> k    t.a  DERIVED
--> v    t.b  DERIVED
--> x ~  t.a  CONDITIONAL
--> x ~  t.c  CONDITIONAL
