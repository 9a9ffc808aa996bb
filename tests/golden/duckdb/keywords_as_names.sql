-- Keywords of DuckDB's own forms, where they are names or belong to another clause.

--- a result of CASE is no action of MERGE [catalog: none]
CREATE TABLE t (id INT, v INT); CREATE TABLE u (id INT, a INT, b INT, error INT);
MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN UPDATE SET v = CASE WHEN u.a > 1 THEN error ELSE u.b END
--> v     u.b      DERIVED
--> v     u.error  DERIVED
--> rows  t.id     JOIN
--> rows  u.id     JOIN
--> v ~   u.a      CONDITIONAL

--- a result of CASE in the source of a MERGE [catalog: none]
CREATE TABLE t (id INT, v INT); CREATE TABLE u (id INT, a INT, error INT);
MERGE INTO t USING (SELECT CASE WHEN a > 1 THEN error END AS v, id FROM u) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = s.v
--> v     u.error  DERIVED
--> rows  t.id     JOIN
--> rows  u.id     JOIN
--> v ~   u.a      CONDITIONAL

--- the message of a MERGE's ERROR may hold a CASE [catalog: none]
CREATE TABLE t (id INT, v INT); CREATE TABLE u (id INT, a INT, b INT);
MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN ERROR CASE WHEN u.a > 1 THEN 'x' END WHEN NOT MATCHED THEN INSERT (v) VALUES (u.b)
--> v     u.b   DIRECT
--> rows  t.id  JOIN
--> rows  u.id  JOIN

--- PIVOT of a table in the query of an INSERT [catalog: none]
CREATE TABLE t (a INT, b INT); CREATE TABLE u (x INT, y VARCHAR);
INSERT INTO t SELECT * FROM u PIVOT (sum(x) FOR y IN ('a', 'b'))
--> a    u.x  AGG
--> b    u.x  AGG
--> a ~  u.y  CONDITIONAL
--> b ~  u.y  CONDITIONAL

--- UNPIVOT of a table in the query of an INSERT behind a WITH [catalog: none]
CREATE TABLE t (y VARCHAR, x INT); CREATE TABLE u (a INT, b INT);
WITH q AS (SELECT a, b FROM u) INSERT INTO t SELECT * FROM q UNPIVOT (x FOR y IN (a, b))
--> y     generated
--> x     u.a        DIRECT
--> x     u.b        DIRECT
--> rows  u.a        FILTER
--> rows  u.b        FILTER

--- an alias DESCRIBE in CREATE TABLE AS [catalog: none]
CREATE TABLE u (a INT);
CREATE TABLE t AS SELECT a AS describe FROM u
--> describe  u.a  DIRECT

--- a quoted name PIVOT_LONGER [catalog: none]
CREATE TABLE t ("pivot_longer" INT);
SELECT "pivot_longer", t.pivot_longer AS p FROM t
--> pivot_longer  t.pivot_longer  DIRECT
--> p             t.pivot_longer  DIRECT

--- a recursive CTE called VIEW [catalog: none]
CREATE TABLE s (n INT);
CREATE TABLE t AS WITH RECURSIVE view AS (SELECT n FROM s UNION ALL SELECT n + 1 FROM view WHERE n < 5) SELECT n FROM view
--> n     s.n  DERIVED
--> n     s.n  DIRECT
--> rows  s.n  FILTER

--- ALTER of a table called RENAME [catalog: none]
CREATE TABLE rename (a INT, b INT); ALTER TABLE rename DROP b;
SELECT * FROM rename
--> a  rename.a  DIRECT

