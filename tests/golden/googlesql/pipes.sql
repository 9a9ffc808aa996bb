-- Pipe syntax of GoogleSQL: every operator, and pipelines wherever a query may stand.

--- FROM first, then SELECT    [feature: pipe syntax / FROM-first]
FROM t |> SELECT a, b + 1 AS k
--> a  t.a  DIRECT
--> k  t.b  DERIVED

--- a filter before and behind an aggregate    [feature: pipe syntax / WHERE]
FROM t |> WHERE d > 0 |> AGGREGATE SUM(b) AS s GROUP BY a |> WHERE s > 5
--> a     t.a  DIRECT
--> s     t.b  AGG
--> rows  t.a  GROUP_BY
--> rows  t.b  FILTER
--> rows  t.d  FILTER

--- EXTEND adds columns and keeps the others    [feature: pipe syntax / EXTEND]
FROM t AS x |> EXTEND a + b AS k, x.c * 2 AS m |> SELECT k, m, d
--> k  t.a  DERIVED
--> k  t.b  DERIVED
--> m  t.c  DERIVED
--> d  t.d  DIRECT

--- EXTEND with a window function, and a filter over it    [feature: pipe syntax / EXTEND]
FROM t |> EXTEND SUM(b) OVER (PARTITION BY a ORDER BY c) AS w |> WHERE w > 1 |> SELECT w
--> w     t.b  WINDOW
--> rows  t.a  WINDOW
--> rows  t.b  FILTER
--> rows  t.c  WINDOW

--- WINDOW is EXTEND    [feature: pipe syntax / WINDOW]
FROM t |> WINDOW LAG(b) OVER (ORDER BY c) AS w |> SELECT a, w
--> a    t.a  DIRECT
--> w    t.b  WINDOW
--> w ~  t.c  WINDOW

--- named windows of a pipe    [feature: pipe syntax / WINDOW]
FROM t |> SELECT a, SUM(b) OVER w AS r WINDOW w AS (PARTITION BY c)
--> a    t.a  DIRECT
--> r    t.b  WINDOW
--> r ~  t.c  WINDOW

--- SET takes everything behind the sign    [feature: pipe syntax / SET]
FROM t |> SET a = a + 1, b = c > 0 OR d > 0 |> SELECT a, b
--> a  t.a  DERIVED
--> b  t.c  DERIVED
--> b  t.d  DERIVED

--- SET, DROP and RENAME leave the table's own columns alone    [feature: pipe syntax / SET]
FROM t |> SET a = b |> DROP c |> RENAME b AS bb |> SELECT a, bb, t.a AS old, t.c AS dropped
--> a        t.b  DIRECT
--> bb       t.b  DIRECT
--> old      t.a  DIRECT
--> dropped  t.c  DIRECT

--- DROP takes columns out    [feature: pipe syntax / DROP]
FROM t |> DROP b, d
--> a  t.a  DIRECT
--> c  t.c  DIRECT

--- RENAME keeps the order    [feature: pipe syntax / RENAME]
FROM t |> RENAME b AS bb, a AS aa
--> aa  t.a  DIRECT
--> bb  t.b  DIRECT
--> c   t.c  DIRECT
--> d   t.d  DIRECT

--- AS gives all of it one name    [feature: pipe syntax / AS]
SELECT a, b FROM t |> AS q |> JOIN u ON q.a = u.a |> SELECT q.b, u.y
--> b     t.b  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- AGGREGATE hands out its keys first    [feature: pipe syntax / AGGREGATE]
FROM t |> AGGREGATE SUM(b) AS s, COUNT(*) AS n GROUP BY a, c + 1 AS k
--> a     t.a        DIRECT
--> k     t.c        DERIVED
--> s     t.b        AGG
--> n     generated
--> rows  t.a        GROUP_BY
--> rows  t.c        GROUP_BY

--- AGGREGATE without keys    [feature: pipe syntax / AGGREGATE]
FROM t |> AGGREGATE MAX(a), MIN(b) AS m
--> f0_  t.a  AGG
--> m    t.b  AGG

--- AGGREGATE of keys alone    [feature: pipe syntax / AGGREGATE]
FROM t |> AGGREGATE GROUP BY a
--> a     t.a  DIRECT
--> rows  t.a  GROUP_BY

--- AGGREGATE twice    [feature: pipe syntax / AGGREGATE]
FROM t |> AGGREGATE SUM(b) AS s GROUP BY a |> AGGREGATE AVG(s) AS m
--> m     t.b  AGG
--> rows  t.a  GROUP_BY

