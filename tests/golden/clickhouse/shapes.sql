-- What is inside tuples and arrays stays apart through ClickHouse's functions.

--- tupleElement by position and by name, also over an array
SELECT tupleElement(payload, 2) AS k, tupleElement(lines, 'price') AS p, tupleElement((a, b), 1) AS x FROM events, t
--> k  events.payload.kind   DIRECT
--> p  events.lines[].price  DIRECT
--> x  t.a                   DIRECT

--- a lambda over tuples
SELECT arrayMap(l -> l.price, lines) AS p, arrayMap(l -> (l.2, n), lines).1 AS q FROM events
--> p  events.lines[].price  DERIVED
--> q  events.lines[].price  DERIVED

--- an array that is sorted, filtered or cut is the same array
SELECT arraySort(l -> l.sku, lines)[1].price AS a, arrayFilter(l -> l.price > n, lines).sku AS b FROM events
--> a    events.lines[].price  DERIVED
--> b    events.lines[].sku    DERIVED
--> a ~  events.lines[].sku    SORT
--> b ~  events.lines[].price  CONDITIONAL
--> b ~  events.n              CONDITIONAL

--- an element chosen by a predicate
SELECT arrayFirst(l -> l.sku = 'x', lines).price AS p FROM events
--> p    events.lines[].price  DERIVED
--> p ~  events.lines[].sku    CONDITIONAL

--- groupArray of tuples
SELECT groupArray((a, b)) AS g, g.1 AS x, g[1].2 AS y FROM t
--> g  t.a  AGG
--> g  t.b  AGG
--> x  t.a  AGG
--> y  t.b  AGG

--- sorted, and then opened
SELECT arrayMap(i -> i.1, arraySort(i -> -i.2, groupArray((a, b)))) AS q FROM t
--> q    t.a  AGG
--> q ~  t.a  SORT
--> q ~  t.b  SORT

--- argMax of a tuple, with a condition
SELECT argMaxIf((a, b), c, d > 0).2 AS y FROM t
--> y    t.b  AGG
--> y ~  t.c  SORT
--> y ~  t.d  CONDITIONAL

--- arrayZip joined
SELECT z.1 AS tag, z.2 AS i FROM events ARRAY JOIN arrayZip(tags, arrayEnumerate(tags)) AS z
--> tag   events.tags  DERIVED_ARRAY
--> i     events.tags  DERIVED_ARRAY
--> rows  events.tags  JOIN

--- a scalar subquery of two columns is a tuple
WITH (SELECT min(x), max(y) FROM u) AS mm SELECT mm.1 AS lo, mm.2 AS hi FROM t
--> lo  u.x  AGG
--> hi  u.y  AGG

--- parts of a column that no schema knows
SELECT attrs.keys AS k, attrs['x'] AS v, tags.size0 AS s FROM events
--> k  events.attrs  DERIVED
--> v  events.attrs  DERIVED
--> s  events.tags   DERIVED

--- a map joined gives keys and values
SELECT kv.1 AS k, kv.2 AS v FROM events ARRAY JOIN attrs AS kv
--> k     events.attrs  DERIVED_ARRAY
--> v     events.attrs  DERIVED_ARRAY
--> rows  events.attrs  JOIN

--- untuple: a column a field, named after what takes it out, or after the alias
SELECT untuple(payload), untuple((a, b)) AS q FROM events, t
--> "tupleElement(payload, 'buyer')"  events.payload.buyer  DIRECT
--> "tupleElement(payload, 'kind')"   events.payload.kind   DIRECT
--> q.1                               t.a                   DIRECT
--> q.2                               t.b                   DIRECT

--- a tuple cast to names
SELECT CAST((a, b), 'Tuple(x Int32, y Int32)').y AS y, [(c, d)]::Array(Tuple(p Int32, q Int32)) AS l, l.q AS q FROM t
--> y  t.b  DERIVED
--> l  t.c  DERIVED
--> l  t.d  DERIVED
--> q  t.d  DERIVED

--- tuples in a list
SELECT [(a, b), (c, d)][1].1 AS x FROM t
--> x  t.a  DERIVED
--> x  t.c  DERIVED

--- tupleConcat
SELECT tupleConcat((a, b), (c, d)).3 AS x FROM t
--> x  t.c  DIRECT

--- getSubcolumn
SELECT getSubcolumn(payload, 'buyer.name') AS n FROM events
--> n  events.payload.buyer.name  DIRECT

--- a star over a tuple
SELECT payload.* FROM events
--> payload.buyer  events.payload.buyer  DIRECT
--> payload.kind   events.payload.kind   DIRECT

--- a cast of a tuple without fields reads it all the same [catalog: none]
CREATE TABLE t (e Tuple(), n UInt8) ENGINE = Memory;
SELECT CAST(e, 'Tuple()') AS x, CAST(e, 'SimpleAggregateFunction(min, Tuple())') AS y FROM t
--> x  t.e  DERIVED
--> y  t.e  DERIVED

--- an element more; a fold that does not use the elements; an alias with fields; a column called list
CREATE TABLE q (a Int64, b Int64, l Array(Tuple(x Int64, y String)), s Tuple(x Int64, y String), list Array(Int64)) ENGINE = Memory;
SELECT arrayPushBack(l, s)[1].x AS c1, arrayFold((acc, e) -> acc + a, list, q.b) AS c2, s AS b, b.2 AS c3, q.list[q.a] AS c4, `list`[1] AS c5 FROM q
--> c1    q.l[].x  DERIVED
--> c1    q.s.x    DERIVED
--> c2    q.a      DERIVED
--> c2    q.b      DERIVED
--> b     q.s      DIRECT
--> c3    q.s.y    DIRECT
--> c4    q.list   DERIVED
--> c5    q.list   DERIVED
--> c2 ~  q.list   CONDITIONAL
--> c4 ~  q.a      CONDITIONAL
