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
