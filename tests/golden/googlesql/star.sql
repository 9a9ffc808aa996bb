-- GoogleSQL's star: EXCEPT and REPLACE; a star over a struct.

--- EXCEPT leaves columns out
SELECT * EXCEPT (b, c) FROM t
--> a  t.a  DIRECT
--> d  t.d  DIRECT

--- REPLACE computes a column in its place
SELECT * REPLACE (a + x AS a) FROM u
--> a  u.a  DERIVED
--> a  u.x  DERIVED
--> x  u.x  DIRECT
--> y  u.y  DIRECT
--= columns a x y

--- EXCEPT then REPLACE
SELECT * EXCEPT (y) REPLACE (-x AS x) FROM u
--> a  u.a  DIRECT
--> x  u.x  DERIVED

--- a star over a struct opens its fields
SELECT payload.* FROM events
--> buyer  events.payload.buyer  DIRECT
--> kind   events.payload.kind   DIRECT

--- what a star over an unknown table leaves out comes from the other one    [feature: stars / EXCEPT; catalog: none]
SELECT a, c FROM (SELECT w.* EXCEPT (a), x.* FROM w, x)
--> a  x.a  DIRECT  INFERRED
--> c  w.c  DIRECT  AMBIGUOUS
--> c  x.c  DIRECT  AMBIGUOUS
--! W110  1:51
--! W110  1:54

--- columns without a name are counted anew where a star hands them on [catalog: none]
CREATE TABLE d.t (a INT64, b INT64);
SELECT c * 2, * FROM (SELECT a + 1 FROM d.t) AS x, (SELECT b + 1, b AS c FROM d.t) AS y
--> f0_  d.t.b  DERIVED
--> f1_  d.t.a  DERIVED
--> f2_  d.t.b  DERIVED
--> c    d.t.b  DIRECT

--- elements of several arrays without names [catalog: none]
CREATE TABLE d.t (xs ARRAY<INT64>, ys ARRAY<STRING>);
SELECT * FROM UNNEST([1, 2], (SELECT ARRAY_AGG(y) FROM d.t, UNNEST(ys) AS y)) WITH OFFSET
--> f0_     generated
--> f1_     d.t.ys     AGG
--> offset  generated
--> rows    d.t.ys     JOIN
