-- Joins that only DuckDB writes so.

--- SEMI JOIN    [feature: joins / SEMI, ANTI]
SELECT * FROM v SEMI JOIN u ON v.a = u.a
--> a     v.a  DIRECT
--> x     v.x  DIRECT
--> z     v.z  DIRECT
--> rows  v.a  JOIN
--> rows  u.a  JOIN

--- ANTI JOIN with USING    [feature: joins / SEMI, ANTI]
SELECT * FROM v ANTI JOIN u USING (a)
--> a     v.a  DIRECT
--> x     v.x  DIRECT
--> z     v.z  DIRECT
--> rows  v.a  JOIN
--> rows  u.a  JOIN

--- POSITIONAL JOIN puts rows side by side by no key    [influence: complete; feature: joins / POSITIONAL]
SELECT t.b, u.x FROM t POSITIONAL JOIN u
--> b  t.b  DIRECT
--> x  u.x  DIRECT

--- ASOF JOIN reads its keys and its inequality    [feature: joins / ASOF]
SELECT o.id, e.n FROM orders o ASOF JOIN events e ON o.customer_id = e.id AND o.created_at >= e.ts
--> id    orders.id           DIRECT
--> n     events.n            DIRECT
--> rows  orders.customer_id  JOIN
--> rows  events.id           JOIN
--> rows  orders.created_at   JOIN
--> rows  events.ts           JOIN

--- NATURAL FULL JOIN takes both    [feature: joins / USING, NATURAL]
SELECT a FROM t NATURAL FULL JOIN u
--> a     t.a  DIRECT
--> a     u.a  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- a condition on one side inside ON is JOIN as the rest of ON (the contract also has join side filters as FILTER)
SELECT t.b FROM t LEFT JOIN u ON t.a = u.a AND u.y > 0
--> b     t.b  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--> rows  u.y  JOIN

--- NEAREST BY meets the rows that its expression puts first    [influence: complete; feature: joins / NEAREST]
SELECT o.id, e.n FROM orders o LEFT JOIN events e NEAREST 2 BY DISTANCE abs(o.customer_id - e.id)
--> id    orders.id           DIRECT
--> n     events.n            DIRECT
--> rows  orders.customer_id  JOIN
--> rows  events.id           JOIN

--- AT (VERSION => …) is the table as it was    [feature: joins / AT (VERSION, TIMESTAMP)]
SELECT o.id FROM orders o AT (VERSION => 3)
--> id  orders.id  DIRECT
