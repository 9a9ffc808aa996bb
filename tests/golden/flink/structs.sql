-- Rows, arrays and maps in Flink.

--- fields of a stored row                                                 [feature: rows and arrays and maps / fields]
SELECT payload.kind AS k, payload.buyer.id AS i FROM events
--> k  events.payload.kind      DIRECT
--> i  events.payload.buyer.id  DIRECT

--- subscripts of an array and a map                                       [feature: rows and arrays and maps / subscripts]
SELECT tags[1] AS g, attrs['color'] AS k FROM events
--> g  events.tags   DERIVED
--> k  events.attrs  DERIVED

--- ROW derives as a whole                                                 [feature: rows and arrays and maps / constructors]
SELECT ROW(a, b) AS s FROM t
--> s  t.a  DERIVED
--> s  t.b  DERIVED

--- UNNEST of an array                                                     [feature: functions over tables / UNNEST and WITH ORDINALITY]
SELECT id, tag FROM events CROSS JOIN UNNEST(tags) AS g (tag)
--> id   events.id    DIRECT
--> tag  events.tags  DERIVED_ARRAY

--- UNNEST of an array of rows births a column per field                   [feature: functions over tables / UNNEST and WITH ORDINALITY]
SELECT id, sku, price FROM events CROSS JOIN UNNEST(lines) AS l (sku, price)
--> id     events.id             DIRECT
--> sku    events.lines[].sku    DERIVED_ARRAY
--> price  events.lines[].price  DERIVED_ARRAY

--- UNNEST of a map births key and value                                   [feature: functions over tables / UNNEST and WITH ORDINALITY]
SELECT k, w FROM events CROSS JOIN UNNEST(attrs) AS m (k, w)
--> k  events.attrs  DERIVED_ARRAY
--> w  events.attrs  DERIVED_ARRAY

--- a row with a type keeps its fields apart                               [feature: rows and arrays and maps / constructors]
SELECT r.x, r.y.n FROM (SELECT CAST(ROW(a, ROW(b, c)) AS ROW<x INT, y ROW<m INT, n INT>>) AS r FROM t)
--> x  t.a  DIRECT
--> n  t.c  DIRECT

--- rows of an array                                                       [feature: rows and arrays and maps / constructors]
SELECT k, w FROM t CROSS JOIN UNNEST(ARRAY[ROW('b', b), ROW('c', c)]) AS r (k, w)
--> k     generated
--> w     t.b        DERIVED_ARRAY
--> w     t.c        DERIVED_ARRAY
--> rows  t.b        JOIN
--> rows  t.c        JOIN

--- a row in parentheses, and an array and a map that are made             [feature: rows and arrays and maps / constructors]
SELECT (a, b) AS r, ARRAY[a, b][1] AS e, MAP['x', c, 'y', d] AS m, MAP['x', c, 'y', d]['x'] AS mx FROM t
--> r   t.a  DERIVED
--> r   t.b  DERIVED
--> e   t.a  DERIVED
--> e   t.b  DERIVED
--> m   t.c  DERIVED
--> m   t.d  DERIVED
--> mx  t.c  DERIVED

--- an array inside a row, by position                                     [feature: rows and arrays and maps / fields]
SELECT lines[1].sku AS s, CARDINALITY(lines) AS n FROM events
--> s  events.lines[].sku  DERIVED
--> n  events.lines        DERIVED

--- a map of rows: the key comes from the map, the value has fields            [catalog: none; feature: functions over tables / UNNEST and WITH ORDINALITY]
CREATE TABLE mr (m MAP<STRING, ROW<a INT, b STRING>>);
SELECT kk, vv.a FROM mr CROSS JOIN UNNEST(m) AS t (kk, vv)
--> kk    mr.m      DERIVED_ARRAY
--> a     mr.m[].a  DERIVED_ARRAY
--> rows  mr.m      JOIN

--- rows that were collected, unnested                                         [feature: functions over tables / UNNEST and WITH ORDINALITY]
SELECT k, b FROM (SELECT ARRAY_AGG(payload) AS a FROM events) CROSS JOIN UNNEST(a) AS t (b, k)
--> k     events.payload.kind   AGG
--> b     events.payload.buyer  AGG
--> rows  events.payload        JOIN

--- a field below a row whose name is left out                                 [feature: names / fields without their row]
SELECT buyer.name FROM events
--> name  events.payload.buyer.name  DIRECT

--- keys and values of a map that is made here stay apart
SELECT MAP[a, b][c] AS x, MAP_KEYS(MAP[a, b]) AS k, MAP_VALUES(MAP_FROM_ARRAYS(ARRAY[a], ARRAY[b])) AS v FROM t
--> x    t.b  DERIVED
--> k    t.a  DERIVED
--> v    t.b  DERIVED
--> x ~  t.a  CONDITIONAL
--> x ~  t.c  CONDITIONAL

--- a key and a value of it
SELECT k, v FROM t CROSS JOIN UNNEST(MAP[a, b]) AS e (k, v)
--> k     t.a  DERIVED_ARRAY
--> v     t.b  DERIVED_ARRAY
--> rows  t.a  JOIN
--> rows  t.b  JOIN
