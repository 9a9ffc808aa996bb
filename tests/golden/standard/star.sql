-- Stars over known schemas open into columns, in the schema's order.

--- a star over one table
SELECT * FROM u
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT
--= columns a x y

--- a qualified star
SELECT u.* FROM u
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT

--- a star of one side of a join    [dialects: duckdb flink googlesql hive spark]
SELECT q.*, p.b FROM t p JOIN u q ON p.a = q.a
--> a     u.a  DIRECT
--> x     u.x  DIRECT
--> y     u.y  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--= columns a x y b

--- a star beside other items
SELECT x + 1 AS k, u.*, 1 AS one FROM u
--> k    u.x  DERIVED
--> a    u.a  DIRECT
--> x    u.x  DIRECT
--> y    u.y  DIRECT
--> one  generated
--= columns k a x y one

--- a star over a derived table
SELECT * FROM (SELECT a AS k, x + y AS s FROM u) q
--> k  u.a  DIRECT
--> s  u.x  DERIVED
--> s  u.y  DERIVED
--= columns k s

--- a star over a star over a CTE
WITH q AS (SELECT * FROM u), r AS (SELECT * FROM q) SELECT * FROM r
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT

--- USING merges its column and puts it first
SELECT * FROM t JOIN u USING (a)
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> c     t.c  DIRECT
--> d     t.d  DIRECT
--> x     u.x  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--= columns a b c d x y

--- two stars, two times the columns                     [dialects: duckdb googlesql spark]
SELECT *, * FROM v
--> a#0  v.a  DIRECT
--> x#1  v.x  DIRECT
--> z#2  v.z  DIRECT
--> a#3  v.a  DIRECT
--> x#4  v.x  DIRECT
--> z#5  v.z  DIRECT

--- count(*) is not a star of columns
SELECT COUNT(*) AS n FROM u
--> n  generated
