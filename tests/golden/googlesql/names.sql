-- GoogleSQL compares columns and aliases without regard to case; unnamed outputs are numbered apart.

--- columns fold, the output is spelt as in the query
SELECT A, t.B FROM t
--> A  t.a  DIRECT
--> B  t.b  DIRECT

--- unnamed outputs are numbered among themselves
SELECT a, a + 1, b, b + 1 FROM t
--> a    t.a  DIRECT
--> f0_  t.a  DERIVED
--> b    t.b  DIRECT
--> f1_  t.b  DERIVED

--- unnamed constants and counts are numbered too
SELECT 1, COUNT(*) FROM t
--> f0_  generated
--> f1_  generated

--- backquotes around the whole name
SELECT `k` FROM `sales.facts`
--> k  sales.facts.k  DIRECT

--- double quotes are a string
SELECT "a" AS k FROM t
--> k  generated

--- SELECT AS STRUCT hands the columns on
SELECT AS STRUCT a, b + 1 AS k FROM t
--> a  t.a  DIRECT
--> k  t.b  DERIVED

--- a table's name is its row, before a column of that name    [feature: names / whole rows]
WITH day AS (SELECT a AS day, b AS n FROM t) SELECT day FROM day
--> day  t.a  DERIVED
--> day  t.b  DERIVED

--- a CTE that is defined later    [feature: names / WITH RECURSIVE]
WITH RECURSIVE v AS (SELECT * FROM u), u AS (SELECT b AS k FROM t) SELECT * FROM v
--> k  t.b  DIRECT

--- a letter with its accent as one character or as two    [feature: names / Unicode names]
SELECT `Ô` AS k, `É` AS m FROM (SELECT a AS `ô`, b AS `é` FROM t)
--> k  t.a  DIRECT
--> m  t.b  DIRECT

--- a recursive UNION ALL BY NAME matches its columns by name    [catalog: none]
CREATE TABLE s (x INT64, y INT64);
WITH RECURSIVE w AS (SELECT x AS a, y AS b FROM s UNION ALL BY NAME (SELECT b + 1 AS b, a FROM w)) SELECT a, b FROM w
--> a  s.x  DIRECT
--> b  s.y  DERIVED
--> b  s.y  DIRECT

--- so does STRICT CORRESPONDING    [catalog: none]
CREATE TABLE s (x INT64, y INT64);
WITH RECURSIVE w AS (SELECT x AS a, y AS b FROM s UNION ALL STRICT CORRESPONDING (SELECT b, a FROM w)) SELECT a, b FROM w
--> a  s.x  DIRECT
--> b  s.y  DIRECT

--- and BY NAME in a pipeline    [catalog: none]
CREATE TABLE s (x INT64, y INT64); CREATE TABLE w (a INT64, b INT64);
WITH RECURSIVE w AS (FROM s |> SELECT x AS a, y AS b |> UNION ALL BY NAME (SELECT b, a FROM w)) SELECT a, b FROM w
--> a  s.x  DIRECT
--> b  s.y  DIRECT

--- a recursion that counts its steps in a column    [feature: names / WITH RECURSIVE … WITH DEPTH]
WITH RECURSIVE w AS (SELECT a, b FROM t UNION ALL SELECT b, a FROM w) WITH DEPTH AS k BETWEEN 1 AND 3, q AS (SELECT a, k FROM w)
SELECT * FROM w JOIN q USING (k)
--> k    generated
--> a#1  t.a        DIRECT
--> a#1  t.b        DIRECT
--> a#3  t.a        DIRECT
--> a#3  t.b        DIRECT
--> b    t.a        DIRECT
--> b    t.b        DIRECT

--- a column called depth inside the recursion is another one
WITH RECURSIVE w AS (SELECT a, b AS depth FROM t UNION ALL SELECT a, depth + 1 FROM w) WITH DEPTH AS k SELECT depth, k FROM w
--> depth  t.b        DERIVED
--> depth  t.b        DIRECT
--> k      generated

--- a CTE called depth
WITH depth AS (SELECT a FROM t) SELECT a FROM depth
--> a  t.a  DIRECT
