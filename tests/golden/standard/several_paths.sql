-- One source and one target joined by several paths of different types: all are kept.

--- a value and its total
SELECT b, SUM(b) OVER () AS total, b / SUM(b) OVER () AS share FROM t
--> b      t.b  DIRECT
--> total  t.b  WINDOW
--> share  t.b  DERIVED
--> share  t.b  WINDOW

--- a key compared with its own maximum
SELECT p.a - q.m AS k FROM t p CROSS JOIN (SELECT MAX(a) AS m FROM t) q
--> k  t.a  DERIVED
--> k  t.a  AGG

--- a scalar subquery over the same column
SELECT a - (SELECT MIN(a) FROM t) AS k FROM t
--> k  t.a  DERIVED
--> k  t.a  AGG

--- two paths of one type are one edge
SELECT p.a + q.a AS k FROM t p JOIN t q ON p.b = q.c
--> k     t.a  DERIVED
--> rows  t.b  JOIN
--> rows  t.c  JOIN
