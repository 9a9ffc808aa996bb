--- by position                                             [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT, c INT);
CREATE TABLE t (x INT, y INT, z INT);
INSERT INTO t SELECT a, b, c FROM s
--@ 2 t
--> x  s.a  DIRECT
--> y  s.b  DIRECT
--> z  s.c  DIRECT
--= kind INSERT
--= level EXACT
--= columns x y z
--= sources s

--- by position, whatever the aliases say                   [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT, c INT);
CREATE TABLE t (x INT, y INT, z INT);
INSERT INTO t SELECT a AS z, b AS y, c AS x FROM s
--> x  s.a  DIRECT
--> y  s.b  DIRECT
--> z  s.c  DIRECT

--- by column list                                          [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT, c INT);
CREATE TABLE t (x INT, y INT, z INT);
INSERT INTO t (z, x) SELECT a, b + c FROM s
--> z  s.a  DIRECT
--> x  s.b  DERIVED
--> x  s.c  DERIVED

--- by name                                                 [dialects: duckdb spark; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT, c INT);
CREATE TABLE t (x INT, y INT, z INT);
INSERT INTO t BY NAME SELECT a AS z, b AS x, c AS y FROM s
--> x  s.b  DIRECT
--> y  s.c  DIRECT
--> z  s.a  DIRECT

