--- a table made by a query opens a star                    [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE n AS SELECT a + b AS total, a FROM s;
SELECT * FROM n
--@ 1 n
--> total  s.a  DERIVED
--> total  s.b  DERIVED
--> a      s.a  DIRECT
--@ 2 result
--> total  n.total  DIRECT
--> a      n.a      DIRECT
--= level EXACT
--= sources n

--- edges start at the view that is read                    [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE VIEW v AS SELECT a + b AS total FROM s;
SELECT total * 2 AS twice FROM v
--@ 2 result
--> twice  v.total  DERIVED
--> expr twice  "total * 2"
--= sources v

--- a view's filter stays with the view                     [catalog: none]
CREATE TABLE s (a INT, b INT);
CREATE VIEW v AS SELECT a FROM s WHERE b > 0;
SELECT a FROM v WHERE a < 9
--@ 1 v
--> a     s.a  DIRECT
--> rows  s.b  FILTER
--@ 2 result
--> a     v.a  DIRECT
--> rows  v.a  FILTER

--- a view over a view                                      [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE VIEW v AS SELECT a AS x, b AS y FROM s;
CREATE VIEW w AS SELECT x + y AS z FROM v;
SELECT * FROM w
--@ 2 w
--> z  v.x  DERIVED
--> z  v.y  DERIVED
--@ 3 result
--> z  w.z  DIRECT

--- a view with its own column names opens under them       [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE VIEW v (p, q) AS SELECT a, b FROM s;
SELECT * FROM v
--> p  v.p  DIRECT
--> q  v.q  DIRECT

--- a temporary table                                       [dialects: clickhouse duckdb googlesql hive; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TEMPORARY TABLE tmp AS SELECT a + b AS total FROM s;
SELECT * FROM tmp
--@ 1 tmp
--> total  s.a  DERIVED
--> total  s.b  DERIVED
--@ 2 result
--> total  tmp.total  DIRECT

--- a temporary view                                        [dialects: duckdb spark flink; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TEMPORARY VIEW tmp AS SELECT max(a) AS top FROM s;
SELECT * FROM tmp
--@ 1 tmp
--> top  s.a  AGG
--@ 2 result
--> top  tmp.top  DIRECT

--- a temporary view made anew                              [dialects: duckdb spark; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE OR REPLACE TEMPORARY VIEW v AS SELECT a AS x FROM s;
CREATE OR REPLACE TEMPORARY VIEW v AS SELECT b AS y FROM s;
SELECT * FROM v
--@ 3 result
--> y  v.y  DIRECT

--- a chain of tables: each statement is one step           [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE one AS SELECT a + b AS x FROM s;
CREATE TABLE two AS SELECT sum(x) AS y FROM one;
CREATE TABLE t (z INT);
INSERT INTO t SELECT * FROM two
--@ 1 one
--> x  s.a  DERIVED
--> x  s.b  DERIVED
--@ 2 two
--> y  one.x  AGG
--@ 4 t
--> z  two.y  DIRECT

--- an insert reads the schema that the script gave         [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE n AS SELECT b AS x, a AS y FROM s;
INSERT INTO n SELECT * FROM s
--@ 2 n
--> x  s.a  DIRECT
--> y  s.b  DIRECT

--- the script's table goes before the catalog's            [influence: complete]
CREATE TABLE t (p INT, q INT);
SELECT * FROM t
--@ 1 result
--> p  t.p  DIRECT
--> q  t.q  DIRECT
--= level EXACT

--- a table of constants                                    [catalog: none; influence: complete]
CREATE TABLE n AS SELECT 1 AS one, 2 AS two;
SELECT * FROM n
--@ 0 n
--> one  generated
--> two  generated
--@ 1 result
--> one  n.one  DIRECT
--> two  n.two  DIRECT

--- a CTE hides the script's table                          [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE q AS SELECT a AS wrong FROM s;
WITH q AS (SELECT b AS right_one FROM s) SELECT * FROM q
--> right_one  s.b  DIRECT

--- a table of an unknown star stays open                   [catalog: none; influence: complete]
CREATE TABLE n AS SELECT * FROM nowhere;
SELECT a FROM n
--@ 0 n
--> *  nowhere.*  DIRECT  INFERRED
--! W110
--@ 1 result
--> a  n.a  DIRECT  INFERRED
--! warning

--- a struct travels through a table                        [dialects: duckdb; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE n AS SELECT {'x': a, 'y': b} AS z FROM s;
SELECT z.x AS taken FROM n
--@ 2 result
--> taken  n.z.x  DIRECT

--- two statements that know nothing of each other          [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
SELECT a AS x FROM s;
SELECT b AS y FROM s
--@ 1 result
--> x  s.a  DIRECT
--@ 2 result
--> y  s.b  DIRECT

--- a later statement does not reach back                   [catalog: none; influence: complete]
SELECT a FROM s;
CREATE TABLE s (a INT, b INT)
--@ 0 result
--> a  s.a  DIRECT  INFERRED
--! W110  1:15
--@ 1 s
--= level EXACT
