-- CTAS, views, and what changes a schema before it is read.

-- # create as
CREATE TABLE copy_1 AS SELECT customer_id, upper(name) AS n FROM customers;

-- # create as, then read
CREATE TABLE copy_2 AS SELECT customer_id AS id, city FROM customers;
SELECT id, city FROM copy_2;

-- # create as with everything
CREATE TABLE IF NOT EXISTS copy_3 COMMENT 'all' ROW FORMAT SERDE 'org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe' WITH SERDEPROPERTIES ('field.delim' = ',') STORED AS TEXTFILE TBLPROPERTIES ('a' = 'b') AS SELECT region, sum(score) AS s FROM customers GROUP BY region;

-- # create as, delimited
CREATE TABLE copy_4 ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' LINES TERMINATED BY '\n' NULL DEFINED AS 'x' STORED AS TEXTFILE AS SELECT name, score + 1 AS s FROM customers;

-- # create as, orc
CREATE TABLE copy_5 STORED AS ORC AS SELECT o.order_id, c.name FROM orders o JOIN customers c ON o.customer_id = c.customer_id;

-- # create as with a CTE
CREATE TABLE copy_6 AS WITH q AS (SELECT city, score FROM customers) SELECT city, max(score) AS m FROM q GROUP BY city;

-- # create as with unnamed columns
CREATE TABLE copy_7 AS SELECT name, score * 2, concat(city, region) FROM customers;

-- # create as in another database
CREATE TABLE mart.copy_8 AS SELECT region, sold FROM mart.sales;

-- # create as with stored by files
CREATE TABLE copy_9 STORED AS INPUTFORMAT 'org.apache.hadoop.mapred.TextInputFormat' OUTPUTFORMAT 'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat' AS SELECT title, price FROM products;

-- # a temporary table as
CREATE TEMPORARY TABLE tmp_1 AS SELECT name, city FROM customers;

-- # create as with a location
CREATE TABLE copy_10 LOCATION '/tmp/copy_10' AS SELECT name FROM customers;

-- # a view
CREATE VIEW view_1 AS SELECT customer_id, name FROM customers;

-- # a view with names
CREATE VIEW view_2 (id COMMENT 'key', who) AS SELECT customer_id, upper(name) FROM customers;

-- # a view with everything
CREATE VIEW IF NOT EXISTS view_3 (id, total) COMMENT 'sums' TBLPROPERTIES ('a' = 'b') AS SELECT customer_id, sum(amount) FROM orders GROUP BY customer_id;

-- # a partitioned view
CREATE VIEW view_4 PARTITIONED ON (dt) AS SELECT order_id, amount, dt FROM orders;

-- # a view read
CREATE VIEW view_5 AS SELECT customer_id AS id, upper(name) AS n FROM customers;
SELECT id, n FROM view_5;

-- # a view over a view
CREATE VIEW view_6 AS SELECT customer_id AS id, score * 2 AS s FROM customers;
CREATE VIEW view_7 AS SELECT id, s + 1 AS t FROM view_6;
SELECT t FROM view_7;

-- # a view into a table
CREATE VIEW view_8 (i, n, c) AS SELECT customer_id, name, city FROM customers;
INSERT INTO TABLE people SELECT * FROM view_8;

-- # another definition of a view
CREATE VIEW view_9 AS SELECT name FROM customers;
ALTER VIEW view_9 AS SELECT city AS name FROM customers;

-- # or replace
CREATE VIEW view_10 AS SELECT name AS k FROM customers;
CREATE OR REPLACE VIEW view_10 AS SELECT city AS k FROM customers;
SELECT k FROM view_10;

-- # a view of a union
CREATE VIEW view_11 AS SELECT name FROM customers UNION ALL SELECT title FROM products;

-- # a view with a lateral view
CREATE VIEW view_12 AS SELECT id, tag FROM events LATERAL VIEW explode(tags) x AS tag;

-- # a view of a CTE
CREATE VIEW view_13 AS WITH q AS (SELECT region AS r, score FROM customers) SELECT r, max(score) AS m FROM q GROUP BY r;

-- # a materialized view
CREATE MATERIALIZED VIEW mv_1 AS SELECT customer_id, name FROM customers;

-- # a materialized view with everything
CREATE MATERIALIZED VIEW IF NOT EXISTS mv_2 COMMENT 'sums' STORED AS ORC TBLPROPERTIES ('a' = 'b') AS SELECT region, sum(score) AS s FROM customers GROUP BY region;

