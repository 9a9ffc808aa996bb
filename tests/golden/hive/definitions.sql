-- Tables and views in Hive, and what ALTER does to them.

--- a table with every clause, and partition columns behind the others     [catalog: none; feature: tables / CREATE TABLE with every clause]
CREATE EXTERNAL TABLE IF NOT EXISTS w (a STRING COMMENT 'x', b MAP<STRING, ARRAY<INT>>, PRIMARY KEY (a) DISABLE NOVALIDATE)
  COMMENT 'all' PARTITIONED BY (d STRING COMMENT 'day') CLUSTERED BY (a) SORTED BY (a DESC) INTO 4 BUCKETS
  SKEWED BY (a) ON ('p', 'q') STORED AS DIRECTORIES
  ROW FORMAT SERDE 'org.apache.hadoop.hive.serde2.OpenCSVSerde' WITH SERDEPROPERTIES ('separatorChar' = '\t')
  STORED AS TEXTFILE LOCATION '/w' TBLPROPERTIES ('k' = 'v');
SELECT * FROM w
--> a  w.a  DIRECT
--> b  w.b  DIRECT
--> d  w.d  DIRECT

--- create as, with a SerDe                                               [feature: tables / CREATE TABLE AS]
CREATE TABLE w ROW FORMAT SERDE 'x.Y' WITH SERDEPROPERTIES ('k' = 'v') STORED AS ORC TBLPROPERTIES ('k' = 'v')
AS SELECT a, sum(b) AS s, count(*) FROM t GROUP BY a
--> a     t.a        DIRECT
--> s     t.b        AGG
--> _c2   generated
--> rows  t.a        GROUP_BY

--- create like                                                           [feature: tables / CREATE TABLE LIKE]
CREATE TABLE w LIKE u STORED AS ORC LOCATION '/w';
INSERT INTO w SELECT a, b, c FROM t
--> a  t.a  DIRECT
--> x  t.b  DIRECT
--> y  t.c  DIRECT

--- columns are added before partitions                                    [catalog: none; feature: ALTER / ADD COLUMNS]
CREATE TABLE w (a INT) PARTITIONED BY (d STRING);
ALTER TABLE w ADD COLUMNS (b INT COMMENT 'x', c INT) CASCADE;
SELECT * FROM w
--> a  w.a  DIRECT
--> b  w.b  DIRECT
--> c  w.c  DIRECT
--> d  w.d  DIRECT

--- columns are replaced                                                   [catalog: none; feature: ALTER / REPLACE COLUMNS]
CREATE TABLE w (a INT, b INT) PARTITIONED BY (d STRING);
ALTER TABLE w REPLACE COLUMNS (x INT, y INT);
SELECT * FROM w
--> x  w.x  DIRECT
--> y  w.y  DIRECT
--> d  w.d  DIRECT

--- a column is renamed and moved                                          [catalog: none; feature: ALTER / CHANGE COLUMN]
CREATE TABLE w (a INT, b INT, c INT);
ALTER TABLE w CHANGE COLUMN c z BIGINT COMMENT 'wider' FIRST;
ALTER TABLE w CHANGE a k STRING AFTER b;
SELECT * FROM w
--> z  w.z  DIRECT
--> b  w.b  DIRECT
--> k  w.k  DIRECT

--- a table is renamed                                                     [feature: ALTER / RENAME TO]
ALTER TABLE t RENAME TO tt;
SELECT * FROM tt
--> a  tt.a  DIRECT
--> b  tt.b  DIRECT
--> c  tt.c  DIRECT
--> d  tt.d  DIRECT

--- a partition is handed over                                             [catalog: none; feature: ALTER / EXCHANGE PARTITION]
CREATE TABLE w (a INT) PARTITIONED BY (d STRING);
CREATE TABLE staged (a INT) PARTITIONED BY (d STRING);
ALTER TABLE w EXCHANGE PARTITION (d = '1') WITH TABLE staged
--> a  staged.a  DIRECT
--> d  staged.d  DIRECT