--- GROUP AND ORDER BY sorts, which a LIMIT shows    [feature: pipe syntax / AGGREGATE … AND ORDER BY]
FROM t |> AGGREGATE SUM(b) AS s DESC GROUP AND ORDER BY a |> LIMIT 3
--> a     t.a  DIRECT
--> s     t.b  AGG
--> rows  t.a  GROUP_BY
--> rows  t.a  SORT
--> rows  t.b  SORT

--- ROLLUP and GROUPING SETS    [feature: pipe syntax / AGGREGATE with grouping sets]
FROM t |> AGGREGATE SUM(b) AS s GROUP BY GROUPING SETS (a, (a, c), CUBE (d), ())
--> a     t.a  DIRECT
--> c     t.c  DIRECT
--> d     t.d  DIRECT
--> s     t.b  AGG
--> rows  t.a  GROUP_BY
--> rows  t.c  GROUP_BY
--> rows  t.d  GROUP_BY

--- ORDER BY and LIMIT together decide rows    [feature: pipe syntax / ORDER BY and LIMIT and OFFSET]
FROM t |> ORDER BY a DESC, b |> SELECT c |> LIMIT 2 OFFSET 1
--> c     t.c  DIRECT
--> rows  t.a  SORT
--> rows  t.b  SORT

--- JOIN with USING    [feature: pipe syntax / JOIN]
FROM t |> JOIN u USING (a) |> WHERE x > 0 |> SELECT a, b, u.y
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--> rows  u.x  FILTER

--- LEFT JOIN of a pipeline    [feature: pipe syntax / JOIN]
FROM t |> LEFT JOIN (FROM u |> WHERE x > 0) AS w ON t.a = w.a |> EXTEND t.b + w.y AS z |> SELECT z, t.a
--> z     t.b  DERIVED
--> z     u.y  DERIVED
--> a     t.a  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--> rows  u.x  FILTER

--- an array of the table before it    [feature: pipe syntax / JOIN]
FROM events |> CROSS JOIN UNNEST(lines) AS i |> SELECT id, i.price
--> id     events.id             DIRECT
--> price  events.lines[].price  DERIVED_ARRAY
--> rows   events.lines          JOIN

--- UNION ALL of several queries    [feature: pipe syntax / UNION and INTERSECT and EXCEPT]
FROM u |> UNION ALL (SELECT a, b, c FROM t), (FROM v |> WHERE z > 0) |> SELECT x
--> x     t.b  DIRECT
--> x     u.x  DIRECT
--> x     v.x  DIRECT
--> rows  v.z  FILTER

--- UNION BY NAME    [feature: pipe syntax / UNION and INTERSECT and EXCEPT]
FROM t |> SELECT a, b |> UNION ALL BY NAME (SELECT x AS b, a FROM u)
--> a  t.a  DIRECT
--> a  u.a  DIRECT
--> b  t.b  DIRECT
--> b  u.x  DIRECT

--- EXCEPT and INTERSECT    [feature: pipe syntax / UNION and INTERSECT and EXCEPT]
FROM t |> SELECT a |> EXCEPT DISTINCT (SELECT a FROM u) |> INTERSECT DISTINCT (SELECT a FROM v)
--> a     t.a  DIRECT
--> a     v.a  DIRECT
--> rows  t.a  GROUP_BY
--> rows  u.a  FILTER
--> rows  u.a  GROUP_BY
--> rows  v.a  GROUP_BY

--- DISTINCT    [feature: pipe syntax / DISTINCT]
FROM t |> SELECT a, b |> DISTINCT
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY

--- WITH inside a pipe    [feature: pipe syntax / WITH]
FROM t |> WITH w AS (SELECT a, x FROM u) |> JOIN w USING (a) |> SELECT a, x
--> a     t.a  DIRECT
--> x     u.x  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- a pipeline behind a WITH, and in it    [feature: pipe syntax / WITH]
WITH c AS (FROM t |> SELECT a, b), e AS (SELECT x FROM u) FROM c |> JOIN e ON c.a = e.x |> EXTEND a + x AS z |> SELECT z
--> z     t.a  DERIVED
--> z     u.x  DERIVED
--> rows  t.a  JOIN
--> rows  u.x  JOIN

--- ASSERT decides no row    [feature: pipe syntax / ASSERT]
FROM t |> ASSERT a > 0, 'no' |> SELECT a
--> a  t.a  DIRECT

--- IF follows the branch that is taken    [feature: pipe syntax / IF]
FROM t |> IF FALSE THEN (|> EXTEND a AS k) ELSEIF TRUE THEN (|> EXTEND b AS k) ELSE (|> EXTEND c AS k) |> SELECT k
--> k  t.b  DIRECT

--- IF whose condition only the engine knows    [feature: pipe syntax / IF]
FROM t |> IF @flag THEN (|> EXTEND a AS k) ELSE (|> EXTEND b AS k) |> SELECT k
--> k  t.a  DIRECT  AMBIGUOUS
--> k  t.b  DIRECT  AMBIGUOUS
--! W211  1:26