-- # a materialized view with a rewrite
CREATE MATERIALIZED VIEW mv_3 ENABLE REWRITE AS SELECT city, count(name) AS n FROM customers GROUP BY city;

-- # create table like
CREATE TABLE like_1 LIKE customers;
INSERT INTO TABLE like_1 SELECT customer_id, email, name, region, city, birth, score FROM customers;

-- # columns added
CREATE TABLE add_1 (a INT, b STRING);
ALTER TABLE add_1 ADD COLUMNS (c DOUBLE COMMENT 'new', d STRING);
INSERT INTO TABLE add_1 SELECT order_id, status, amount, note FROM orders;

-- # columns replaced
CREATE TABLE rep_1 (a STRING, b BIGINT, c STRING);
ALTER TABLE rep_1 REPLACE COLUMNS (x STRING, y BIGINT);
INSERT INTO TABLE rep_1 SELECT status, order_id FROM orders;

-- # a column changed
CREATE TABLE chg_1 (a INT, b STRING);
ALTER TABLE chg_1 CHANGE COLUMN a aa BIGINT COMMENT 'wider';
INSERT INTO TABLE chg_1 SELECT order_id, status FROM orders;
SELECT aa, b FROM chg_1;

-- # a column moved
CREATE TABLE chg_2 (a STRING, b STRING, c STRING);
ALTER TABLE chg_2 CHANGE c c STRING FIRST;
INSERT INTO TABLE chg_2 SELECT status, coupon, note FROM orders;

-- # a column moved behind another
CREATE TABLE chg_3 (a STRING, b STRING, c STRING);
ALTER TABLE chg_3 CHANGE COLUMN a z STRING AFTER b;
INSERT INTO TABLE chg_3 SELECT status, coupon, note FROM orders;

-- # a table renamed
CREATE TABLE ren_1 (a STRING);
ALTER TABLE ren_1 RENAME TO ren_2;
INSERT INTO TABLE ren_2 SELECT status FROM orders;

-- # partitions added
CREATE TABLE par_1 (a STRING) PARTITIONED BY (d STRING);
ALTER TABLE par_1 ADD IF NOT EXISTS PARTITION (d = '1') PARTITION (d = '2');
INSERT OVERWRITE TABLE par_1 PARTITION (d) SELECT status, dt FROM orders;
SELECT a, d FROM par_1;

-- # columns added before the partition
CREATE TABLE par_2 (a STRING) PARTITIONED BY (d STRING);
ALTER TABLE par_2 ADD COLUMNS (b STRING) CASCADE;
INSERT OVERWRITE TABLE par_2 PARTITION (d) SELECT status, note, dt FROM orders;

-- # a table dropped and made again
CREATE TABLE drop_1 (a STRING);
DROP TABLE IF EXISTS drop_1 PURGE;
CREATE TABLE drop_1 (b STRING, c STRING);
INSERT INTO TABLE drop_1 SELECT status, note FROM orders;

-- # an external table with a serde
CREATE EXTERNAL TABLE ext_1 (a STRING COMMENT 'x', b MAP<STRING, ARRAY<INT>>) PARTITIONED BY (d STRING COMMENT 'day') CLUSTERED BY (a) SORTED BY (a DESC) INTO 4 BUCKETS ROW FORMAT SERDE 'org.apache.hadoop.hive.serde2.OpenCSVSerde' WITH SERDEPROPERTIES ('separatorChar' = '\t') STORED AS TEXTFILE LOCATION '/tmp/ext_1' TBLPROPERTIES ('skip.header.line.count' = '1');
SELECT a, d FROM ext_1;

-- # a skewed table
CREATE TABLE skew_1 (a STRING, b INT) SKEWED BY (a) ON ('x', 'y') STORED AS DIRECTORIES;
INSERT INTO TABLE skew_1 SELECT status, quantity FROM orders;

-- # another database made and used
CREATE DATABASE IF NOT EXISTS lake COMMENT 'x' LOCATION '/tmp/lake' WITH DBPROPERTIES ('a' = 'b');
USE lake;
CREATE TABLE t (a STRING);
INSERT INTO TABLE t SELECT name FROM default.customers;
SELECT a FROM t;

-- # constraints
CREATE TABLE con_1 (id BIGINT, a STRING, PRIMARY KEY (id) DISABLE NOVALIDATE);
INSERT INTO TABLE con_1 SELECT order_id, status FROM orders;
