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

--- a query inside an expression is written with all its clauses
SELECT (SELECT max(u.x) AS m FROM t AS i, u JOIN v USING (a) WHERE i.b > 1 GROUP BY i.c ORDER BY 1 DESC LIMIT 1), a IN (SELECT a FROM u), NOT EXISTS (FROM u), b > ALL (SELECT y FROM u), (SELECT 1 UNION ALL SELECT 2 LIMIT 1) FROM t
--> "(SELECT max(u.x) AS m FROM t AS i , (u INNER JOIN v USING (a)) WHERE (i.b > 1) GROUP BY i.c ORDER BY 1 DESC LIMIT 1)"    u.x        AGG
--> "(a = ANY(SELECT a FROM u))"                                                                                              t.a        DERIVED
--> "(NOT EXISTS(SELECT * FROM u))"                                                                                           generated
--> "(NOT (b <= ANY(SELECT y FROM u)))"                                                                                       t.b        DERIVED
--> "((SELECT 1) UNION ALL (SELECT 2) LIMIT 1)"                                                                               generated
--> "(SELECT max(u.x) AS m FROM t AS i , (u INNER JOIN v USING (a)) WHERE (i.b > 1) GROUP BY i.c ORDER BY 1 DESC LIMIT 1)" ~  t.b        FILTER
--> "(SELECT max(u.x) AS m FROM t AS i , (u INNER JOIN v USING (a)) WHERE (i.b > 1) GROUP BY i.c ORDER BY 1 DESC LIMIT 1)" ~  t.c        GROUP_BY
--> "(SELECT max(u.x) AS m FROM t AS i , (u INNER JOIN v USING (a)) WHERE (i.b > 1) GROUP BY i.c ORDER BY 1 DESC LIMIT 1)" ~  u.a        JOIN
--> "(SELECT max(u.x) AS m FROM t AS i , (u INNER JOIN v USING (a)) WHERE (i.b > 1) GROUP BY i.c ORDER BY 1 DESC LIMIT 1)" ~  u.x        SORT
--> "(SELECT max(u.x) AS m FROM t AS i , (u INNER JOIN v USING (a)) WHERE (i.b > 1) GROUP BY i.c ORDER BY 1 DESC LIMIT 1)" ~  v.a        JOIN
--> "(a = ANY(SELECT a FROM u))" ~                                                                                            u.a        CONDITIONAL
--> "(NOT (b <= ANY(SELECT y FROM u)))" ~                                                                                     u.y        CONDITIONAL

--- a window by its name, a sign before a cast, operators of regular expressions
SELECT first(b) OVER w, mode(b) OVER (w ROWS 1 PRECEDING), -1::TINYINT, d !~ 'x', d ~* 'y', overlay(d PLACING 'z' FROM 2), BLOB '\x27' FROM t WINDOW w AS (PARTITION BY a ORDER BY c)
--> "first_value(b) OVER (PARTITION BY a ORDER BY c)"                                      t.b        WINDOW
--> "mode(b) OVER (PARTITION BY a ORDER BY c ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)"    t.b        WINDOW
--> "(-(CAST(1 AS TINYINT)))"                                                              generated
--> "(NOT regexp_matches(d, 'x'))"                                                         t.d        DERIVED
--> "regexp_matches(d, 'y', 'i')"                                                          t.d        DERIVED
--> """overlay""(d, 'z', 2)"                                                               t.d        DERIVED
--> "CAST('\x27' AS BLOB)"                                                                 generated
--> "first_value(b) OVER (PARTITION BY a ORDER BY c)" ~                                    t.a        WINDOW
--> "first_value(b) OVER (PARTITION BY a ORDER BY c)" ~                                    t.c        WINDOW
--> "mode(b) OVER (PARTITION BY a ORDER BY c ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)" ~  t.a        WINDOW
--> "mode(b) OVER (PARTITION BY a ORDER BY c ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)" ~  t.c        WINDOW

--- columns of one name are numbered where they are stored or handed on by a derived table
CREATE TABLE doubled AS SELECT * FROM u JOIN u AS w ON u.a = w.a;
CREATE VIEW twice AS SELECT a AS k, x AS K FROM u;
SELECT a_1, x, K_1, s.c_1 FROM doubled, twice, (SELECT b AS c, a AS c FROM t) AS s
--> a_1  doubled.a_1  DIRECT
--> x    doubled.x    DIRECT
--> K_1  twice.K_1    DIRECT
--> c_1  t.a          DIRECT

--- casts to a type that the parser completes, rows of one, hexadecimal strings, unpacked columns
SELECT d, a::DECIMAL, b::DECIMAL, (a,), X'41', coalesce(*COLUMNS('a|b')) FROM t
--> d                                             t.d        DIRECT
--> "CAST(a AS DECIMAL)"                          t.a        DERIVED
--> "CAST(b AS DECIMAL)"                          t.b        DERIVED
--> """row""(a)"                                  t.a        DERIVED
--> X'41'                                         generated
--> "COALESCE(memory.main.t.a, memory.main.t.b)"  t.a        DERIVED
--> "COALESCE(memory.main.t.a, memory.main.t.b)"  t.b        DERIVED

--- a query as the first item behind WITH has its own text, and not that of an item inside it
WITH d AS (SELECT a FROM t) SELECT (SELECT sum(a) FROM d), EXISTS (SELECT x FROM u) FROM (SELECT 1 AS k)
--> "(SELECT sum(a) FROM d)"   t.a        AGG
--> "EXISTS(SELECT x FROM u)"  generated

--- a column that is called all sorts; inside an expression the column comes before the alias; of equal aliases the last is meant
CREATE TABLE q ("all" INT, a INT, b INT);
SELECT a AS z, b AS z, z AS y, "all" AS a FROM q ORDER BY q."all", abs(a), a LIMIT 1
--> z#0   q.a    DIRECT
--> z#1   q.b    DIRECT
--> y     q.b    DIRECT
--> a     q.all  DIRECT
--> rows  q.a    SORT
--> rows  q.all  SORT

--- a method of a column of an unnested list, of a key in a map; a quoted list
CREATE TABLE q (a INT, g VARCHAR, t VARCHAR[], list INT[]);
SELECT u.c.length() AS c1, map_keys(MAP {q.g: 1})[1].upper() AS c2, "list"[a] AS c3, q."list"[1] AS c4 FROM q, unnest(t) AS u(c)
--> c1    q.t     DERIVED_ARRAY
--> c2    q.g     DERIVED
--> c3    q.list  DERIVED
--> c4    q.list  DERIVED
--> rows  q.t     JOIN
--> c3 ~  q.a     CONDITIONAL

--- a method whose call has IGNORE NULLS behind it
CREATE TABLE q (a INT, g VARCHAR);
SELECT last_value(q.g.length() IGNORE NULLS) OVER (ORDER BY a) AS c FROM q
--> c    q.g  WINDOW
--> c ~  q.a  WINDOW