--- TABLESAMPLE    [feature: pipe syntax / TABLESAMPLE]
FROM t |> TABLESAMPLE SYSTEM (10 PERCENT) |> SELECT a
--> a  t.a  DIRECT

--- PIVOT    [feature: pipe syntax / PIVOT and UNPIVOT]
FROM t |> SELECT a, b, d |> PIVOT (SUM(b) FOR d IN (1 AS x, 2 AS y)) |> SELECT a, x
--> a     t.a  DIRECT
--> x     t.b  AGG
--> rows  t.a  GROUP_BY
--> x ~   t.d  CONDITIONAL

--- UNPIVOT    [feature: pipe syntax / PIVOT and UNPIVOT]
FROM t |> SELECT a, b, c |> UNPIVOT (v FOR n IN (b, c)) |> SELECT a, v, n
--> a     t.a        DIRECT
--> v     t.b        DIRECT
--> v     t.c        DIRECT
--> n     generated
--> rows  t.b        FILTER
--> rows  t.c        FILTER

--- RECURSIVE over its own result    [feature: pipe syntax / RECURSIVE]
FROM t |> SELECT a, b AS p |> RECURSIVE UNION ALL (|> JOIN u ON p = u.a |> SELECT u.x, u.y) AS r |> SELECT r.p
--> p     t.b  DIRECT
--> p     u.y  DIRECT
--> rows  t.b  JOIN
--> rows  u.a  JOIN
--> rows  u.y  JOIN

--- CALL of a function that nobody described    [feature: pipe syntax / CALL]
FROM t |> SELECT a, b |> CALL my_tvf(5) AS z |> SELECT z.k
--> k     t.a  UNKNOWN  COARSE
--> k     t.b  UNKNOWN  COARSE
--> rows  t.a  JOIN  COARSE
--> rows  t.b  JOIN  COARSE
--! W216  1:31

--- FORK hands out several results    [feature: pipe syntax / FORK]
FROM t |> FORK (|> SELECT a), (|> AGGREGATE SUM(b) AS s GROUP BY c)
--> a     t.a  DIRECT
--> c     t.c  DIRECT
--> s     t.b  AGG
--> rows  t.c  GROUP_BY

--- TEE writes beside the result    [feature: pipe syntax / TEE]
FROM t |> TEE (|> SELECT a |> INSERT INTO u (a)) |> SELECT b
--> b  t.b  DIRECT
--> a  t.a  DIRECT

--- INSERT at the end    [feature: pipe syntax / INSERT]
FROM t |> SELECT a, b, c |> INSERT INTO u
--> a  t.a  DIRECT
--> x  t.b  DIRECT
--> y  t.c  DIRECT

--- INSERT with a list of columns    [feature: pipe syntax / INSERT]
FROM t |> SELECT b, a |> INSERT INTO u (x, a)
--> a  t.a  DIRECT
--> x  t.b  DIRECT

--- CREATE TABLE at the end    [feature: pipe syntax / CREATE]
FROM t |> SELECT a, b + 1 AS k |> CREATE OR REPLACE TABLE sales.made; FROM sales.made |> SELECT k
--> k  sales.made.k  DIRECT

--- EXPORT DATA at the end    [feature: pipe syntax / EXPORT]
FROM t |> SELECT a |> EXPORT DATA OPTIONS (uri = 'gs://b/x*.csv', format = 'CSV')
--> a  t.a  DIRECT

--- INSERT before a pipeline    [feature: pipe syntax / statements around a pipeline]
INSERT INTO u (a, x) FROM t |> SELECT a, b
--> a  t.a  DIRECT
--> x  t.b  DIRECT

--- CREATE TABLE AS a pipeline    [feature: pipe syntax / statements around a pipeline]
CREATE TABLE sales.n AS FROM t |> AGGREGATE COUNT(*) AS n GROUP BY d
--> d     t.d        DIRECT
--> n     generated
--> rows  t.d        GROUP_BY

--- MERGE with a pipeline    [feature: pipe syntax / statements around a pipeline]
MERGE u USING (FROM t |> SELECT a, b) s ON u.a = s.a WHEN MATCHED THEN UPDATE SET x = s.b
--> x     t.b  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- a pipeline as a scalar subquery, correlated    [feature: pipe syntax / subqueries]
SELECT (FROM u |> WHERE u.a = t.a |> AGGREGATE SUM(x)) AS s FROM t
--> s    u.x  AGG
--> s ~  t.a  FILTER
--> s ~  u.a  FILTER

