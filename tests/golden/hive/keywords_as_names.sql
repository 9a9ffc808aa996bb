-- Keywords of Hive's own forms, where they are names or belong to another clause.

--- a call of map before USING of a join [catalog: none]
CREATE TABLE a (v INT, x STRING, j INT); CREATE TABLE b (k INT); CREATE TABLE c (j INT);
SELECT a.v FROM a JOIN b ON map(a.x, 1)['k'] = b.k JOIN c USING (j)
--> v     a.v  DIRECT
--> rows  a.j  JOIN
--> rows  a.x  JOIN
--> rows  b.k  JOIN
--> rows  c.j  JOIN

--- a call of map before MAP … USING [catalog: none]
CREATE TABLE a (c INT, y STRING); CREATE TABLE b (k STRING, d INT);
FROM a JOIN b ON map('x', a.y)['x'] = b.k MAP a.c, b.d USING 'cat' AS x, y
--> x     a.c  UNKNOWN  COARSE
--> x     b.d  UNKNOWN  COARSE
--> y     a.c  UNKNOWN  COARSE
--> y     b.d  UNKNOWN  COARSE
--> rows  a.y  JOIN
--> rows  b.k  JOIN
--! W216  2:47

--- USING of a join behind TRANSFORM … USING [catalog: none]
CREATE TABLE t (b INT, k INT); CREATE TABLE u (a INT, k INT); CREATE TABLE v (a INT);
SELECT TRANSFORM (b) USING 's' AS x FROM t JOIN u USING (k) JOIN v AS w ON w.a = u.a
--> x     t.b  UNKNOWN  COARSE
--> rows  t.k  JOIN
--> rows  u.a  JOIN
--> rows  u.k  JOIN
--> rows  v.a  JOIN
--! W216  2:19

--- aliases that are states of a constraint [catalog: none]
CREATE TABLE u (a INT);
CREATE TABLE t AS SELECT count(*) enable, max(a) rely, NULL validate FROM u
--> enable    generated
--> rely      u.a        AGG
--> validate  generated

--- a table called UNIQUEJOIN [catalog: none]
CREATE TABLE uniquejoin (a INT);
SELECT a FROM uniquejoin WHERE a IN (1, 2)
--> a     uniquejoin.a  DIRECT
--> rows  uniquejoin.a  FILTER

--- a quoted name in a call is no pattern [catalog: none]
CREATE TABLE t (a INT, `b.c` INT); SET hive.support.quoted.identifiers=none;
SELECT coalesce(a, `b.c`) AS x FROM t
--> x  t.a    DERIVED
--> x  t.b.c  DERIVED

--- fields called QUOTED.IDENTIFIERS change no setting [catalog: none]
CREATE TABLE t (s STRUCT<quoted: STRUCT<identifiers: INT>>, ab INT); SET hive.support.quoted.identifiers=none;
SELECT s.quoted.identifiers, `a.*` FROM t
--> identifiers  t.s.quoted.identifiers  DIRECT
--> ab           t.ab                    DIRECT

--- elements of a column that is called array    [catalog: none]
CREATE TABLE t (`array` ARRAY<STRING>, a INT);
SELECT `array`[a] AS p, t.`array`[0] AS q, array(a) AS r FROM t
--> p    t.array  DERIVED
--> q    t.array  DERIVED
--> r    t.a      DERIVED
--> p ~  t.a      CONDITIONAL