--- by name, a star                                         [dialects: duckdb spark; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE t (b INT, a INT);
INSERT INTO t BY NAME SELECT * FROM s
--> b  s.b  DIRECT
--> a  s.a  DIRECT

--- by name, a column that the target does not have         [dialects: duckdb spark; catalog: none]
CREATE TABLE s (a INT, b INT);
CREATE TABLE t (a INT, z INT);
INSERT INTO t BY NAME SELECT a, b FROM s
--> a  s.a  DIRECT
--> b  s.b  DIRECT  INFERRED
--! W311

--- a star by position                                      [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE t (b INT, a INT);
INSERT INTO t SELECT * FROM s
--> b  s.a  DIRECT
--> a  s.b  DIRECT

--- values                                                  [catalog: none; influence: complete]
CREATE TABLE t (x INT, y INT, z INT);
INSERT INTO t VALUES (1, 2, 3), (4, 5 + 6, NULL)
--@ 1 t
--> x  generated
--> y  generated
--> z  generated
--= level EXACT

--- values by column list                                   [catalog: none; influence: complete]
CREATE TABLE t (x INT, y INT, z INT);
INSERT INTO t (z, x) VALUES (1, 2)
--> z  generated
--> x  generated

--- a default                                               [catalog: none; dialects: clickhouse duckdb googlesql spark; influence: complete]
CREATE TABLE t (x INT, y INT, z INT);
INSERT INTO t (x, y) VALUES (1, DEFAULT)
--> x  generated
--> y  generated

--- values that ask a table                                 [catalog: none; dialects: duckdb googlesql; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE t (x INT, y INT);
INSERT INTO t (x, y) VALUES ((SELECT max(a) FROM s), 2)
--> x  s.a  AGG
--> y  generated

--- too few columns                                         [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT, c INT);
CREATE TABLE t (x INT, y INT, z INT);
INSERT INTO t SELECT a, b FROM s
--> x  s.a  DIRECT  INFERRED
--> y  s.b  DIRECT  INFERRED
--! W310
--= level INFERRED

--- too many columns                                        [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT, c INT);
CREATE TABLE t (x INT, y INT);
INSERT INTO t SELECT a, b, c FROM s
--> x  s.a  DIRECT  INFERRED
--> y  s.b  DIRECT  INFERRED
--! W310

--- fewer columns than the list                             [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT, c INT);
CREATE TABLE t (x INT, y INT, z INT);
INSERT INTO t (z, y, x) SELECT a, b FROM s
--> z  s.a  DIRECT  INFERRED
--> y  s.b  DIRECT  INFERRED
--! W310

--- a column that the target does not have                  [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE t (x INT, y INT);
INSERT INTO t (x, nope) SELECT a, b FROM s
--> x     s.a  DIRECT
--> nope  s.b  DIRECT  INFERRED
--! W311

--- a target that nobody described is written by position   [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT, c INT);
INSERT INTO anywhere SELECT a AS p, b + c AS q FROM s
--@ 1 anywhere
--> #1  s.a  DIRECT  INFERRED
--> #2  s.b  DERIVED  INFERRED
--> #2  s.c  DERIVED  INFERRED
--! W320  2:13
--= level INFERRED

--- a target that nobody described, with a column list      [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT, c INT);
INSERT INTO anywhere (p, q) SELECT a, b + c FROM s
--> p  s.a  DIRECT  INFERRED
--> q  s.b  DERIVED  INFERRED
--> q  s.c  DERIVED  INFERRED
--! W110  2:13

--- a star over an unknown table into a known one           [catalog: none; influence: complete]
CREATE TABLE t (x INT, y INT);
INSERT INTO t SELECT * FROM nowhere
--> *  nowhere.*  DIRECT  INFERRED
--! W110
--! W315
--= level INFERRED

--- a filter, a join and a group decide the target's rows   [catalog: none]
CREATE TABLE s (a INT, b INT, c INT);
CREATE TABLE u (k INT, v INT);
CREATE TABLE t (x INT, y INT);
INSERT INTO t SELECT s.a, sum(u.v) FROM s JOIN u ON s.b = u.k WHERE s.c > 0 GROUP BY s.a
--@ 3 t
--> x     s.a  DIRECT
--> y     u.v  AGG
--> rows  s.b  JOIN
--> rows  u.k  JOIN
--> rows  s.c  FILTER
--> rows  s.a  GROUP_BY
--= sources s u

--- a limit after an order decides the target's rows        [catalog: none]
CREATE TABLE s (a INT, b INT);
CREATE TABLE t (x INT);
INSERT INTO t SELECT a FROM s ORDER BY b LIMIT 10
--> x     s.a  DIRECT
--> rows  s.b  SORT

--- a condition decides one column                          [catalog: none]
CREATE TABLE s (a INT, b INT, c INT);
CREATE TABLE t (x INT, y INT);
INSERT INTO t SELECT CASE WHEN c > 0 THEN a ELSE b END, c FROM s
--> x    s.a  DERIVED
--> x    s.b  DERIVED
--> x ~  s.c  CONDITIONAL
--> y    s.c  DIRECT

--- a CTE behind INSERT                                     [catalog: none; dialects: clickhouse duckdb googlesql spark flink; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE t (x INT, y INT, z INT);
INSERT INTO t WITH q AS (SELECT a + b AS n, a FROM s) SELECT n, a, 1 FROM q
--> x  s.a  DERIVED
--> x  s.b  DERIVED
--> y  s.a  DIRECT
--> z  generated

--- a CTE before INSERT                                     [catalog: none; dialects: duckdb hive spark; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE t (x INT, y INT);
WITH q AS (SELECT a + b AS n, a FROM s) INSERT INTO t SELECT n, a FROM q
--@ 2 t
--> x  s.a  DERIVED
--> x  s.b  DERIVED
--> y  s.a  DIRECT
--= kind INSERT

--- a CTE named like the target                             [catalog: none; dialects: clickhouse duckdb googlesql spark; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE t (x INT, y INT);
INSERT INTO t WITH t AS (SELECT b AS x, a AS y FROM s) SELECT x, y FROM t
--@ 2 t
--> x  s.b  DIRECT
--> y  s.a  DIRECT
--= sources s

--- a union                                                 [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE u (k INT, v INT);
CREATE TABLE t (x INT, y INT);
INSERT INTO t SELECT a, b FROM s UNION ALL SELECT v, k + 1 FROM u
--> x  s.a  DIRECT
--> x  u.v  DIRECT
--> y  s.b  DIRECT
--> y  u.k  DERIVED

--- from the target itself                                  [catalog: none; influence: complete]
CREATE TABLE t (x INT, y INT);
INSERT INTO t SELECT y, x + 1 FROM t
--@ 1 t
--> x  t.y  DIRECT
--> y  t.x  DERIVED
--= sources t

--- two columns of one name, by position                    [catalog: none; influence: complete]
CREATE TABLE s (id INT);
CREATE TABLE u (id INT);
CREATE TABLE t (x INT, y INT);
INSERT INTO t SELECT s.id, u.id FROM s CROSS JOIN u
--> x  s.id  DIRECT
--> y  u.id  DIRECT

--- a qualified target                                      [catalog: none; influence: complete]
CREATE TABLE dw.t (x INT, y INT);
CREATE TABLE ods.s (a INT, b INT);
INSERT INTO dw.t SELECT b, a FROM ods.s
--@ 2 dw.t
--> x  ods.s.b  DIRECT
--> y  ods.s.a  DIRECT
--= sources ods.s
