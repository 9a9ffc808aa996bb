--- create table as select                                  [catalog: none]
CREATE TABLE s (a INT, b INT, c INT);
CREATE TABLE n AS SELECT a AS p, b + c AS q, count(*) AS r FROM s WHERE c > 0 GROUP BY a, b + c
--@ 1 n
--> p     s.a  DIRECT
--> q     s.b  DERIVED
--> q     s.c  DERIVED
--> r     generated
--> rows  s.a  GROUP_BY
--> rows  s.b  GROUP_BY
--> rows  s.c  GROUP_BY
--> rows  s.c  FILTER
--= kind CREATE_TABLE
--= level EXACT
--= columns p q r
--= sources s

--- create table as a star                                  [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE n AS SELECT *, a + b AS total FROM s
--> a      s.a  DIRECT
--> b      s.b  DIRECT
--> total  s.a  DERIVED
--> total  s.b  DERIVED

--- create table as a CTE                                   [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE n AS WITH q AS (SELECT a + b AS m FROM s) SELECT max(m) AS top FROM q
--@ 1 n
--> top  s.a  AGG
--> top  s.b  AGG

--- create table as a union                                 [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE n AS SELECT a AS x FROM s UNION ALL SELECT b FROM s
--> x  s.a  DIRECT
--> x  s.b  DIRECT

--- create table as FROM                                    [dialect: duckdb; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE n AS FROM s
--> a  s.a  DIRECT
--> b  s.b  DIRECT

--- create or replace table                                 [dialects: duckdb googlesql clickhouse spark; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE OR REPLACE TABLE n AS SELECT b AS x FROM s
--@ 1 n
--> x  s.b  DIRECT
--= kind CREATE_TABLE

--- create table over itself                                [dialects: duckdb googlesql; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE OR REPLACE TABLE s AS SELECT a + b AS total FROM s;
SELECT * FROM s
--@ 1 s
--> total  s.a  DERIVED
--> total  s.b  DERIVED
--@ 2 result
--> total  s.total  DIRECT

--- create view                                             [catalog: none]
CREATE TABLE s (a INT, b INT);
CREATE VIEW v AS SELECT a, b + 1 AS u FROM s WHERE b > 0
--@ 1 v
--> a     s.a  DIRECT
--> u     s.b  DERIVED
--> rows  s.b  FILTER
--= kind CREATE_VIEW
--= level EXACT

--- create view with its own column names                   [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE VIEW v (p, q) AS SELECT b, a + b FROM s
--@ 1 v
--> p  s.b  DIRECT
--> q  s.a  DERIVED
--> q  s.b  DERIVED
--= columns p q

--- create or replace view                                  [catalog: none; dialects: clickhouse duckdb googlesql spark; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE OR REPLACE VIEW v AS SELECT b AS x FROM s
--@ 1 v
--> x  s.b  DIRECT
--= kind CREATE_VIEW

--- a view of a star                                        [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE VIEW v AS SELECT * FROM s
--> a  s.a  DIRECT
--> b  s.b  DIRECT

--- a materialized view                                     [catalog: none; dialects: clickhouse googlesql hive; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE MATERIALIZED VIEW m AS SELECT max(b) AS x FROM s
--@ 1 m
--> x  s.b  AGG

--- a table like another has its columns and none of its values  [catalog: none; dialects: googlesql hive spark; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE n LIKE s;
SELECT * FROM n
--@ 1 n
--= level EXACT
--@ 2 result
--> a  n.a  DIRECT
--> b  n.b  DIRECT

--- a clone has the values too                              [catalog: none; dialect: googlesql; influence: complete]
CREATE TABLE s (a INT64, b INT64);
CREATE TABLE n CLONE s;
SELECT * FROM n
--@ 1 n
--> a  s.a  DIRECT
--> b  s.b  DIRECT
--@ 2 result
--> a  n.a  DIRECT
--> b  n.b  DIRECT

--- create table by itself moves nothing                    [catalog: none; influence: complete]
CREATE TABLE t (x INT, y INT)
--@ 0 t
--= kind CREATE_TABLE
--= level EXACT
