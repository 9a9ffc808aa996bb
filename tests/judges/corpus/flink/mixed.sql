-- Forms that meet one another: what a single feature does not show.

-- # a table in buckets
CREATE TABLE dist (id BIGINT, v STRING COMMENT 'the value', PRIMARY KEY (id) NOT ENFORCED) COMMENT 'x' DISTRIBUTED BY HASH(id) INTO 4 BUCKETS WITH ('connector' = 'paimon');
INSERT INTO dist SELECT order_id, status FROM orders;
SELECT * FROM dist;

-- # REPLACE TABLE AS
REPLACE TABLE rep WITH ('connector' = 'kafka') AS SELECT user_id, UPPER(name) AS n FROM users;

-- # CREATE TABLE AS, partitioned
CREATE TABLE part_as PARTITIONED BY (d) WITH ('connector' = 'hudi') AS SELECT order_id, amount, order_day AS d FROM orders;

-- # CASE and IF inside aggregates
SELECT user_id, SUM(CASE status WHEN 'A' THEN amount WHEN 'B' THEN total ELSE 0 END) AS s, AVG(IF(quantity > 1, amount, 0)) AS a FROM orders GROUP BY user_id;

-- # a correlated EXISTS as a condition
SELECT CASE WHEN EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.order_id AND p.paid > o.amount) THEN o.status ELSE o.coupon END AS c FROM orders o;

-- # a table function over an unnested row
SELECT o.order_id, i.sku, w.word FROM orders o CROSS JOIN UNNEST(o.items) AS i(sku, price, qty), LATERAL TABLE(split_words(i.sku, o.status)) AS w(word, len);

-- # a window, joined afterwards
SELECT w.window_start, w.user_id, w.s, u.name FROM (SELECT window_start, window_end, user_id, SUM(amount) AS s FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '1' HOUR)) GROUP BY window_start, window_end, user_id) w JOIN users u ON w.user_id = u.user_id WHERE w.s > 10;

-- # a window over a view that renames its time
CREATE VIEW rn (a, b, t) AS SELECT user_id, amount * 2, order_time FROM orders;
SELECT a, window_end, MAX(b) m FROM TABLE(HOP(TABLE rn, DESCRIPTOR(t), INTERVAL '1' MINUTE, INTERVAL '5' MINUTE)) GROUP BY a, window_start, window_end;

-- # an OVER window over a match
SELECT symbol, d, SUM(d) OVER (PARTITION BY symbol ORDER BY rt) AS acc FROM ticks MATCH_RECOGNIZE (PARTITION BY symbol ORDER BY trade_time MEASURES B.price - A.price AS d, MATCH_ROWTIME() AS rt ONE ROW PER MATCH PATTERN (A B) DEFINE B AS B.price > A.price);

-- # a scalar subquery over a union
SELECT name, (SELECT MAX(x) FROM (SELECT amount AS x FROM orders UNION ALL SELECT paid FROM payments)) AS top FROM users;

-- # IN with two columns
SELECT order_id FROM orders WHERE (user_id, product_id) IN (SELECT user_id, user_id FROM users);

-- # NOT IN as a value
SELECT order_id, status NOT IN (SELECT category FROM products) AS odd FROM orders;

-- # ALL as a value
SELECT order_id, amount > ALL (SELECT price FROM products) AS big FROM orders;

-- # HAVING with a subquery
SELECT user_id, SUM(amount) AS s FROM orders GROUP BY user_id HAVING SUM(amount) > (SELECT AVG(price) FROM products);

-- # CASE over aggregates
SELECT CASE WHEN SUM(amount) > 10 THEN MAX(status) ELSE MIN(coupon) END AS c, user_id FROM orders GROUP BY user_id;

-- # ORDER BY what is not selected
SELECT user_id, name FROM users ORDER BY score DESC, city LIMIT 3;

-- # DISTINCT rows
SELECT DISTINCT shipping FROM orders;

-- # rows compared
SELECT order_id, shipping = ROW('a', 'b', ROW(1.0, 2.0)) AS same FROM orders;

