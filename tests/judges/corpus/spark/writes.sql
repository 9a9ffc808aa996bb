-- INSERT, CREATE TABLE AS, views, caches.

-- # INSERT by position
INSERT INTO summary SELECT user_id, name, age FROM users;

-- # INSERT with a list of columns
INSERT INTO summary (total, id, label) SELECT amount, order_id, status FROM orders;

-- # INSERT with a part of the columns
INSERT INTO summary (id, total) SELECT order_id, amount FROM orders;

-- # INSERT BY NAME
INSERT INTO summary BY NAME SELECT amount AS total, order_id AS id, status AS label FROM orders;

-- # INSERT BY NAME of some columns
INSERT INTO summary BY NAME SELECT status AS label, order_id AS id FROM orders;

-- # INSERT OVERWRITE
INSERT OVERWRITE summary SELECT user_id, name, age FROM users;

-- # INSERT OVERWRITE TABLE by name
INSERT OVERWRITE TABLE summary BY NAME SELECT user_id AS id, name AS label, age AS total FROM users;

-- # a static partition
INSERT INTO daily PARTITION (p = 'x', q = 1) SELECT a, d, c FROM t;

-- # a dynamic partition
INSERT INTO daily PARTITION (p, q) SELECT a, d, c, c, b FROM t;

-- # a mixed partition
INSERT OVERWRITE daily PARTITION (p = 'x', q) SELECT a, d, c, b FROM t;

-- # partition columns last
INSERT INTO daily SELECT a, d, c, upper(c), b FROM t;

-- # a partition and a list of columns
INSERT INTO daily PARTITION (p = 'x', q = 2) (total, k) SELECT d, a FROM t;

-- # INSERT of values
INSERT INTO summary VALUES (1, 'x', 2.0), (2, 'y', 3.0);

-- # INSERT of a table
INSERT INTO summary TABLE summary;

-- # INSERT of a union
INSERT INTO summary SELECT user_id, name, age FROM users UNION ALL SELECT product_id, title, price FROM products;

-- # INSERT with a CTE before it
WITH z AS (SELECT user_id, sum(amount) AS s FROM orders GROUP BY user_id) INSERT INTO summary SELECT z.user_id, u.name, z.s FROM z JOIN users u ON z.user_id = u.user_id;

-- # INSERT with a CTE inside
INSERT INTO summary WITH z AS (SELECT a, d FROM t) SELECT a, 'k', d FROM z;

-- # INSERT of structs
INSERT INTO boxes SELECT a, named_struct('x', b, 'y', c), array(named_struct('x', a, 'y', c)) FROM t;

-- # INSERT of structs with other names
INSERT INTO boxes SELECT a, named_struct('p', b, 'q', c), array() FROM t;

-- # INSERT from a pipeline
INSERT INTO summary FROM orders |> AGGREGATE max(order_id) AS m, sum(amount) AS s GROUP BY status |> SELECT m, status, s;

-- # INSERT with defaults
INSERT INTO summary SELECT order_id, DEFAULT, amount FROM orders;

-- # INSERT … FROM first
FROM users INSERT INTO summary SELECT user_id, name, age;

-- # a directory
INSERT OVERWRITE DIRECTORY '/exports/people' USING parquet SELECT name, age + 1 AS next FROM users;

-- # a local directory
INSERT OVERWRITE LOCAL DIRECTORY '/exports/csv' USING csv OPTIONS ('header' 'true') SELECT title FROM products;

-- # CREATE TABLE AS
CREATE TABLE made AS SELECT a, b + 1 AS k FROM t;

-- # CREATE TABLE with options
CREATE TABLE made USING parquet OPTIONS ('compression' 'zstd') PARTITIONED BY (c) COMMENT 'x' TBLPROPERTIES ('p' = '1') AS SELECT a, c FROM t;

-- # CREATE TABLE IF NOT EXISTS
CREATE TABLE IF NOT EXISTS made USING json AS SELECT upper(c) AS uc FROM t;

