-- Catalogs and databases.

-- # a table by its full name
SELECT order_id FROM default_catalog.default_database.orders;

-- # columns by a table's name
SELECT orders.order_id, orders.amount FROM default_database.orders;

-- # another database
CREATE DATABASE mart;
CREATE TABLE mart.facts (id BIGINT, v DOUBLE) WITH ('connector' = 'kafka', 'topic' = 'facts');
SELECT f.id, f.v FROM mart.facts AS f;

-- # a current database
CREATE DATABASE mart;
USE mart;
CREATE TABLE facts (id BIGINT, v DOUBLE) WITH ('connector' = 'kafka', 'topic' = 'facts');
SELECT id, v FROM facts;
SELECT u.name, f.v FROM facts AS f JOIN default_database.users AS u ON f.id = u.user_id;

-- # another catalog
CREATE CATALOG lake WITH ('type' = 'generic_in_memory', 'default-database' = 'raw_zone');
CREATE TABLE lake.raw_zone.hits (id BIGINT, url STRING, seen TIMESTAMP(3)) WITH ('connector' = 'kafka', 'topic' = 'hits');
INSERT INTO alerts (alert_id, detail, raised_at) SELECT CAST(id AS STRING), url, seen FROM lake.raw_zone.hits;

-- # a current catalog
CREATE CATALOG lake WITH ('type' = 'generic_in_memory', 'default-database' = 'raw_zone');
USE CATALOG lake;
CREATE TABLE hits (id BIGINT, url STRING) WITH ('connector' = 'kafka', 'topic' = 'hits');
CREATE VIEW urls AS SELECT UPPER(url) AS u, id FROM hits;
SELECT u FROM urls;
SELECT h.url, o.status FROM hits AS h JOIN default_catalog.default_database.orders AS o ON h.id = o.order_id;

-- # the same table name in two databases
CREATE DATABASE archive;
CREATE TABLE archive.orders (order_id BIGINT, old_amount DECIMAL(12, 2)) WITH ('connector' = 'jdbc', 'table-name' = 'old');
SELECT n.order_id, n.amount, a.old_amount FROM orders AS n LEFT JOIN archive.orders AS a ON n.order_id = a.order_id;

-- # settings between statements
SET 'table.local-time-zone' = 'UTC';
SELECT order_id, CAST(order_time AS TIMESTAMP_LTZ(3)) AS t FROM orders;

-- # a temporary table hides a table
CREATE TEMPORARY TABLE users (user_id BIGINT, nick STRING) WITH ('connector' = 'kafka', 'topic' = 'nicks');
SELECT user_id, nick FROM users;
