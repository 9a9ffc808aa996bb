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