-- # CREATE TABLE, then INSERT
CREATE TABLE made (p INT, q STRING) USING parquet;
INSERT INTO made SELECT b, c FROM t;

-- # CREATE TABLE LIKE, then INSERT
CREATE TABLE made LIKE summary;
INSERT INTO made SELECT a, c, d FROM t;

-- # CREATE TABLE with a partition first
CREATE TABLE made (k STRING, p INT, q INT) USING parquet PARTITIONED BY (k);
INSERT INTO made SELECT a, b, c FROM t;

-- # CREATE TABLE clustered
CREATE TABLE made USING parquet CLUSTERED BY (a) INTO 4 BUCKETS AS SELECT a, c FROM t;

-- # CREATE TABLE AS, then SELECT
CREATE TABLE made USING parquet AS SELECT a + b AS k, c FROM t;
SELECT max(k) AS m FROM made;

-- # a view
CREATE VIEW seen AS SELECT a, b * 2 AS k FROM t;
SELECT k FROM seen;

-- # a view with names
CREATE OR REPLACE VIEW seen (p COMMENT 'first', q) COMMENT 'c' TBLPROPERTIES ('x' = 'y') AS SELECT a, sum(b) AS s FROM t GROUP BY a;
SELECT p + q AS s FROM seen;

-- # a temporary view
CREATE TEMPORARY VIEW seen AS SELECT a, c FROM t;
SELECT c, a FROM seen WHERE a > 1;

-- # a temporary view over a view
CREATE OR REPLACE TEMP VIEW first_one AS SELECT a AS k FROM t;
CREATE TEMP VIEW second_one (m) AS SELECT k + 1 FROM first_one;
SELECT m FROM second_one;

-- # a view with a binding of its schema
CREATE VIEW seen WITH SCHEMA EVOLUTION AS SELECT a, c FROM t;
SELECT * FROM seen;

-- # CACHE TABLE AS
CACHE TABLE kept AS SELECT a, upper(c) AS uc FROM t;
SELECT uc FROM kept;

-- # CACHE LAZY TABLE with options
CACHE LAZY TABLE kept OPTIONS ('storageLevel' 'DISK_ONLY') AS SELECT b FROM t;

-- # a database
CREATE DATABASE mart;
CREATE TABLE mart.facts (k INT, v DOUBLE) USING parquet;
INSERT INTO mart.facts SELECT a, d FROM t;
SELECT f.v FROM mart.facts f;

-- # USE
CREATE DATABASE IF NOT EXISTS mart;
USE mart;
CREATE TABLE facts (k INT) USING parquet;
INSERT INTO facts SELECT x FROM default.u;

-- # a CTAS in another catalog
CREATE TABLE lake.db.made AS SELECT a, c FROM t;

-- # a replaced table in another catalog
CREATE OR REPLACE TABLE lake.db.made USING foo PARTITIONED BY (c) AS SELECT a + 1 AS k, c FROM t;

-- # INSERT into another catalog
INSERT INTO lake.db.parted SELECT a, d, c FROM t;

-- # INSERT BY NAME into another catalog
INSERT INTO lake.db.parted BY NAME SELECT c AS day, a AS id, d AS v FROM t;

-- # INSERT … REPLACE WHERE
INSERT INTO lake.db.parted REPLACE WHERE day = '2024-01-01' SELECT a, d, '2024-01-01' FROM t;

-- # INSERT OVERWRITE of a partition in another catalog
INSERT OVERWRITE lake.db.parted PARTITION (day = 'x') SELECT a, d FROM t;

-- # INSERT of a struct by name in another catalog
INSERT INTO lake.db.acc BY NAME SELECT id, balance, owner, s, op AS note FROM lake.db.delta;

-- # INSERT with a schema to be widened
INSERT WITH SCHEMA EVOLUTION INTO lake.db.parted SELECT a, d, c FROM t;
