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

--- literals of time, casts by a function's name, windows by name, ordered aggregates
SELECT interval 1 year 2 month, INTERVAL '1 2:03' DAY TO MINUTE, TIMESTAMP '2020-01-01', date('2020-01-01') > d, CAST(d AS VARCHAR(5)) || 'x', sum(a) OVER w, sort_array(array(a)) FROM t WINDOW w AS (PARTITION BY b)
--> "INTERVAL '1-2' YEAR TO MONTH"                                                             generated
--> "INTERVAL '1 02:03' DAY TO MINUTE"                                                         generated
--> "TIMESTAMP '2020-01-01 00:00:00'"                                                          generated
--> "(2020-01-01 > d)"                                                                         t.d        DERIVED
--> "concat(CAST(d AS STRING), x)"                                                             t.d        DERIVED
--> "sum(a) OVER (PARTITION BY b ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)"    t.a        WINDOW
--> "sort_array(array(a), true)"                                                               t.a        DERIVED
--> "sum(a) OVER (PARTITION BY b ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)" ~  t.b        WINDOW

--- WITHIN GROUP
SELECT listagg(d, ',') WITHIN GROUP (ORDER BY d DESC), mode() WITHIN GROUP (ORDER BY a) FROM t
--> "listagg(d, ,) WITHIN GROUP (ORDER BY d DESC NULLS LAST)"    t.d  AGG
--> "mode() WITHIN GROUP (ORDER BY a DESC)"                      t.a  AGG
--> "listagg(d, ,) WITHIN GROUP (ORDER BY d DESC NULLS LAST)" ~  t.d  SORT

--- numbers, casts to nested types, calls that the parser takes for casts
SELECT 5e3BD, .10D, -.5, 1.0e-23F, CAST(array(a) AS ARRAY<BIGINT>), to_timestamp(d), count(DISTINCT u.*) FROM t JOIN u USING (a) GROUP BY ALL
--> 5000                       generated
--> 0.1                        generated
--> -0.5                       generated
--> 1.0E-23                    generated
--> array(a)                   t.a        DERIVED
--> to_timestamp(d)            t.d        DERIVED
--> "count(DISTINCT a, x, y)"  u.a        AGG
--> "count(DISTINCT a, x, y)"  u.x        AGG
--> "count(DISTINCT a, x, y)"  u.y        AGG
--> rows                       t.a        GROUP_BY
--> rows                       t.a        JOIN
--> rows                       t.d        GROUP_BY
--> rows                       u.a        JOIN

--- a column called all, a quoted list
CREATE TABLE q (b INT, all INT, list ARRAY<INT>);
CREATE TABLE r (c INT, b INT);
SELECT min(all) AS m, coalesce(all, b) AS n, `list`[b] AS o FROM q WHERE all > 1 GROUP BY ALL
--> m     q.all   AGG
--> n     q.all   DERIVED
--> n     q.b     DERIVED
--> o     q.list  DERIVED
--> rows  q.all   FILTER
--> rows  q.all   GROUP_BY
--> rows  q.b     GROUP_BY
--> rows  q.list  GROUP_BY
--> o ~   q.b     CONDITIONAL

--- u.* of a USING join begins with its key
CREATE TABLE q (b INT, all INT, list ARRAY<INT>);
CREATE TABLE r (c INT, b INT);
SELECT r.* FROM q JOIN r USING (b)
--> b     r.b  DIRECT
--> c     r.c  DIRECT
--> rows  q.b  JOIN
--> rows  r.b  JOIN

--- a function without parentheses comes before an alias of the same list
CREATE TABLE q (a INT);
SELECT a AS user, user AS b FROM q
--> user  q.a        DIRECT
--> b     generated

--- a field that a CTE without readers asks for first
CREATE TABLE q (a INT, b INT);
WITH w AS (SELECT max(struct(a AS x, b AS y)) AS s FROM q), unread AS (SELECT s.x FROM w) SELECT s.x AS z FROM w
--> z    q.a  AGG
--> z ~  q.a  SORT
--> z ~  q.b  SORT
