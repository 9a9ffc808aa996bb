-- Words that only Hive has.

--- TRANSFORM is opaque                                                    [feature: scripts / TRANSFORM … USING]
SELECT TRANSFORM (a, b + 1) USING 'cat' AS (x INT, y STRING) FROM t
--> x  t.a  UNKNOWN  COARSE
--> x  t.b  UNKNOWN  COARSE
--> y  t.a  UNKNOWN  COARSE
--> y  t.b  UNKNOWN  COARSE
--! W216  1:19

--- TRANSFORM with names and no parentheses                                [feature: scripts / TRANSFORM … USING]
SELECT TRANSFORM (a, b) USING 'cat' AS x, y FROM t WHERE c > 0
--> x     t.a  UNKNOWN  COARSE
--> x     t.b  UNKNOWN  COARSE
--> y     t.a  UNKNOWN  COARSE
--> y     t.b  UNKNOWN  COARSE
--> rows  t.c  FILTER
--! W216  1:19

--- MAP, then REDUCE                                                       [feature: scripts / MAP … REDUCE … USING]
FROM (FROM t MAP t.a, t.b USING 'm.py' AS k, w CLUSTER BY k) m
INSERT OVERWRITE TABLE u REDUCE m.k, m.w USING 'r.py' AS x, y, z
--> a  t.a  UNKNOWN  COARSE
--> a  t.b  UNKNOWN  COARSE
--> x  t.a  UNKNOWN  COARSE
--> x  t.b  UNKNOWN  COARSE
--> y  t.a  UNKNOWN  COARSE
--> y  t.b  UNKNOWN  COARSE
--! W216  1:18

--- noop hands its rows on                                                 [feature: table functions / noop(ON …)]
SELECT n.a, b FROM noop(ON t PARTITION BY a ORDER BY b) n
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- noop over noop over a query                                            [feature: table functions / noop(ON …)]
SELECT k FROM noop(ON noopwithmap(ON (SELECT a + 1 AS k FROM t) q PARTITION BY k))
--> k  t.a  DERIVED

--- matchpath is opaque                                                    [feature: table functions / matchpath]
SELECT origin, len FROM matchpath(ON u PARTITION BY a ORDER BY x
  ARG1('LATE.LATE+'), ARG2('LATE'), ARG3(y > 15), ARG4('x AS origin, size(tpath) AS len'))
--> origin  u.a  UNKNOWN  COARSE
--> origin  u.x  UNKNOWN  COARSE
--> origin  u.y  UNKNOWN  COARSE
--> len     u.a  UNKNOWN  COARSE
--> len     u.x  UNKNOWN  COARSE
--> len     u.y  UNKNOWN  COARSE
--! W216  1:35

--- unique join                                                            [feature: joins / UNIQUEJOIN]
FROM UNIQUEJOIN PRESERVE t p (p.a, p.b), PRESERVE u q (q.a, q.x) SELECT p.a, q.y
--> a     t.a  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  t.b  JOIN
--> rows  u.a  JOIN
--> rows  u.x  JOIN

--- left semi join                                                         [feature: joins / LEFT SEMI JOIN]
SELECT * FROM u LEFT SEMI JOIN t ON u.a = t.a AND t.b > 0
--> a     u.a  DIRECT
--> x     u.x  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  t.b  JOIN
--> rows  u.a  JOIN

--- a sample of buckets                                                    [feature: queries / TABLESAMPLE]
SELECT s.a FROM t TABLESAMPLE (BUCKET 1 OUT OF 10 ON a) s
--> a  t.a  DIRECT
--! I221  1:17

--- distribute, sort, cluster                                              [feature: queries / CLUSTER, DISTRIBUTE and SORT BY]
SELECT a, b FROM (SELECT a, b FROM t DISTRIBUTE BY a SORT BY b) q CLUSTER BY a
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- a subquery without an alias                                            [feature: queries / subqueries without alias]
SELECT k FROM (SELECT a AS k FROM (SELECT a FROM t))
--> k  t.a  DIRECT

--- from first                                                             [feature: queries / FROM … SELECT]
FROM (FROM t SELECT a, b WHERE c > 0) q SELECT q.a + q.b AS s
--> s     t.a  DERIVED
--> s     t.b  DERIVED
--> rows  t.c  FILTER

--- grouping sets and the id of a grouping                                 [feature: queries / GROUPING SETS and GROUPING__ID]
SELECT a, b, GROUPING__ID, grouping(a) AS g, sum(c) AS s FROM t GROUP BY a, b GROUPING SETS ((a, b), a, ())
--> a             t.a        DIRECT
--> b             t.b        DIRECT
--> grouping__id  generated
--> g             generated
--> s             t.c        AGG
--> rows          t.a        GROUP_BY
--> rows          t.b        GROUP_BY

--- cube and rollup                                                        [feature: queries / WITH CUBE, WITH ROLLUP]
SELECT a, b, max(c) AS m FROM t GROUP BY a, b WITH CUBE
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> m     t.c  AGG
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY

--- windows, with their names                                              [feature: queries / window functions]
SELECT a, sum(b) OVER (PARTITION BY c), rank() OVER (ORDER BY d), lag(b) OVER (ORDER BY d) AS l FROM t
--> a                t.a        DIRECT
--> _c1              t.b        WINDOW
--> rank_window_1    generated
--> l                t.b        WINDOW
--> _c1 ~            t.c        WINDOW
--> rank_window_1 ~  t.d        WINDOW
--> l ~              t.d        WINDOW

--- a cast recommends a name                                               [feature: queries / names of unnamed outputs]
SELECT CAST(a AS STRING), b + 1, CAST(a AS BIGINT) FROM t
--> a    t.a  DERIVED
--> _c1  t.b  DERIVED
--> _c2  t.a  DERIVED

--- virtual columns                                                        [feature: queries / virtual columns]
SELECT a, INPUT__FILE__NAME, t.BLOCK__OFFSET__INSIDE__FILE AS o FROM t
--> a                  t.a                            DIRECT
--> input__file__name  t.INPUT__FILE__NAME            DIRECT
--> o                  t.BLOCK__OFFSET__INSIDE__FILE  DIRECT

--- columns by a pattern                                                   [feature: queries / `regex` columns]
SET hive.support.quoted.identifiers=none;
SELECT `(a|b)?+.+` FROM t
--> c  t.c  DIRECT
--> d  t.d  DIRECT

--- columns by a pattern, of one table                                     [feature: queries / `regex` columns]
SET hive.support.quoted.identifiers=none;
SELECT u.`[xy]`, t.a AS k FROM t JOIN u ON t.a = u.a
--> x     u.x  DIRECT
--> y     u.y  DIRECT
--> k     t.a  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- without the setting a backquoted name is a name                        [catalog: none; feature: queries / backquoted names]
CREATE TABLE w (`a.*` INT, `select` INT);
SELECT `a.*`, `select` FROM w
--> a.*     w.a.*     DIRECT
--> select  w.select  DIRECT

--- a snapshot by its version                                              [feature: queries / FOR SYSTEM_VERSION, SYSTEM_TIME AS OF]
SELECT s.a FROM t FOR SYSTEM_VERSION AS OF 42 s
--> a  t.a  DIRECT

--- a snapshot by its time                                                 [feature: queries / FOR SYSTEM_VERSION, SYSTEM_TIME AS OF]
SELECT a FROM t FOR SYSTEM_TIME AS OF '2024-01-01 00:00:00'
--> a  t.a  DIRECT

--- variables that the script sets                                         [feature: scripts / ${hiveconf:x}, ${hivevar:x}]
SET hivevar:src=t;
SET day=2024-01-01;
SET hivevar:cols = a, b * 2 AS twice;
INSERT OVERWRITE DIRECTORY '/out/${hiveconf:day}' SELECT ${cols} FROM ${hivevar:src} WHERE c > ${hiveconf:day}
--> a      t.a  DIRECT
--> twice  t.b  DERIVED
--> rows   t.c  FILTER

--- a variable that nobody set is a name                                   [feature: scripts / ${hiveconf:x}, ${hivevar:x}]
SELECT x FROM ${hivevar:src}
--> x  ${hivevar:src}.x  DIRECT  INFERRED
--! W010  1:15
--! W110  1:15

--- a macro                                                                [feature: scripts / macros]
CREATE TEMPORARY MACRO pick(p INT, q INT, c INT) if(c > 0, p, q + 1);
SELECT pick(a, b, d) AS k FROM t
--> k    t.a  DERIVED
--> k    t.b  DERIVED
--> k ~  t.d  CONDITIONAL

--- a macro over a macro, made anew                                        [feature: scripts / macros]
CREATE TEMPORARY MACRO one(p INT) p + 1;
CREATE TEMPORARY MACRO two(p INT) one(one(p));
SELECT two(a) AS k FROM t
--> k  t.a  DERIVED

--- a macro that was dropped is an unknown function                        [feature: scripts / macros]
CREATE TEMPORARY MACRO one(p INT, q INT) p;
DROP TEMPORARY MACRO IF EXISTS one;
SELECT one(a, b) AS k FROM t
--> k  t.a  UNKNOWN  COARSE
--> k  t.b  UNKNOWN  COARSE
--! W210  3:8

--- what moves no data                                                     [feature: scripts / MSCK, ADD JAR, ADD FILE, …]
ADD JAR /lib/x.jar;
MSCK REPAIR TABLE t;
ANALYZE TABLE t COMPUTE STATISTICS;
ALTER TABLE t SET TBLPROPERTIES ('a' = 'b');
SELECT a FROM t
--> a  t.a  DIRECT

--- tables that are transactional, or managed                     [catalog: none; feature: tables / TRANSACTIONAL and MANAGED]
CREATE TRANSACTIONAL TABLE a (x INT, u UNIONTYPE<INT, STRING>) PARTITIONED BY (d STRING);
CREATE MANAGED TABLE b AS SELECT * FROM a
--> x  a.x  DIRECT
--> u  a.u  DIRECT
--> d  a.d  DIRECT

