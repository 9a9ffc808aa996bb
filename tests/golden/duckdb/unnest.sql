-- UNNEST in DuckDB.

--- UNNEST in FROM    [feature: unnest / in FROM]
SELECT id, tag FROM events, UNNEST(tags) AS g(tag)
--> id   events.id    DIRECT
--> tag  events.tags  DERIVED_ARRAY

--- UNNEST in FROM is lateral, with CROSS JOIN too    [feature: unnest / in FROM]
SELECT id, g.tag FROM events CROSS JOIN UNNEST(events.tags) AS g(tag) WHERE tag <> ''
--> id    events.id    DIRECT
--> tag   events.tags  DERIVED_ARRAY
--> rows  events.tags  FILTER
--> rows  events.tags  JOIN

--- the array decides how many rows there are    [influence: complete; feature: unnest / in FROM]
SELECT id FROM events, UNNEST(tags) AS g(tag)
--> id    events.id    DIRECT
--> rows  events.tags  JOIN

--- UNNEST in the select list    [feature: unnest / in SELECT]
SELECT id, unnest(tags) AS tag FROM events
--> id   events.id    DIRECT
--> tag  events.tags  DERIVED_ARRAY

--- a field of an unnested struct    [feature: unnest / structs]
SELECT id, l.price FROM events, UNNEST(lines) AS g(l)
--> id     events.id             DIRECT
--> price  events.lines[].price  DERIVED_ARRAY

--- an aggregate over unnested elements    [feature: unnest / in SELECT]
SELECT sum(l.price) AS total FROM events, UNNEST(lines) AS g(l)
--> total  events.lines[].price  AGG

--- UNNEST of a constructed list    [feature: unnest / constructed lists]
SELECT v FROM t, UNNEST([a, b + 1]) AS g(v)
--> v  t.a  DERIVED_ARRAY
--> v  t.b  DERIVED_ARRAY

--- UNNEST of constants is generated    [feature: unnest / constructed lists]
SELECT v FROM UNNEST([1, 2, 3]) AS g(v)
--> v  generated

--- WITH ORDINALITY is generated    [feature: unnest / WITH ORDINALITY]
SELECT tag, i FROM events, UNNEST(tags) WITH ORDINALITY AS g(tag, i)
--> tag  events.tags  DERIVED_ARRAY
--> i    generated