--- a column that is called like a type is a column, with a subscript or a comparison behind it
CREATE TABLE odd (text VARCHAR, date INT[], list INT[], range INT, map MAP(INT, INT), array INT[], i INT);
SELECT text[1], date[i], list[2], odd.list[i], odd.array[1], ARRAY[i], range < 5, map[i], CAST(i AS text[]), [i]::INT[1] FROM odd
--> """text""[1]"                        odd.text   DERIVED
--> date[i]                              odd.date   DERIVED
--> list[2]                              odd.list   DERIVED
--> odd.list[i]                          odd.list   DERIVED
--> "odd.""array""[1]"                   odd.array  DERIVED
--> (ARRAY[i])                           odd.i      DERIVED
--> "(""range"" < 5)"                    odd.range  DERIVED
--> """map""[i]"                         odd.map    DERIVED
--> "CAST(i AS text[])"                  odd.i      DERIVED
--> "CAST(list_value(i) AS INTEGER[1])"  odd.i      DERIVED
--> date[i] ~                            odd.i      CONDITIONAL
--> odd.list[i] ~                        odd.i      CONDITIONAL
--> """map""[i]" ~                       odd.i      CONDITIONAL

--- a column comes before a function that is called without parentheses
CREATE TABLE days (current_date DATE, n INT);
SELECT current_date, current_user, current_date() FROM days
--> current_date    days.current_date  DIRECT
--> current_user    generated
--> current_date()  generated

--- elements of a column that is called list    [catalog: none]
CREATE TABLE t (list INT[], s STRUCT(list INT[], array INT[]), a INT);
SELECT list[1] AS p, t.list[1:2] AS q, s.list[a] AS r, t.s.array[1] AS u, ARRAY[a] AS v FROM t
--> p    t.list     DERIVED
--> q    t.list     DERIVED
--> r    t.s.list   DERIVED
--> u    t.s.array  DERIVED
--> v    t.a        DERIVED
--> r ~  t.a        CONDITIONAL

--- a column called interval, before operators that an interval has elsewhere [catalog: none]
CREATE TABLE t (interval INT, a INT, d DATE);
SELECT interval + 2 AS p, interval - a AS q, interval * 2 AS r, interval NOT IN (a) AS u, interval / a AS v, d + INTERVAL (a) DAY AS w,
  CAST(a AS INTERVAL) * 2 AS x FROM t
--> p  t.interval  DERIVED
--> q  t.a         DERIVED
--> q  t.interval  DERIVED
--> r  t.interval  DERIVED
--> u  t.a         DERIVED
--> u  t.interval  DERIVED
--> v  t.a         DERIVED
--> v  t.interval  DERIVED
--> w  t.a         DERIVED
--> w  t.d         DERIVED
--> x  t.a         DERIVED

--- elements of a column that is called like a type, behind any operator and clause [catalog: none]
CREATE TABLE t (text TEXT[], range INT[], g TEXT, a INT);
SELECT DISTINCT ON (a) text[1] AS p, g IS DISTINCT FROM text[1] AS q, g GLOB text[1] AS r, g SIMILAR TO text[1] AS u, g ~ text[1] AS v,
  ~range[1] AS w, trim(BOTH text[1] FROM g) AS x, overlay(g PLACING text[1] FROM range[1]) AS y, MAP {'p': 1, text[1]: 2} AS z FROM t
--> p     t.text   DERIVED
--> q     t.g      DERIVED
--> q     t.text   DERIVED
--> r     t.g      DERIVED
--> r     t.text   DERIVED
--> u     t.g      DERIVED
--> u     t.text   DERIVED
--> v     t.g      DERIVED
--> v     t.text   DERIVED
--> w     t.range  DERIVED
--> x     t.g      DERIVED
--> x     t.text   DERIVED
--> y     t.g      DERIVED
--> y     t.range  DERIVED
--> y     t.text   DERIVED
--> z     t.text   DERIVED
--> rows  t.a      SORT

--- the name of an item over a column called interval [catalog: none]
CREATE TABLE t (interval INT, a INT);
SELECT interval + 2, interval * a FROM t
--> "(""interval"" + 2)"  t.interval  DERIVED
--> "(""interval"" * a)"  t.a         DERIVED
--> "(""interval"" * a)"  t.interval  DERIVED
