--- a column added                                          [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
ALTER TABLE s ADD COLUMN d INT;
SELECT * FROM s
--@ 2 result
--> a  s.a  DIRECT
--> b  s.b  DIRECT
--> d  s.d  DIRECT

--- columns added in one go                                 [catalog: none; dialects: hive spark; influence: complete]
CREATE TABLE s (a INT);
ALTER TABLE s ADD COLUMNS (d INT, e INT);
SELECT * FROM s
--> a  s.a  DIRECT
--> d  s.d  DIRECT
--> e  s.e  DIRECT

--- a column dropped                                        [catalog: none; dialects: clickhouse duckdb googlesql spark; influence: complete]
CREATE TABLE s (a INT, b INT, c INT);
ALTER TABLE s DROP COLUMN b;
SELECT * FROM s
--@ 2 result
--> a  s.a  DIRECT
--> c  s.c  DIRECT

--- a dropped column read                                   [catalog: none; dialects: clickhouse duckdb googlesql spark; influence: complete]
CREATE TABLE s (a INT, b INT);
ALTER TABLE s DROP COLUMN b;
SELECT s.b AS gone FROM s
--> gone  s.b  DIRECT  INFERRED
--! W111  3:10

--- a column renamed                                        [catalog: none; dialects: clickhouse duckdb googlesql spark; influence: complete]
CREATE TABLE s (a INT, b INT);
ALTER TABLE s RENAME COLUMN b TO bb;
SELECT * FROM s
--@ 2 result
--> a   s.a   DIRECT
--> bb  s.bb  DIRECT

--- a table renamed                                         [catalog: none; dialects: duckdb googlesql hive spark flink; influence: complete]
CREATE TABLE s (a INT, b INT);
ALTER TABLE s RENAME TO s2;
SELECT * FROM s2
--@ 2 result
--> a  s2.a  DIRECT
--> b  s2.b  DIRECT

--- the old name of a renamed table                         [catalog: none; dialects: duckdb googlesql hive spark flink; influence: complete]
CREATE TABLE s (a INT, b INT);
ALTER TABLE s RENAME TO s2;
SELECT * FROM s
--> *  s.*  DIRECT  INFERRED
--! W110  3:15

--- rename table                                            [catalog: none; dialect: clickhouse; influence: complete]
CREATE TABLE s (a Int32, b Int32) ENGINE = Memory;
RENAME TABLE s TO s2;
SELECT * FROM s2
--> a  s2.a  DIRECT
--> b  s2.b  DIRECT

--- a dropped table is unknown                              [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
DROP TABLE s;
SELECT * FROM s
--@ 2 result
--> *  s.*  DIRECT  INFERRED
--! W110  3:15
--= level INFERRED

--- a table dropped and made anew                           [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
DROP TABLE IF EXISTS s;
CREATE TABLE s (p INT, q INT);
SELECT * FROM s
--@ 3 result
--> p  s.p  DIRECT
--> q  s.q  DIRECT
--= level EXACT

--- a dropped view is unknown                               [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE VIEW v AS SELECT a FROM s;
DROP VIEW v;
SELECT * FROM v
--> *  v.*  DIRECT  INFERRED
--! W110  4:15

--- create if it is not there: the first one stays          [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE IF NOT EXISTS s (z INT);
SELECT * FROM s
--> a  s.a  DIRECT
--> b  s.b  DIRECT

--- a new column stands before the columns of the partition        [dialects: hive]
CREATE TABLE p (a INT) PARTITIONED BY (dt STRING);
ALTER TABLE p ADD COLUMNS (x INT);
SELECT * FROM p
--> a   p.a   DIRECT
--> x   p.x   DIRECT
--> dt  p.dt  DIRECT

--- a partition that is one of the columns goes last as well        [dialects: spark]
CREATE TABLE p (a INT, dt STRING) USING parquet PARTITIONED BY (dt);
ALTER TABLE p ADD COLUMNS (x INT);
SELECT * FROM p
--> a   p.a   DIRECT
--> x   p.x   DIRECT
--> dt  p.dt  DIRECT

--- a renamed table hands its columns on                   [dialects: duckdb spark flink googlesql hive; catalog: none]
CREATE TABLE a (x INT, y INT);
ALTER TABLE a RENAME TO b
--> x  a.x  DIRECT
--> y  a.y  DIRECT

--- a renamed table that nobody described                  [dialects: duckdb spark; catalog: none]
ALTER TABLE a RENAME TO b
--> *  a.*  DIRECT  INFERRED
--! W110  1:1
