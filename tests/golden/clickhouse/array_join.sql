-- ARRAY JOIN and arrayJoin.

--- ARRAY JOIN with an alias
SELECT id, tag FROM events ARRAY JOIN tags AS tag WHERE n > 0
--> id    events.id    DIRECT
--> tag   events.tags  DERIVED_ARRAY
--> rows  events.n     FILTER
--> rows  events.tags  JOIN

--- ARRAY JOIN without an alias replaces the array by its element
SELECT id, tags FROM events ARRAY JOIN tags
--> id    events.id    DIRECT
--> tags  events.tags  DERIVED_ARRAY

--- with an alias the array itself is still there
SELECT tag, tags FROM events LEFT ARRAY JOIN tags AS tag
--> tag   events.tags  DERIVED_ARRAY
--> tags  events.tags  DIRECT

--- ARRAY JOIN of an expression
SELECT w FROM events ARRAY JOIN arrayMap(x -> upper(x), tags) AS w
--> w  events.tags  DERIVED_ARRAY

--- arrayJoin in the select list
SELECT id, arrayJoin(tags) AS tag FROM events
--> id   events.id    DIRECT
--> tag  events.tags  DERIVED_ARRAY

--- arrayEnumerate gives positions beside elements
SELECT tag, num FROM events ARRAY JOIN tags AS tag, arrayEnumerate(tags) AS num
--> tag  events.tags  DERIVED_ARRAY
--> num  events.tags  DERIVED_ARRAY

--- fields of joined tuples
SELECT l.price AS p FROM events ARRAY JOIN lines AS l
--> p  events.lines[].price  DERIVED_ARRAY

--- an alias of the select list, and one of WITH
WITH [1, 2] AS w SELECT [a, b] AS l, x, y FROM t ARRAY JOIN l AS x, w AS y
--> l     t.a        DERIVED
--> l     t.b        DERIVED
--> x     t.a        DERIVED_ARRAY
--> x     t.b        DERIVED_ARRAY
--> y     generated
--> rows  t.a        JOIN
--> rows  t.b        JOIN

--- one behind another
SELECT z FROM (SELECT [[a], [b]] AS l FROM t) ARRAY JOIN l AS y ARRAY JOIN y AS z
--> z     t.a  DERIVED_ARRAY
--> z     t.b  DERIVED_ARRAY
--> rows  t.a  JOIN
--> rows  t.b  JOIN

--- over joins
SELECT b, tag FROM t JOIN events ON t.a = events.id LEFT ARRAY JOIN tags AS tag
--> b     t.b          DIRECT
--> tag   events.tags  DERIVED_ARRAY
--> rows  events.id    JOIN
--> rows  events.tags  JOIN
--> rows  t.a          JOIN