-- # a row as a key
SELECT shipping.geo, COUNT(*) AS n FROM orders GROUP BY shipping.geo;

-- # CASE over rows
SELECT CASE WHEN amount > 1 THEN shipping ELSE CAST(NULL AS ROW<city STRING, street STRING, geo ROW<lat DOUBLE, lon DOUBLE>>) END AS s FROM orders;

-- # a field of a coalesced row
SELECT x.s.city FROM (SELECT COALESCE(shipping, shipping) AS s FROM orders) AS x;

-- # a field of an element of collected rows
SELECT x.a[1].city AS c FROM (SELECT ARRAY_AGG(shipping) AS a FROM orders GROUP BY user_id) AS x;

-- # a field of the last row
SELECT x.l.geo.lat AS lat FROM (SELECT user_id, LAST_VALUE(shipping) AS l FROM orders GROUP BY user_id) AS x;

-- # collected rows, unnested
SELECT u, city FROM (SELECT user_id AS u, ARRAY_AGG(shipping) AS a FROM orders GROUP BY user_id) CROSS JOIN UNNEST(a) AS t(city, street, geo);

-- # maps of rows, arrays of arrays
CREATE TABLE mr (k STRING, m MAP<STRING, ROW<a INT, b STRING>>, aa ARRAY<ARRAY<ROW<x INT, y INT>>>) WITH ('connector' = 'kafka');
SELECT m['q'].a AS a, aa[1][2].x AS x, CARDINALITY(m) AS n FROM mr;

-- # a map of rows, unnested
CREATE TABLE mr (k STRING, m MAP<STRING, ROW<a INT, b STRING>>) WITH ('connector' = 'kafka');
SELECT t.kk, t.vv.a FROM mr CROSS JOIN UNNEST(m) AS t(kk, vv);

-- # arrays of arrays, unnested twice
CREATE TABLE na (id INT, aa ARRAY<ARRAY<STRING>>) WITH ('connector' = 'kafka');
SELECT id, b.s FROM na CROSS JOIN UNNEST(aa) AS a(inner_array) CROSS JOIN UNNEST(a.inner_array) AS b(s);

-- # an INSERT from a CTE that hides a table
INSERT INTO alerts (alert_id, kind, score)
WITH orders AS (SELECT payment_id AS id, `method` AS m, paid FROM payments)
SELECT CAST(id AS STRING), m, CAST(paid AS DOUBLE) FROM orders;

-- # a union of CTEs, renamed, into a sink
INSERT INTO users
WITH a AS (SELECT user_id AS x, `user` AS y FROM clicks), b AS (SELECT product_id, title FROM products)
SELECT x, y, y, y, y, CAST(NULL AS DATE), TRUE, 1.0 FROM (SELECT * FROM a UNION ALL SELECT * FROM b) AS c(x, y);

-- # COALESCE over both sides of USING
SELECT order_id, COALESCE(p.paid, s.cost) AS c FROM payments p LEFT JOIN shipments s USING (order_id);

-- # a right join by USING
SELECT order_id, paid, carrier FROM payments RIGHT JOIN shipments USING (order_id);

-- # three tables by USING
SELECT order_id, paid, carrier, amount FROM payments JOIN shipments USING (order_id) JOIN orders USING (order_id);

-- # a star over USING
SELECT * FROM payments JOIN shipments USING (order_id);

-- # a temporal join between others
SELECT o.order_id, r.rate, u.name FROM orders o JOIN rates FOR SYSTEM_TIME AS OF o.order_time AS r ON o.currency = r.currency LEFT JOIN users u ON u.user_id = o.user_id WHERE r.rate > 1;

-- # BETWEEN SYMMETRIC, IS DISTINCT FROM
SELECT amount BETWEEN SYMMETRIC quantity AND 5 AS b, status IS DISTINCT FROM coupon AS d, status IS NOT DISTINCT FROM currency AS e FROM orders;

-- # arithmetic of intervals
SELECT order_time - INTERVAL '1' HOUR * 2 AS a, TIMESTAMPADD(MINUTE, quantity, order_time) AS b, order_time > CURRENT_TIMESTAMP AS c FROM orders;

