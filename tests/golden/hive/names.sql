-- Hive folds names to lower case and numbers unnamed outputs.

--- names fold, the output is in lower case                                [feature: queries / names fold]
SELECT A, T.B FROM T
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- backquoted names fold too
SELECT `A` FROM `t`
--> a  t.a  DIRECT

--- an unnamed output is numbered by its place                              [feature: queries / names of unnamed outputs]
SELECT a, a + 1, b, sum(c) FROM t GROUP BY a, b
--> a     t.a  DIRECT
--> _c1   t.a  DERIVED
--> b     t.b  DIRECT
--> _c3   t.c  AGG
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY

--- unnamed constants and counts are numbered too
SELECT 1, count(*) FROM t
--> _c0  generated
--> _c1  generated

--- an unnamed output of a derived table can be asked for
SELECT s.`_c0` AS k FROM (SELECT a + 1 FROM t) s
--> k  t.a  DERIVED

--- double quotes are a string
SELECT "a" AS k FROM t
--> k  generated

--- a star over groups: outside of its query the columns have numbers
SELECT * FROM (SELECT *, count(y) FROM u GROUP BY a, x, y) q
--> _col0  u.a  DIRECT
--> _col1  u.x  DIRECT
--> _col2  u.y  DIRECT
--> _c1    u.y  AGG
--> rows   u.a  GROUP_BY
--> rows   u.x  GROUP_BY
--> rows   u.y  GROUP_BY

--- a star over groups that nobody looks into keeps the names
SELECT *, count(y) FROM u GROUP BY a, x, y
--> a     u.a  DIRECT
--> x     u.x  DIRECT
--> y     u.y  DIRECT
--> _c1   u.y  AGG
--> rows  u.a  GROUP_BY
--> rows  u.x  GROUP_BY
--> rows  u.y  GROUP_BY

--- a name that a derived table has twice: the second has a number
SELECT * FROM (SELECT u.a, t.a, x FROM u JOIN t ON u.a = t.a) q
--> a      u.a  DIRECT
--> _col1  t.a  DIRECT
--> x      u.x  DIRECT
--> rows   t.a  JOIN
--> rows   u.a  JOIN

--- a hint counts as an item
SELECT /*+ MAPJOIN(t) */ a, count(*) FROM t GROUP BY a
--> a     t.a        DIRECT
--> _c2   generated
--> rows  t.a        GROUP_BY

--- a common table expression reads one that stands behind it              [feature: queries / WITH, in any order]
WITH p AS (SELECT k FROM q), q AS (SELECT a AS k FROM t) SELECT k FROM p
--> k  t.a  DIRECT

--- a common table expression behind hides a table of its name
WITH p AS (SELECT a FROM t), t AS (SELECT x AS a FROM u) SELECT a FROM p
--> a  u.x  DIRECT

--- a window function in a cast suggests its name
SELECT CAST(row_number() OVER (ORDER BY a) AS STRING), b FROM t
--> row_number_window_0    generated
--> b                      t.b        DIRECT
--> row_number_window_0 ~  t.a        WINDOW

--- a cast in the form of a call suggests the column's name
SELECT int(a), 1, double(b + 1) FROM t
--> a    t.a        DERIVED
--> _c1  generated
--> _c2  t.b        DERIVED
