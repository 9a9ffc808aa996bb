-- Views, views on views, CREATE TABLE AS, materialized tables.

-- # a view
CREATE VIEW paid_orders AS SELECT order_id, amount, user_id FROM orders WHERE status = 'PAID';
SELECT order_id, amount * 2 AS doubled FROM paid_orders;

-- # a view with a column list
CREATE VIEW renamed (id, money, place) AS SELECT order_id, amount, orders.shipping.city FROM orders;
SELECT id, money, place FROM renamed;

-- # a view with comments
CREATE VIEW commented (id, s) COMMENT 'short' AS SELECT order_id, status FROM orders;
SELECT s, id FROM commented;

-- # a temporary view
CREATE TEMPORARY VIEW IF NOT EXISTS vips AS SELECT user_id, name FROM users WHERE vip;
SELECT v.name, o.amount FROM vips v JOIN orders o ON v.user_id = o.user_id;

-- # a view on a view on a view
CREATE VIEW v1 AS SELECT user_id, amount, quantity, order_time FROM orders;
CREATE VIEW v2 AS SELECT user_id, amount * quantity AS total FROM v1;
CREATE VIEW v3 AS SELECT user_id, SUM(total) AS sum_total, COUNT(*) AS n FROM v2 GROUP BY user_id;
SELECT u.name, v3.sum_total FROM v3 JOIN users u ON v3.user_id = u.user_id;

-- # a view keeps the time attribute
CREATE VIEW eur AS SELECT order_id, amount, order_time, proc_time FROM orders WHERE currency = 'EUR';
SELECT window_start, SUM(amount) AS s
FROM TABLE(TUMBLE(TABLE eur, DESCRIPTOR(order_time), INTERVAL '1' HOUR))
GROUP BY window_start, window_end;

-- # a view keeps processing time, for a lookup join
CREATE VIEW fresh AS SELECT order_id, user_id, proc_time AS pt FROM orders WHERE status = 'NEW';
SELECT f.order_id, u.email FROM fresh AS f JOIN users FOR SYSTEM_TIME AS OF f.pt AS u ON f.user_id = u.user_id;

-- # a view with rows and arrays
CREATE VIEW packed AS SELECT order_id, shipping AS place, items, attributes FROM orders;
SELECT p.order_id, p.place.geo.lat, i.sku, p.attributes['k'] AS k FROM packed AS p CROSS JOIN UNNEST(p.items) AS i(sku, price, qty);

-- # a view over a star
CREATE VIEW everything AS SELECT * FROM payments;
SELECT * FROM everything;

-- # a view over a union
CREATE VIEW parties AS SELECT user_id AS id, name FROM users UNION ALL SELECT product_id, title FROM products;
SELECT id, UPPER(name) AS n FROM parties;

-- # a view over unnamed columns
CREATE VIEW unnamed AS SELECT order_id, amount + 1, UPPER(status) FROM orders;
SELECT * FROM unnamed;

-- # CREATE TABLE AS
CREATE TABLE big_orders WITH ('connector' = 'kafka', 'topic' = 'big') AS
SELECT order_id, amount * 2 AS doubled, o.shipping.city AS city FROM orders AS o WHERE amount > 100;
SELECT order_id, doubled, city FROM big_orders;

-- # CREATE TABLE AS with more columns than the query
CREATE TABLE stamped (
  loaded_at AS PROCTIME(),
  note STRING
) WITH ('connector' = 'kafka', 'topic' = 'stamped') AS
SELECT order_id, status FROM orders;
SELECT order_id, status, note FROM stamped;

-- # CREATE TABLE AS with a key and a watermark
CREATE TABLE timed (
  WATERMARK FOR pay_time AS pay_time - INTERVAL '5' SECOND,
  PRIMARY KEY (payment_id) NOT ENFORCED
) WITH ('connector' = 'paimon', 'path' = 's3://lake/timed') AS
SELECT COALESCE(payment_id, 0) AS payment_id, paid, CAST(pay_time AS TIMESTAMP(3)) AS pay_time FROM payments;

-- # CREATE TABLE AS with reordered columns
CREATE TABLE reordered (amount, order_id) WITH ('connector' = 'kafka', 'topic' = 're') AS
SELECT order_id, amount FROM orders;

-- # CREATE OR REPLACE TABLE AS
CREATE OR REPLACE TABLE totals WITH ('connector' = 'paimon', 'path' = 's3://lake/totals') AS
SELECT user_id, SUM(amount) AS s, COUNT(*) AS n FROM orders GROUP BY user_id;

-- # a materialized table
CREATE MATERIALIZED TABLE daily_sales
PARTITIONED BY (ds)
FRESHNESS = INTERVAL '3' MINUTE
AS SELECT order_day AS ds, SUM(total) AS revenue, COUNT(DISTINCT user_id) AS buyers FROM orders GROUP BY order_day;

-- # a view dropped and made again means the new one
CREATE VIEW twice AS SELECT name AS x FROM users;
DROP VIEW twice;
CREATE VIEW twice AS SELECT title AS x FROM products;
SELECT x FROM twice;

-- # a table changed before it is read
CREATE TABLE growing (a INT, b STRING) WITH ('connector' = 'kafka', 'topic' = 'g');
ALTER TABLE growing ADD (c DOUBLE, d AS UPPER(b));
ALTER TABLE growing RENAME a TO aa;
SELECT * FROM growing;

-- # a column dropped
CREATE TABLE shrinking (a INT, b STRING, c DOUBLE) WITH ('connector' = 'kafka', 'topic' = 's');
ALTER TABLE shrinking DROP b;
SELECT * FROM shrinking;