-- # quotes and comments
SELECT 'it''s -- no comment' AS q, /* hint? */ name -- trailing
FROM users -- end
WHERE city <> ';';

-- # names in backquotes
SELECT `name` AS `имя`, `city` AS `select` FROM `users` AS `u v` WHERE `u v`.`vip`;

-- # two windows in one expression
SELECT LAST_VALUE(price) OVER (PARTITION BY symbol ORDER BY trade_time ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - FIRST_VALUE(price) OVER (PARTITION BY symbol ORDER BY trade_time) AS diff FROM ticks;

-- # LISTAGG DISTINCT and a counted CASE
SELECT city, LISTAGG(DISTINCT name, '|') AS l, COUNT(CASE WHEN vip THEN email END) AS c FROM users GROUP BY city;

-- # a group by a computed column and an expression
SELECT order_day, EXTRACT(HOUR FROM order_time) AS h, SUM(total) t FROM orders GROUP BY order_day, EXTRACT(HOUR FROM order_time);

-- # a table written to itself
INSERT INTO orders SELECT order_id, user_id, product_id, amount, quantity, status, coupon, currency, shipping, items, tags, attributes, order_time FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY order_time DESC) AS rn FROM orders) WHERE rn = 1;

-- # a row made for a sink, read again
CREATE TABLE nt (id BIGINT, r ROW<a STRING, b ROW<c DOUBLE, d DOUBLE>>) WITH ('connector' = 'kafka');
INSERT INTO nt SELECT order_id, CAST(ROW(status, ROW(o.shipping.geo.lat, 1.0)) AS ROW<a STRING, b ROW<c DOUBLE, d DOUBLE>>) FROM orders AS o;
SELECT n.r.b.c FROM nt AS n;

-- # a join in parentheses
SELECT o.order_id, u.name FROM orders o LEFT JOIN (users u JOIN products p ON u.user_id = p.product_id) ON o.user_id = u.user_id;

-- # a union with VALUES
SELECT name FROM users UNION ALL VALUES ('x'), ('y');

-- # JSON inside a JSON aggregate
SELECT user_id, JSON_OBJECTAGG(KEY status VALUE JSON_ARRAY(amount, currency)) AS j FROM orders GROUP BY user_id;

-- # functions inside a table function's arguments
SELECT u.user_id, t.w FROM users u, LATERAL TABLE(split_words(mask_phone(u.phone), UPPER(u.email))) AS t(w, l) WHERE t.l > 3;

-- # a registered aggregate with FILTER
SELECT user_id, weighted_avg(amount * 2, quantity) FILTER (WHERE status = 'x') AS w FROM orders GROUP BY user_id;

-- # CUMULATE with an offset
SELECT window_start, SUM(volume) v FROM TABLE(CUMULATE(TABLE ticks, DESCRIPTOR(trade_time), INTERVAL '1' HOUR, INTERVAL '1' DAY, INTERVAL '8' HOUR)) GROUP BY window_start, window_end;

-- # SESSION without a key
SELECT window_start, COUNT(url) c FROM TABLE(SESSION(TABLE clicks, DESCRIPTOR(event_time), INTERVAL '5' MINUTE)) GROUP BY window_start, window_end;

-- # GROUPING SETS over expressions
SELECT UPPER(status) AS s, currency, GROUPING_ID(UPPER(status), currency) AS g, MAX(amount) AS m FROM orders GROUP BY GROUPING SETS ((UPPER(status)), (currency), ());

-- # distinct aggregates
SELECT COUNT(DISTINCT status) AS a, SUM(DISTINCT quantity) AS b FROM orders;

-- # ORDER BY an alias, with a LIMIT
SELECT amount * 2 AS d, name FROM orders o JOIN users u ON o.user_id = u.user_id ORDER BY d LIMIT 5;

-- # CASE with several conditions
SELECT CASE WHEN status IN ('a','b') AND quantity BETWEEN 1 AND 3 THEN CONCAT(coupon, currency) WHEN status IS NULL THEN NULL ELSE 'x' END AS c FROM orders;
