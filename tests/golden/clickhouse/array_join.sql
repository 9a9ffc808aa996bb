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
