-- Spark compares names without regard to case and names an output as the query spells it.

--- names fold, the output is spelt as in the query
SELECT A, T.B FROM T
--> A  t.a  DIRECT
--> B  t.b  DIRECT

--- backquoted names fold too
SELECT `a` FROM `T`
--> a  t.a  DIRECT

--- an alias with spaces needs backquotes
SELECT a AS `Total Sum` FROM t
--> "Total Sum"  t.a  DIRECT

--- an unnamed aggregate is called by its text
SELECT sum(b), max(a) FROM t
--> sum(b)  t.b  AGG
--> max(a)  t.a  AGG

--- double quotes are a string
SELECT "a" AS k FROM t
--> k  generated

--- duplicates over a join keep both columns
SELECT * FROM t JOIN u ON t.a = u.a
--> a#0   t.a  DIRECT
--> b     t.b  DIRECT
--> c     t.c  DIRECT
--> d     t.d  DIRECT
--> a#4   u.a  DIRECT
--> x     u.x  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
