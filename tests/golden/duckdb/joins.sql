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

--- a comma ends a join: USING hides nothing of the tables before it    [feature: joins / USING, NATURAL]
SELECT * FROM u AS w, t JOIN u USING (a)
--> a#0   u.a  DIRECT
--> a#3   t.a  DIRECT
--> x#1   u.x  DIRECT
--> x#7   u.x  DIRECT
--> y#2   u.y  DIRECT
--> y#8   u.y  DIRECT
--> b     t.b  DIRECT
--> c     t.c  DIRECT
--> d     t.d  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- USING over a join in parentheses takes the column that the join inside gives
SELECT a FROM u RIGHT JOIN (t RIGHT JOIN u AS v USING (a)) USING (a)
--> a     u.a  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- a full join gathers the keys of every table before it
SELECT a FROM t JOIN u USING (a) FULL JOIN u AS v USING (a)
--> a     t.a  DIRECT
--> a     u.a  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- two joins of a list, each with a key of its own
SELECT * FROM t JOIN u USING (a), t AS t2 NATURAL JOIN u AS u2
--> a#0   t.a  DIRECT
--> a#6   t.a  DIRECT
--> b#1   t.b  DIRECT
--> b#7   t.b  DIRECT
--> c#2   t.c  DIRECT
--> c#8   t.c  DIRECT
--> d#3   t.d  DIRECT
--> d#9   t.d  DIRECT
--> x#4   u.x  DIRECT
--> x#10  u.x  DIRECT
--> y#5   u.y  DIRECT
--> y#11  u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- a NATURAL join inside of the one whose condition follows
CREATE TABLE q (a INT, b INT);
CREATE TABLE r (b INT, c INT);
CREATE TABLE p (b INT, d INT);
SELECT * FROM p LEFT JOIN q NATURAL JOIN r ON d = c
--> b#0   p.b  DIRECT
--> b#3   q.b  DIRECT
--> d     p.d  DIRECT
--> a     q.a  DIRECT
--> c     r.c  DIRECT
--> rows  p.d  JOIN
--> rows  q.b  JOIN
--> rows  r.b  JOIN
--> rows  r.c  JOIN

--- USING inside of a right side
CREATE TABLE q (a INT, b INT);
CREATE TABLE r (b INT, c INT);
CREATE TABLE p (b INT, d INT);
SELECT * FROM q JOIN (r JOIN p USING (b)) USING (b)
--> a     q.a  DIRECT
--> b     q.b  DIRECT
--> c     r.c  DIRECT
--> d     p.d  DIRECT
--> rows  p.b  JOIN
--> rows  q.b  JOIN
--> rows  r.b  JOIN
