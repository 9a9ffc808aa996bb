-- Structs, lists and maps in DuckDB: fields stay apart.

--- a field of a stored struct
SELECT payload.kind FROM events
--> kind  events.payload.kind  DIRECT

--- a field of a field
SELECT payload.buyer.id, events.payload.buyer.name AS n FROM events
--> id  events.payload.buyer.id    DIRECT
--> n   events.payload.buyer.name  DIRECT

--- the whole struct
SELECT payload FROM events
--> payload  events.payload  DIRECT

--- a computation over a field
SELECT upper(payload.kind) AS k FROM events
--> k  events.payload.kind  DERIVED

--- a field in WHERE
SELECT id FROM events WHERE payload.buyer.id > 0
--> id    events.id                DIRECT
--> rows  events.payload.buyer.id  FILTER

--- construction derives the struct as a whole
SELECT {'x': a, 'y': b} AS s FROM t
--> s  t.a  DERIVED
--> s  t.b  DERIVED

--- a field taken out again is as it was
SELECT s.x AS k FROM (SELECT {'x': a, 'y': b} AS s FROM t) q
--> k  t.a  DIRECT

--- construction and access in one expression
SELECT struct_pack(x := a, y := b + 1).y AS k FROM t
--> k  t.b  DERIVED

--- a struct through a chain of CTEs
WITH p AS (SELECT {'x': a, 'y': b + c} AS s FROM t), q AS (SELECT s AS s2, 1 AS one FROM p), r AS (SELECT s2.y AS k FROM q)
SELECT k FROM r
--> k  t.b  DERIVED
--> k  t.c  DERIVED

--- a stored struct through a CTE keeps its path
WITH q AS (SELECT payload AS p FROM events) SELECT p.buyer.name AS n FROM q
--> n  events.payload.buyer.name  DIRECT

--- a stored struct inside a new one
WITH q AS (SELECT {'p': payload, 'i': id} AS s FROM events) SELECT s.p.kind AS k, s.i FROM q
--> k  events.payload.kind  DIRECT
--> i  events.id            DIRECT

--- a nested construction
SELECT {'o': {'x': a, 'y': b}, 'z': c}.o.y AS k FROM t
--> k  t.b  DIRECT

--- fields apart through UNION ALL
SELECT s.x AS k FROM (SELECT {'x': a, 'y': b} AS s FROM t UNION ALL SELECT {'x': x, 'y': y} FROM u) q
--> k  t.a  DIRECT
--> k  u.x  DIRECT

--- fields apart through array_agg
SELECT l[1].x AS k FROM (SELECT array_agg({'x': a, 'y': b}) AS l FROM t) q
--> k  t.a  AGG

--- fields apart through max
SELECT max({'ts': c, 'v': b}).v AS last FROM t
--> last  t.b  AGG

--- fields apart through arg_max
SELECT arg_max({'x': a, 'y': b}, c).x AS k FROM t
--> k    t.a  AGG
--> k ~  t.c  SORT

--- fields apart through a list and its unnesting
SELECT i.y AS k FROM (SELECT [{'x': a, 'y': b}, {'x': c, 'y': d}] AS l FROM t) q, UNNEST(q.l) AS w(i)
--> k  t.b  DERIVED_ARRAY
--> k  t.d  DERIVED_ARRAY

--- fields apart through any_value and GROUP BY
SELECT a, any_value({'x': b, 'y': c}).x AS k FROM t GROUP BY a
--> a     t.a  DIRECT
--> k     t.b  AGG
--> rows  t.a  GROUP_BY

--- a CASE over structs keeps fields apart
SELECT (CASE WHEN a > 0 THEN {'x': b, 'y': c} ELSE {'x': d, 'y': a} END).x AS k FROM t
--> k    t.b  DERIVED
--> k    t.d  DERIVED
--> k ~  t.a  CONDITIONAL

--- a star over a struct
SELECT payload.* FROM events
--> buyer  events.payload.buyer  DIRECT
--> kind   events.payload.kind   DIRECT

--- a list construction
SELECT [a, b] AS l FROM t
--> l  t.a  DERIVED
--> l  t.b  DERIVED

--- a subscript: the list is value (DERIVED: an operator)
SELECT tags[1] AS k FROM events
--> k  events.tags  DERIVED

--- a subscript's index is a condition
SELECT tags[n] AS k FROM events
--> k    events.tags  DERIVED
--> k ~  events.n     CONDITIONAL

--- a field of an element
SELECT lines[1].price AS p FROM events
--> p  events.lines[].price  DERIVED

--- a map's value
SELECT attrs['color'] AS k FROM events
--> k  events.attrs  DERIVED

--- a map constructed and opened by a constant key: apart, as the contract has it for maps
SELECT m['k'] AS v FROM (SELECT MAP {'k': a, 'l': b} AS m FROM t) q
--> v  t.a  DERIVED

--- a JSON path derives from the column
SELECT status ->> '$.code' AS k FROM orders
--> k  orders.status  DERIVED
--> expr k  "status ->> '$.code'"
