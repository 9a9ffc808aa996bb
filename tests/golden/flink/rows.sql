-- Rows and their fields: by the bare name of a field, collected, in maps.

--- a field of an inner row, and one below a field
SELECT buyer.id AS buyer_id, e.buyer.name AS buyer_name FROM events AS e
--> buyer_id    events.payload.buyer.id    DIRECT
--> buyer_name  events.payload.buyer.name  DIRECT

--- a column hides a field of its name
SELECT id FROM events
--> id  events.id  DIRECT

--- a field that two tables have is ambiguous
SELECT kind FROM events, events AS other
--> kind  events.payload.kind  DIRECT  AMBIGUOUS
--! W112  1:8

--- a field by its bare name, out of a derived table
SELECT x.kind FROM (SELECT payload AS p FROM events) AS x
--> kind  events.payload.kind  DIRECT

--- a subquery reads a field of the query outside by its bare name
SELECT id FROM events WHERE EXISTS (SELECT 1 FROM u WHERE u.x = 1 AND kind = 'k')
--> id    events.id            DIRECT
--> rows  events.payload.kind  FILTER
--> rows  u.x                  FILTER

--- collected rows, unnested, keep their fields apart
SELECT b, k FROM (SELECT n, ARRAY_AGG(payload) AS ps FROM events GROUP BY n) CROSS JOIN UNNEST(ps) AS p(b, k)
--> b     events.payload.buyer  AGG
--> k     events.payload.kind   AGG
--> rows  events.n              GROUP_BY
--> rows  events.payload        JOIN

--- arrays in an array are unnested one level at a time
SELECT one FROM t CROSS JOIN UNNEST(ARRAY[ARRAY[a, b], ARRAY[c]]) AS x(inner_array) CROSS JOIN UNNEST(x.inner_array) AS y(one)
--> one   t.a  DERIVED_ARRAY
--> one   t.b  DERIVED_ARRAY
--> one   t.c  DERIVED_ARRAY
--> rows  t.a  JOIN
--> rows  t.b  JOIN
--> rows  t.c  JOIN
