-- Stars and COLUMNS with what is changed behind them, from left to right.

--- COLUMNS by a pattern
SELECT COLUMNS('[ab]') FROM t
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- COLUMNS by a list, of one table
SELECT t.COLUMNS(b, a), u.COLUMNS('x') FROM t JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> a     t.a  DIRECT
--> x     u.x  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- COLUMNS as arguments
SELECT concat(toString(a), COLUMNS('[bc]')) AS w FROM t
--> w  t.a  DERIVED
--> w  t.b  DERIVED
--> w  t.c  DERIVED

--- EXCEPT by name, by one name, by a pattern, and STRICT
SELECT * EXCEPT (a, b), * EXCEPT c, * EXCEPT('^[ab]$'), * EXCEPT STRICT (d) FROM t
--> c#0  t.c  DIRECT
--> c#5  t.c  DIRECT
--> c#9  t.c  DIRECT
--> d#1  t.d  DIRECT
--> d#4  t.d  DIRECT
--> d#6  t.d  DIRECT
--> a#2  t.a  DIRECT
--> a#7  t.a  DIRECT
--> b#3  t.b  DIRECT
--> b#8  t.b  DIRECT

--- REPLACE
SELECT * REPLACE (a + b AS a), t.* REPLACE c AS b FROM t
--> a#0  t.a  DERIVED
--> a#0  t.b  DERIVED
--> a#4  t.a  DIRECT
--> b#1  t.b  DIRECT
--> b#5  t.c  DIRECT
--> c#2  t.c  DIRECT
--> c#6  t.c  DIRECT
--> d#3  t.d  DIRECT
--> d#7  t.d  DIRECT

--- APPLY a function, with and without parentheses
SELECT * APPLY(sum), * APPLY max FROM (SELECT a, b FROM t)
--> sum(a)  t.a  AGG
--> sum(b)  t.b  AGG
--> max(a)  t.a  AGG
--> max(b)  t.b  AGG

--- APPLY a function with parameters
SELECT * APPLY(quantile(0.5)) FROM (SELECT a, b FROM t)
--> quantile(0.5)(a)  t.a  AGG
--> quantile(0.5)(b)  t.b  AGG

--- APPLY a lambda that reads another column
SELECT * APPLY(x -> x + b) FROM (SELECT a, b FROM t)
--> "plus(a, b)"  t.a  DERIVED
--> "plus(a, b)"  t.b  DERIVED
--> "plus(b, b)"  t.b  DERIVED

--- several changes in a row
SELECT * EXCEPT (c) REPLACE (a + d AS a) APPLY(toString) APPLY(x -> concat(x, '!')) FROM t
--> "concat(toString(a), '!')"  t.a  DERIVED
--> "concat(toString(a), '!')"  t.d  DERIVED
--> "concat(toString(b), '!')"  t.b  DERIVED
--> "concat(toString(d), '!')"  t.d  DERIVED

--- COLUMNS with changes
SELECT COLUMNS('[abc]') EXCEPT (b) APPLY(max) FROM t
--> max(a)  t.a  AGG
--> max(c)  t.c  AGG

--- a star by a pattern without regard to case
SELECT * ILIKE '%A%' FROM t
--> a  t.a  DIRECT

--- what EXCEPT names and nobody has
SELECT * EXCEPT (nothing) FROM t
--> a  t.a  DIRECT
--> b  t.b  DIRECT
--> c  t.c  DIRECT
--> d  t.d  DIRECT
--! W214  1:18

--- changes of a star over an unknown table keep the marker    [catalog: none]
SELECT * EXCEPT (a) REPLACE (b + 1 AS b) FROM nowhere
--> *  nowhere.*  DIRECT  INFERRED
--> b  nowhere.b  DERIVED  INFERRED
--! W110  1:47

--- a star EXCEPT a query is a set operation
SELECT * FROM u EXCEPT SELECT * FROM v
--> a     u.a  DIRECT
--> x     u.x  DIRECT
--> y     u.y  DIRECT
--> rows  u.a  GROUP_BY
--> rows  u.x  GROUP_BY
--> rows  u.y  GROUP_BY
--> rows  v.a  GROUP_BY
--> rows  v.x  GROUP_BY
--> rows  v.z  GROUP_BY
--> a ~   v.a  FILTER
--> x ~   v.x  FILTER
--> y ~   v.z  FILTER

--- REPLACE gives a name that later items mean
SELECT b + 1 AS c, * REPLACE (a AS b), b + 2 AS d FROM t
--> c    t.b  DERIVED
--> a    t.a  DIRECT
--> b    t.a  DIRECT
--> t.c  t.c  DIRECT
--> t.d  t.d  DIRECT
--> d    t.a  DERIVED

--- a star of a table that USING joins: two tables
SELECT x.* FROM t AS x RIGHT JOIN t AS y USING (a)
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> c     t.c  DIRECT
--> d     t.d  DIRECT
--> rows  t.a  JOIN

--- a star of a table that USING joins: three tables, and a column replaced
SELECT x.* REPLACE (y.b AS c) FROM t AS x JOIN t AS y USING (a) JOIN t AS z ON x.b = z.b
--> x.a   t.a  DIRECT
--> x.b   t.b  DIRECT
--> c     t.b  DIRECT
--> x.d   t.d  DIRECT
--> rows  t.a  JOIN
--> rows  t.b  JOIN
