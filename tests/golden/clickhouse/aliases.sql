-- An alias is visible everywhere in its SELECT, wherever it was given.

--- before it is defined
SELECT b * 2 AS w, a + 1 AS b FROM t
--> w  t.a  DERIVED
--> b  t.a  DERIVED

--- inside an argument
SELECT sum(a AS q) AS r, q FROM t GROUP BY q
--> r     t.a  AGG
--> q     t.a  DIRECT
--> rows  t.a  GROUP_BY

--- inside a parenthesis, a list and a subscript
SELECT (a AS x) + (x * 2 AS y) AS z, y, [b AS w, c] AS l, w FROM t
--> z  t.a  DERIVED
--> y  t.a  DERIVED
--> l  t.b  DERIVED
--> l  t.c  DERIVED
--> w  t.b  DIRECT

--- in WHERE
SELECT s FROM t WHERE (b + c AS s) > 3
--> s     t.b  DERIVED
--> s     t.c  DERIVED
--> rows  t.b  FILTER
--> rows  t.c  FILTER

--- as the whole of a clause
SELECT a, z, k FROM t WHERE b AS z GROUP BY a, z, c AS k ORDER BY d AS o
--> a     t.a  DIRECT
--> z     t.b  DIRECT
--> k     t.c  DIRECT
--> rows  t.a  GROUP_BY
--> rows  t.b  FILTER
--> rows  t.b  GROUP_BY
--> rows  t.c  GROUP_BY

--- in a window
SELECT sum(a) OVER (PARTITION BY b AS w) AS z, w FROM t
--> z    t.a  WINDOW
--> w    t.b  DIRECT
--> z ~  t.b  WINDOW

--- inside a cast
SELECT CAST(a AS x AS String) AS z, x FROM t
--> z  t.a  DERIVED
--> x  t.a  DIRECT

--- inside a lambda it is seen there
SELECT arrayMap(z -> (z + b AS y) * y, [a]) AS q FROM t
--> q  t.a  DERIVED
--> q  t.b  DERIVED

--- its own name means the column
SELECT a + 1 AS a, a * 2 AS z FROM t
--> a  t.a  DERIVED
--> z  t.a  DERIVED

--- two that go in a circle
SELECT a AS b, b AS a FROM t
--> b  t.b  DIRECT
--> a  t.a  DIRECT

--- many that go in a circle are not followed for ever
SELECT b AS a, c AS b, d AS c, a AS d FROM t
--> a  t.a  DIRECT
--> b  t.a  DIRECT
--> c  t.a  DIRECT
--> d  t.a  DIRECT

--- fields of a tuple under an alias
SELECT (arrayJoin(lines) AS l).1 AS sku, l.2 AS price FROM events
--> sku    events.lines[].sku    DERIVED_ARRAY
--> price  events.lines[].price  DERIVED_ARRAY
--> rows   events.lines          JOIN

--- an alias in a join's condition
SELECT k FROM t JOIN u ON (t.a AS k) = u.a
--> k     t.a  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