--- a pipeline in IN and in FROM    [feature: pipe syntax / subqueries]
SELECT * FROM (FROM t |> SELECT a, b |> RENAME b AS bb) AS q WHERE q.a IN (FROM u |> SELECT a)
--> a     t.a  DIRECT
--> bb    t.b  DIRECT
--> rows  t.a  FILTER
--> rows  u.a  FILTER

--- a pipeline of structs in ARRAY    [feature: pipe syntax / subqueries]
FROM t |> SELECT a, ARRAY(FROM u |> WHERE u.a = t.a |> SELECT AS STRUCT x, y) AS l |> SELECT l[0].y AS z
--> z    u.y  DERIVED
--> z ~  t.a  FILTER
--> z ~  u.a  FILTER

--- tables that nobody knows    [feature: pipe syntax / unknown tables]
FROM nope |> EXTEND z + 1 AS q |> DROP y |> RENAME w AS v |> SELECT q, v
--> q  nope.z  DERIVED  INFERRED
--> v  nope.w  DIRECT  INFERRED
--! W110  1:6

--- an operator that does not exist    [feature: pipe syntax / what cannot be read]
FROM t |> BOGUS x
--! E001  1:11

--- UNPIVOT hands out the values before their names    [feature: pipe syntax / PIVOT and UNPIVOT]
FROM t |> SELECT a, b, c |> UNPIVOT (v FOR n IN (b, c))
--> a     t.a        DIRECT
--> v     t.b        DIRECT
--> v     t.c        DIRECT
--> n     generated
--> rows  t.b        FILTER
--> rows  t.c        FILTER
--= columns a v n

--- a window in a WHERE    [feature: pipe syntax / WHERE; influence: complete]
FROM t |> WHERE SUM(a) OVER (PARTITION BY b) > 5 |> SELECT c
--> c     t.c  DIRECT
--> rows  t.a  FILTER
--> rows  t.b  WINDOW

--- DISTINCT takes nothing: a set operation that lost its name is not read
FROM t |> SELECT a |> DISTINCT (SELECT a FROM u)
--! E001  1:32

--- an AGGREGATE with a FROM of its own is not read
FROM t |> AGGREGATE SUM(b) AS s FROM GROUP BY a
--> s  t.b  AGG
--! W211  1:1

--- an INSERT without its table is not read
FROM t |> SELECT a |> INSERT SELECT (a)
--> a  t.a  DIRECT
--! W211  1:38

--- a recursive CTE that is a pipeline reads itself, and no table of its name    [catalog: none; feature: pipe syntax / recursive CTE]
CREATE TABLE w (n INT64); CREATE TABLE s (m INT64, k INT64);
WITH RECURSIVE w AS (FROM s |> WHERE k > 0 |> SELECT m AS n |> UNION ALL (FROM w |> SELECT n + 1)) SELECT n FROM w
--> n     s.m  DERIVED
--> n     s.m  DIRECT
--> rows  s.k  FILTER

--- a recursive CTE by pipes, behind a union that is none of it    [catalog: none]
CREATE TABLE w (n INT64); CREATE TABLE s (m INT64, k INT64);
WITH RECURSIVE w AS (
  WITH q AS (SELECT k FROM s) SELECT m AS n FROM s |> UNION ALL (SELECT k FROM q) |> UNION DISTINCT (SELECT n + 1 FROM w)
) SELECT n FROM w
--> n     s.k  DERIVED
--> n     s.k  DIRECT
--> n     s.m  DERIVED
--> n     s.m  DIRECT
--> rows  s.k  GROUP_BY
--> rows  s.m  GROUP_BY

--- a recursive view that is a pipeline    [catalog: none]
CREATE TABLE s (m INT64);
CREATE RECURSIVE VIEW a.b.c AS (SELECT m AS n FROM s |> UNION ALL (SELECT n + 1 FROM a.b.c))
--> n  s.m  DERIVED
--> n  s.m  DIRECT

--- WITH RECURSIVE before a pipeline that reads no name of its own    [catalog: none]
CREATE TABLE s (m INT64, k INT64);
WITH RECURSIVE w AS (SELECT m AS n FROM s |> UNION ALL (SELECT k FROM s)) FROM w |> WHERE n > 3
--> n     s.k  DIRECT
--> n     s.m  DIRECT
--> rows  s.k  FILTER
--> rows  s.m  FILTER

--- RECURSIVE with a column that counts the steps    [feature: pipe syntax / RECURSIVE]
FROM t |> SELECT a, b |> RECURSIVE UNION ALL WITH DEPTH AS k BETWEEN 1 AND 3 (|> SELECT b, a) AS r |> SELECT r.a, r.k, k AS e
--> a  t.a        DIRECT
--> a  t.b        DIRECT
--> k  generated
--> e  generated
