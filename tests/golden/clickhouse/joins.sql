--- a semi join shows both sides
SELECT b, x FROM t LEFT SEMI JOIN u USING (a)
--> b  t.b  DIRECT
--> x  u.x  DIRECT

--- a star over USING gives the keys first, in the order of the list
SELECT * FROM (SELECT y, x, a FROM u) AS p JOIN t USING (a)
--> a  u.a  DIRECT
--> y  u.y  DIRECT
--> x  u.x  DIRECT
--> b  t.b  DIRECT
--> c  t.c  DIRECT
--> d  t.d  DIRECT
--= columns a y x b c d

--- a right semi join takes the key of the right
SELECT a FROM t RIGHT SEMI JOIN u USING (a)
--> a  u.a  DIRECT

--- a bare name that both sides have is the left one's
SELECT a FROM u LEFT JOIN t ON t.a = u.a
--> a  u.a  DIRECT

--- a star does not give the alias of an ARRAY JOIN
SELECT * FROM (SELECT id, tags FROM events) AS e ARRAY JOIN tags AS tag
--> id    events.id    DIRECT
--> tags  events.tags  DIRECT

--- tuple() has positions
SELECT p.1 AS k FROM (SELECT tuple(a, b) AS p FROM t) AS q
--> k  t.a  DIRECT

--- positions inside positions
SELECT p.2.1 AS k FROM (SELECT (a, (b, c)) AS p FROM t) AS q
--> k  t.b  DIRECT

--- a field of a named expression
WITH (a, b) AS p SELECT p.1 AS k FROM t
--> k  t.a  DIRECT

--- of two columns of one name the second carries its table's
SELECT * FROM t JOIN u ON t.a = u.a
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> c     t.c  DIRECT
--> d     t.d  DIRECT
--> u.a   u.a  DIRECT
--> x     u.x  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- with three tables every column that is not alone carries its table's name
SELECT * FROM t JOIN u ON t.a = u.a LEFT JOIN v ON v.a = u.a
--> t.a   t.a  DIRECT
--> b     t.b  DIRECT
--> c     t.c  DIRECT
--> d     t.d  DIRECT
--> u.a   u.a  DIRECT
--> u.x   u.x  DIRECT
--> y     u.y  DIRECT
--> v.a   v.a  DIRECT
--> v.x   v.x  DIRECT
--> z     v.z  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--> rows  v.a  JOIN

--- such a name is read again from outside
SELECT `u.a` FROM (SELECT t.a, u.a FROM t JOIN u ON t.a = u.a)
--> u.a   u.a  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- an alias of the select list in ON
SELECT a AS k, x FROM t JOIN u ON k = u.a
--> k     t.a  DIRECT
--> x     u.x  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- a bare name that two of three tables have is not decided
SELECT x FROM t JOIN u ON t.a = u.a JOIN v ON v.a = u.a
--> x     u.x  DIRECT  AMBIGUOUS
--> x     v.x  DIRECT  AMBIGUOUS
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--> rows  v.a  JOIN
--! W112  1:8

--- GLOBAL, ANY, ALL and ASOF change no column
SELECT t.a, u.x, v.z FROM t GLOBAL ANY LEFT JOIN u ON t.a = u.a ASOF JOIN v ON t.a = v.a AND t.b >= v.x
--> t.a   t.a  DIRECT
--> u.x   u.x  DIRECT
--> z     v.z  DIRECT
--> rows  t.a  JOIN
--> rows  t.b  JOIN
--> rows  u.a  JOIN
--> rows  v.a  JOIN
--> rows  v.x  JOIN

--- PASTE JOIN
SELECT * FROM (SELECT a FROM t) AS p PASTE JOIN (SELECT x FROM u) AS q
--> a  t.a  DIRECT
--> x  u.x  DIRECT

--- IN with a CTE and with a table in the place of a list
WITH k AS (SELECT x FROM u) SELECT a IN k AS one, b IN (k) AS two FROM t WHERE c IN (SELECT a FROM v)
--> one    t.a  DERIVED
--> two    t.b  DERIVED
--> rows   t.c  FILTER
--> rows   v.a  FILTER
--> one ~  u.x  CONDITIONAL
--> two ~  u.x  CONDITIONAL

--- the keys of a later USING come before those of an earlier one
CREATE TABLE p (id Int64, val String) ENGINE = Memory;
CREATE TABLE q (id Int64, id2 Int64) ENGINE = Memory;
CREATE TABLE r (w String, id2 Int64) ENGINE = Memory;
SELECT * FROM p JOIN q USING (id) JOIN r USING (id2)
--> id2   q.id2  DIRECT
--> id    p.id   DIRECT
--> val   p.val  DIRECT
--> w     r.w    DIRECT
--> rows  p.id   JOIN
--> rows  q.id   JOIN
--> rows  q.id2  JOIN
--> rows  r.id2  JOIN
