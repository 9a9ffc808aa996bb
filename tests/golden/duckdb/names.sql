-- DuckDB compares names without regard to case, quoted or not, and names outputs as the catalog spells them.

--- unquoted names fold    [feature: names / without regard to case]
SELECT A, T.B FROM T
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- quoted names fold too    [feature: names / without regard to case]
SELECT "A" FROM "T"
--> a  t.a  DIRECT

--- a quoted alias keeps spaces and capitals    [feature: names / quoted]
SELECT a AS "Total Sum" FROM t
--> "Total Sum"  t.a  DIRECT

--- an unnamed expression is called by its text    [feature: names / outputs without an alias]
SELECT sum(b), max(a) FROM t
--> sum(b)  t.b  AGG
--> max(a)  t.a  AGG

--- duplicates over a join keep both columns    [feature: names / the same name twice]
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
--= columns a b c d a x y

--- a table used as a value is a struct of its columns (the contract is silent: every column derives)    [feature: names / a table as a struct]
SELECT t FROM t
--> t  t.a  DERIVED
--> t  t.b  DERIVED
--> t  t.c  DERIVED
--> t  t.d  DERIVED
