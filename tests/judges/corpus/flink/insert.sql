-- INSERT: by position, partial columns, partitions, metadata, conflicts; statement sets.

-- # by position, whatever the names
INSERT INTO alerts
SELECT status, currency, user_id, coupon, CAST(amount AS DOUBLE), order_time FROM orders;

-- # partial columns
INSERT INTO alerts (alert_id, user_id) SELECT CAST(order_id AS STRING), user_id FROM orders;

-- # partial columns in another order
INSERT INTO alerts (score, kind, alert_id) SELECT CAST(amount AS DOUBLE), status, coupon FROM orders;

-- # a dynamic partition
INSERT INTO dwd_orders
SELECT o.order_id, u.name, p.title, o.amount, o.order_time, DATE_FORMAT(o.order_time, 'yyyyMMdd'), DATE_FORMAT(o.order_time, 'HH')
FROM orders o
JOIN users u ON o.user_id = u.user_id
JOIN products p ON o.product_id = p.product_id;

-- # a static partition
INSERT INTO dwd_orders PARTITION (dt = '2024-05-01', hr = '00')
SELECT order_id, status, coupon, amount, order_time FROM orders;

-- # a static and a dynamic partition
INSERT INTO dwd_orders PARTITION (dt = '2024-05-01')
SELECT order_id, status, coupon, amount, order_time, DATE_FORMAT(order_time, 'HH') FROM orders;

-- # overwrite a partition
INSERT OVERWRITE dwd_orders PARTITION (dt = '2024-05-01', hr = '12')
SELECT order_id, CAST(user_id AS STRING), currency, total, order_time FROM orders;

-- # a static partition with a column list
INSERT INTO dwd_orders PARTITION (dt = '2024-05-01', hr = '01') (order_id, amount)
SELECT payment_id, paid FROM payments;

-- # writable metadata is a column of the sink, virtual metadata and computed columns are not
INSERT INTO events_out
SELECT CAST(user_id AS STRING), url, kafka_time, CAST(NULL AS MAP<STRING, BYTES>) FROM clicks;

-- # writable metadata in a column list
INSERT INTO events_out (v, event_time, k) SELECT payload, event_time, `user` FROM clicks;

-- # computed columns of a sink take no values
INSERT INTO orders
SELECT order_id, user_id, product_id, amount * 2, quantity, 'COPY', coupon, currency, shipping, items, tags, attributes, order_time
FROM orders WHERE status = 'NEW';

-- # VALUES
INSERT INTO users VALUES (1, 'Ann', 'a@example.org', '1', 'Rome', DATE '1990-01-01', TRUE, 1.5);

-- # an aggregate into a table with a key
INSERT INTO dws_daily
SELECT o.order_day, p.category, COUNT(*), COUNT(DISTINCT o.user_id), SUM(o.total), MAX(o.order_time)
FROM orders o JOIN products p ON o.product_id = p.product_id
GROUP BY o.order_day, p.category;

-- # a union into a sink
INSERT INTO alerts
SELECT 'o', 'order', user_id, status, 1.0, order_time FROM orders
UNION ALL
SELECT 'c', url, user_id, referrer, 2.0, CAST(event_time AS TIMESTAMP(3)) FROM clicks;

-- # a CTE before the query of an INSERT
INSERT INTO alerts (alert_id, score)
WITH m AS (SELECT user_id, MAX(score) AS s FROM users GROUP BY user_id)
SELECT CAST(user_id AS STRING), s FROM m;

-- # a window into a sink
INSERT INTO dws_daily (dt, category, revenue)
SELECT DATE_FORMAT(window_start, 'yyyy-MM-dd'), status, SUM(amount)
FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '1' DAY))
GROUP BY window_start, window_end, status;

-- # a lookup join into a sink
INSERT INTO dwd_orders
SELECT o.order_id, u.name, p.title, o.amount, o.order_time, o.order_day, '00'
FROM orders AS o
LEFT JOIN users FOR SYSTEM_TIME AS OF o.proc_time AS u ON o.user_id = u.user_id
LEFT JOIN products FOR SYSTEM_TIME AS OF o.proc_time AS p ON o.product_id = p.product_id;

-- # options of the sink
INSERT INTO alerts /*+ OPTIONS('sink.parallelism' = '4') */
SELECT `user`, url, user_id, payload, 0.0, CAST(event_time AS TIMESTAMP(3)) FROM clicks;

-- # a nested row is written whole
CREATE TABLE out_rows (id BIGINT, place ROW<town STRING, road STRING, `at` ROW<a DOUBLE, b DOUBLE>>, labels ARRAY<STRING>)
WITH ('connector' = 'kafka', 'topic' = 'out.rows');
INSERT INTO out_rows SELECT order_id, shipping, tags FROM orders;

-- # a field of a nested row is written by a row of others
CREATE TABLE out_places (id BIGINT, place ROW<town STRING, lat DOUBLE>) WITH ('connector' = 'kafka', 'topic' = 'out.places');
INSERT INTO out_places SELECT o.order_id, ROW(o.shipping.city, o.shipping.geo.lat) FROM orders AS o;

-- # what to do with late duplicates
CREATE TABLE last_status (order_id BIGINT, status STRING, PRIMARY KEY (order_id) NOT ENFORCED)
WITH ('connector' = 'upsert-kafka', 'topic' = 'last');
INSERT INTO last_status SELECT order_id, status FROM orders ON CONFLICT DO DEDUPLICATE;

-- # a statement set
EXECUTE STATEMENT SET
BEGIN
INSERT INTO alerts SELECT coupon, status, user_id, currency, 1.0, order_time FROM orders WHERE amount > 1000;
INSERT INTO dws_daily (dt, category, revenue) SELECT order_day, status, SUM(amount) FROM orders GROUP BY order_day, status;
END;

-- # a statement set over a view
CREATE TEMPORARY VIEW enriched AS
SELECT o.order_id, u.name, o.amount, o.order_time, u.city FROM orders o JOIN users u ON o.user_id = u.user_id;
EXECUTE STATEMENT SET
BEGIN
INSERT INTO dwd_orders SELECT order_id, name, city, amount, order_time, 'd', 'h' FROM enriched;
INSERT INTO dws_daily (dt, category, buyers) SELECT city, name, COUNT(*) FROM enriched GROUP BY city, name;
INSERT INTO alerts (alert_id, detail) SELECT CAST(order_id AS STRING), name FROM enriched WHERE amount < 0;
END;

-- # a statement set in the client's older form
BEGIN STATEMENT SET;
INSERT INTO alerts (alert_id, kind) SELECT symbol, 'tick' FROM ticks;
INSERT INTO alerts (alert_id, score) SELECT symbol, AVG(price) FROM ticks GROUP BY symbol;
END;

-- # several inserts one after another
INSERT INTO alerts (alert_id) SELECT name FROM users;
INSERT INTO alerts (kind) SELECT title FROM products;

-- # chained tables in one script
CREATE TABLE stage_one (id BIGINT, money DECIMAL(12, 2)) WITH ('connector' = 'kafka', 'topic' = 's1');
CREATE TABLE stage_two (id BIGINT, doubled DECIMAL(14, 2), twice AS doubled * 2) WITH ('connector' = 'kafka', 'topic' = 's2');
INSERT INTO stage_one SELECT order_id, amount FROM orders;
INSERT INTO stage_two SELECT id, CAST(money * 2 AS DECIMAL(14, 2)) FROM stage_one;
INSERT INTO alerts (alert_id, detail) SELECT CAST(id AS STRING), CAST(twice AS STRING) FROM stage_two;