--- partitions come and go                                                 [catalog: none; feature: ALTER / ADD, DROP and RENAME PARTITION]
CREATE TABLE w (a INT) PARTITIONED BY (d STRING);
ALTER TABLE w ADD IF NOT EXISTS PARTITION (d = '1') LOCATION '/w/1' PARTITION (d = '2');
ALTER TABLE w PARTITION (d = '1') RENAME TO PARTITION (d = '3');
ALTER TABLE w DROP IF EXISTS PARTITION (d = '3') PURGE;
SELECT * FROM w
--> a  w.a  DIRECT
--> d  w.d  DIRECT

--- a view with all its options                                            [feature: views / CREATE VIEW]
CREATE OR REPLACE VIEW w (k COMMENT 'key', s) COMMENT 'x' PARTITIONED ON (s) TBLPROPERTIES ('k' = 'v') AS SELECT a, b + c FROM t
--> k  t.a  DIRECT
--> s  t.b  DERIVED
--> s  t.c  DERIVED

--- a materialized view with all its options                               [feature: views / CREATE MATERIALIZED VIEW]
CREATE MATERIALIZED VIEW IF NOT EXISTS w DISABLE REWRITE COMMENT 'x' PARTITIONED ON (a) CLUSTERED ON (s)
  ROW FORMAT SERDE 'x.Y' STORED AS ORC LOCATION '/w' TBLPROPERTIES ('k' = 'v') AS SELECT sum(b) AS s, a FROM t GROUP BY a
--> s     t.b  AGG
--> a     t.a  DIRECT
--> rows  t.a  GROUP_BY

--- another definition of a view                                           [feature: views / ALTER VIEW AS]
CREATE VIEW w AS SELECT a FROM t;
ALTER VIEW w AS SELECT b AS k, c FROM t;
INSERT INTO u SELECT k, c, 0 FROM w
--> a  w.k        DIRECT
--> x  w.c        DIRECT
--> y  generated

--- a view's properties                                                    [feature: views / ALTER VIEW SET]
CREATE VIEW w AS SELECT a FROM t;
ALTER VIEW w SET TBLPROPERTIES ('k' = 'v');
SELECT a FROM w
--> a  w.a  DIRECT

--- several partitions at once
ALTER TABLE t ADD IF NOT EXISTS PARTITION (d = '1') LOCATION '/x' PARTITION (d = '2');
SELECT a FROM t
--> a  t.a  DIRECT

--- a database with properties
CREATE DATABASE IF NOT EXISTS mart COMMENT 'x' WITH DBPROPERTIES ('owner' = 'me');
USE mart;
SELECT a FROM default.t
--> a  t.a  DIRECT

--- a column called exclude [catalog: none]
CREATE TABLE n (a INT, exclude INT);
SELECT exclude FROM n
--> exclude  n.exclude  DIRECT

--- an Avro schema says more than a list of columns [catalog: none]
CREATE TABLE e (q INT) STORED AS AVRO TBLPROPERTIES (
  'avro.schema.literal' = '{"type": "record", "name": "r", "fields": [{"name": "a", "type": "int"}, {"name": "b", "type": "string"}]}');
SELECT * FROM e
--> a  e.a  DIRECT
--> b  e.b  DIRECT

--- another Avro schema for a table [catalog: none]
CREATE TABLE e (a INT) PARTITIONED BY (p INT) STORED AS AVRO;
ALTER TABLE e SET SERDE 'org.apache.hadoop.hive.serde2.avro.AvroSerDe' WITH SERDEPROPERTIES (
  'avro.schema.literal' = '{"type": "record", "name": "r", "fields": [{"name": "a", "type": "int"}, {"name": "b", "type": "string"}]}');
SELECT * FROM e
--> a  e.a  DIRECT
--> b  e.b  DIRECT
--> p  e.p  DIRECT

--- an Avro schema in a file: nobody knows the columns [catalog: none]
CREATE TABLE e (a INT) STORED AS AVRO;
ALTER TABLE e SET TBLPROPERTIES ('avro.schema.url' = 'hdfs:///schemas/e.avsc');
SELECT * FROM e
--> *  e.*  DIRECT  INFERRED
--! W110  3:15
