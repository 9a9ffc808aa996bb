-- DuckDB's star: EXCLUDE, REPLACE, RENAME, LIKE and COLUMNS().

--- EXCLUDE leaves columns out    [feature: star / EXCLUDE]
SELECT * EXCLUDE (b, c) FROM t
--> a  t.a  DIRECT
--> d  t.d  DIRECT
--= columns a d

--- EXCLUDE of one column needs no parentheses    [feature: star / EXCLUDE]
SELECT * EXCLUDE d FROM t
--> a  t.a  DIRECT
--> b  t.b  DIRECT
--> c  t.c  DIRECT

--- REPLACE computes a column in its place    [feature: star / REPLACE]
SELECT * REPLACE (a + x AS a) FROM u
--> a  u.a  DERIVED
--> a  u.x  DERIVED
--> x  u.x  DIRECT
--> y  u.y  DIRECT
--= columns a x y

--- RENAME renames in place    [feature: star / RENAME]
SELECT * RENAME (x AS k) FROM u
--> a  u.a  DIRECT
--> k  u.x  DIRECT
--> y  u.y  DIRECT

--- EXCLUDE and REPLACE together    [feature: star / EXCLUDE | star / REPLACE]
SELECT * EXCLUDE (y) REPLACE (-x AS x) FROM u
--> a  u.a  DIRECT
--> x  u.x  DERIVED

--- EXCLUDE on a qualified star    [feature: star / EXCLUDE]
SELECT p.* EXCLUDE (a), q.* EXCLUDE (a) FROM u p JOIN v q ON p.a = q.a
--> x#0   u.x  DIRECT
--> y     u.y  DIRECT
--> x#2   v.x  DIRECT
--> z     v.z  DIRECT
--> rows  u.a  JOIN
--> rows  v.a  JOIN

--- an excluded name that is not there is said    [feature: star / EXCLUDE]
SELECT * EXCLUDE (nope) FROM u
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT
--! W214

--- COLUMNS with a pattern opens to the columns that match    [feature: star / COLUMNS('regex')]
SELECT COLUMNS('a|b') FROM t
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- FROM first, without SELECT    [feature: queries / FROM first]
FROM u
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT

--- FROM first, with SELECT    [feature: queries / FROM first]
FROM t SELECT a, b + 1 AS k WHERE c > 0
--> a     t.a  DIRECT
--> k     t.b  DERIVED
--> rows  t.c  FILTER

--- COLUMNS of a query inside an item are that query's own    [feature: star / COLUMNS(lambda)]
SELECT b, (SELECT max(s.x) FROM (SELECT COLUMNS(lambda k: k LIKE '%') FROM u) AS s) AS m FROM t
--> b  t.b  DIRECT
--> m  u.x  AGG