--- the columns of an Avro schema                                 [catalog: none; feature: tables / Avro schemas]
CREATE TABLE a ROW FORMAT SERDE 'AvroSerDe' STORED AS INPUTFORMAT 'i' OUTPUTFORMAT 'o'
TBLPROPERTIES ('avro.schema.literal' = '{"type": "record", "name": "e", "fields": [{"name": "title", "type": "string"},
  {"name": "who", "type": ["null", {"type": "record", "name": "w", "fields": [{"name": "id", "type": "long"}]}]}]}');
SELECT title, who.id FROM a
--> title  a.title   DIRECT
--> id     a.who.id  DIRECT

--- an Avro schema beside SERDE, with a partition                 [catalog: none]
CREATE TABLE a PARTITIONED BY (p INT) ROW FORMAT SERDE 'AvroSerDe'
WITH SERDEPROPERTIES ('avro.schema.literal' = '{"type": "record", "name": "e", "fields": [{"name": "n", "type": "int"}]}');
SELECT * FROM a
--> n  a.n  DIRECT
--> p  a.p  DIRECT

--- a prepared statement                                          [catalog: none; feature: statements / PREPARE and EXECUTE]
CREATE TABLE t (a INT, b INT);
PREPARE p FROM SELECT a FROM t WHERE b > ?;
EXECUTE p USING 7
--> a     t.a  DIRECT
--> rows  t.b  FILTER

--- rows that are written unless the table has some               [catalog: none]
CREATE TABLE t (a INT, b INT);
INSERT OVERWRITE TABLE t IF NOT EXISTS SELECT b, a FROM t
--> a  t.b  DIRECT
--> b  t.a  DIRECT

--- an interval without its keyword                               [catalog: none]
CREATE TABLE t (a TIMESTAMP);
SELECT a - '1 2:3:4' DAY TO SECOND AS b FROM t
--> b  t.a  DERIVED

--- a window that is distributed and sorted                       [catalog: none]
CREATE TABLE t (a INT, b INT, c INT);
SELECT max(a) OVER (DISTRIBUTE BY b SORT BY c) AS m FROM t
--> m    t.a  WINDOW
--> m ~  t.b  WINDOW
--> m ~  t.c  WINDOW

--- an item without a name is numbered among the items            [catalog: none]
CREATE TABLE t (a INT, b INT);
CREATE TABLE u AS SELECT *, a + 1, concat(a, b) FROM t
--> a    t.a  DIRECT
--> b    t.b  DIRECT
--> _c1  t.a  DERIVED
--> _c2  t.a  DERIVED
--> _c2  t.b  DERIVED

--- TRUNCATE of a partition's columns                             [catalog: none]
TRUNCATE TABLE t PARTITION (d = '1') COLUMNS (a)
--= kind TRUNCATE

--- matchpath whose results include plain columns                          [feature: table functions / matchpath]
SELECT a, len FROM matchpath(ON u DISTRIBUTE BY a SORT BY x
  ARG1('LATE.LATE+'), ARG2('LATE'), ARG3(y > 15), ARG4('x, a, size(tpath) AS len'))
--> a    u.a  UNKNOWN  COARSE
--> a    u.x  UNKNOWN  COARSE
--> a    u.y  UNKNOWN  COARSE
--> len  u.a  UNKNOWN  COARSE
--> len  u.x  UNKNOWN  COARSE
--> len  u.y  UNKNOWN  COARSE
--! W216  1:30

--- CLUSTER BY in a window                                                 [feature: windows / OVER (CLUSTER BY …)]
SELECT max(b) OVER (CLUSTER BY a) AS m FROM t
--> m    t.b  WINDOW
--> m ~  t.a  WINDOW

--- CLUSTER BY behind a union sorts the whole of it
SELECT q.k FROM (SELECT a AS k FROM t UNION ALL SELECT x FROM u CLUSTER BY k) q
--> k  t.a  DIRECT
--> k  u.x  DIRECT

--- SORT BY behind a union, and a limit
SELECT a AS k FROM t UNION ALL SELECT x FROM u DISTRIBUTE BY k SORT BY k LIMIT 3
--> k  t.a  DIRECT
--> k  u.x  DIRECT

--- the star of a function leaves partition columns out [catalog: none]
CREATE TABLE p (a INT, b INT) PARTITIONED BY (d STRING);
SELECT hash(*) AS h, count(*) AS n FROM p
--> h  p.a        DERIVED
--> h  p.b        DERIVED
--> n  generated

--- the star of a script takes partition columns too [catalog: none]
CREATE TABLE p (a INT, b INT) PARTITIONED BY (d STRING);
SELECT TRANSFORM (*) USING 'cat' AS (x) FROM p
--> x  p.a  UNKNOWN  COARSE
--> x  p.b  UNKNOWN  COARSE
--> x  p.d  UNKNOWN  COARSE
--! W216  2:19
