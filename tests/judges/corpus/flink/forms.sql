-- Forms of statements that the other files have few of, or none.

-- # a tumbling window with named arguments in another order
SELECT window_start, window_end, SUM(amount) AS s
FROM TUMBLE(DATA => TABLE orders, SIZE => INTERVAL '10' MINUTE, TIMECOL => DESCRIPTOR(order_time))
GROUP BY window_start, window_end;

-- # a hopping window with named arguments and an offset
SELECT symbol, window_time, MAX(price) AS p
FROM TABLE(HOP(DATA => TABLE ticks, TIMECOL => DESCRIPTOR(trade_time), SLIDE => INTERVAL '1' MINUTE,
  SIZE => INTERVAL '5' MINUTE, `OFFSET` => INTERVAL '30' SECOND))
GROUP BY symbol, window_start, window_end, window_time;

-- # a cumulative window with named arguments over a partitioned key
SELECT user_id, window_end, COUNT(*) AS n
FROM CUMULATE(DATA => TABLE orders, TIMECOL => DESCRIPTOR(order_time), STEP => INTERVAL '1' HOUR, SIZE => INTERVAL '1' DAY)
GROUP BY user_id, window_start, window_end;

-- # a session with named arguments and two keys
SELECT symbol, tax, window_start, SUM(volume) AS v
FROM SESSION(DATA => TABLE ticks PARTITION BY (symbol, tax), TIMECOL => DESCRIPTOR(trade_time), GAP => INTERVAL '5' MINUTE)
GROUP BY symbol, tax, window_start, window_end;

-- # every column of a session
SELECT * FROM SESSION(TABLE payments PARTITION BY order_id, DESCRIPTOR(pay_time), INTERVAL '5' MINUTE);

-- # grouping sets beside the bounds of a window
SELECT window_start, status, currency, SUM(amount) AS s
FROM TUMBLE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '1' HOUR)
GROUP BY window_start, window_end, GROUPING SETS ((status, currency), (status), ());

-- # a cube with its grouping ids
SELECT status, currency, GROUPING(status) AS g, GROUPING_ID(status, currency) AS gi, COUNT(coupon) AS n
FROM orders GROUP BY CUBE (status, currency);

-- # a rollup over a field of a row
SELECT shipping.city, status, AVG(amount) AS a FROM orders GROUP BY ROLLUP (shipping.city, status);

-- # the first three of each window
SELECT symbol, price, window_start FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY price DESC) AS rn
  FROM TUMBLE(TABLE ticks, DESCRIPTOR(trade_time), INTERVAL '1' MINUTE)
) WHERE rn <= 3;

-- # the last row of each key
SELECT order_id, status, amount FROM (
  SELECT order_id, status, amount, ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY proc_time DESC) AS rn FROM orders
) WHERE rn = 1;

-- # the first row of each key, written
INSERT INTO alerts (alert_id, user_id, raised_at)
SELECT coupon, user_id, order_time FROM (
  SELECT coupon, user_id, order_time, ROW_NUMBER() OVER (PARTITION BY user_id, coupon ORDER BY order_time ASC) AS rn
  FROM orders
) WHERE rn = 1;

-- # a window that is joined with a window
SELECT l.order_id, l.amount, r.paid, l.window_start
FROM TUMBLE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '5' MINUTE) AS l
JOIN TUMBLE(TABLE payments, DESCRIPTOR(pay_time), INTERVAL '5' MINUTE) AS r
ON l.order_id = r.order_id AND l.window_start = r.window_start AND l.window_end = r.window_end;

-- # keys and values of a JSON object that are computed
SELECT user_id, JSON_OBJECTAGG(KEY status || '-' || currency VALUE amount * 2) AS j FROM orders GROUP BY user_id;

-- # a JSON object whose keys are fields and cases
SELECT JSON_OBJECT(KEY COALESCE(CASE WHEN vip THEN phone ELSE city END, 'none') VALUE name, KEY 'k' VALUE email || phone ABSENT ON NULL) AS j
FROM users;

-- # JSON objects in a JSON array that is aggregated
SELECT user_id, JSON_ARRAYAGG(JSON_OBJECT('s' VALUE status, 'a' VALUE amount) NULL ON NULL) AS j FROM orders GROUP BY user_id;

-- # LISTAGG with a separator, distinct and filtered
SELECT user_id, LISTAGG(DISTINCT status, '|') FILTER (WHERE amount > 1) AS l FROM orders GROUP BY user_id;

-- # elements with their position
SELECT o.order_id, t.tag, t.pos FROM orders AS o CROSS JOIN UNNEST(o.tags) WITH ORDINALITY AS t (tag, pos);

-- # entries of a map with their position, all columns
SELECT * FROM (SELECT product_id, props FROM products) AS p CROSS JOIN UNNEST(p.props) WITH ORDINALITY AS e (k, v, n);

-- # rows of an array, kept where there are none
SELECT o.order_id, i.sku, i.price * i.qty AS s FROM orders AS o LEFT JOIN UNNEST(o.items) AS i (sku, price, qty) ON TRUE;

-- # fields of elements, of values and of parentheses have no names
SELECT items[1].sku, (shipping).city, shipping.geo.lat, attributes['a'] FROM orders;

-- # constructors, opened again
SELECT ROW(order_id, status) AS r, ARRAY[amount, total] AS a, MAP['k', status, 'c', coupon] AS m,
  MAP['k', status, 'c', coupon]['c'] AS c, ARRAY[ROW(order_id, status)] AS ar
FROM orders;

-- # a table function over a column and a constant
SELECT u.name, w.word FROM users AS u LEFT JOIN LATERAL TABLE(split_words(u.email, '@')) AS w (word, len) ON TRUE;

-- # table functions one behind the other
SELECT c.url, a.word, b.word_length
FROM clicks AS c, LATERAL TABLE(split_words(c.url)) AS a (word, word_length), LATERAL TABLE(split_words(a.word)) AS b (w, word_length);

-- # a lookup of a lookup
SELECT o.order_id, u.name, p.title
FROM orders AS o
JOIN users FOR SYSTEM_TIME AS OF o.proc_time AS u ON o.user_id = u.user_id
LEFT JOIN products FOR SYSTEM_TIME AS OF o.proc_time AS p ON o.product_id = p.product_id;

-- # versions of a rate
SELECT o.order_id, o.amount * r.rate AS eur
FROM orders AS o LEFT JOIN rates FOR SYSTEM_TIME AS OF o.order_time AS r ON o.currency = r.currency;

-- # a pattern inside of a join
SELECT m.symbol, m.low, u.name
FROM ticks MATCH_RECOGNIZE (
  PARTITION BY symbol ORDER BY trade_time
  MEASURES MIN(DOWN.price) AS low, LAST(UP.price) AS high, FIRST(DOWN.volume) - LAST(UP.volume) AS d
  ONE ROW PER MATCH AFTER MATCH SKIP TO FIRST UP
  PATTERN (DOWN{2,} UP) WITHIN INTERVAL '1' HOUR
  DEFINE DOWN AS DOWN.price < 10, UP AS UP.price > LAST(DOWN.price, 1)
) AS m JOIN users AS u ON u.name = m.symbol;

-- # a pattern over a window
SELECT * FROM (SELECT symbol, price, trade_time FROM ticks) MATCH_RECOGNIZE (
  PARTITION BY symbol ORDER BY trade_time
  MEASURES A.price AS p, AVG(B.price) AS q, MATCH_ROWTIME() AS t, B.symbol || A.symbol AS s
  PATTERN (A B*? C) DEFINE B AS B.price > A.price, C AS C.price < A.price
);

-- # inserts at once into the same table and another
EXECUTE STATEMENT SET
BEGIN
INSERT INTO alerts (alert_id, score) SELECT status, amount FROM orders;
INSERT INTO alerts (alert_id, user_id) SELECT url, user_id FROM clicks;
INSERT INTO dws_daily (dt, category) SELECT order_day, status FROM orders;
END;

-- # a statement set with unions and CTEs
EXECUTE STATEMENT SET
BEGIN
INSERT INTO alerts (alert_id, detail) WITH q AS (SELECT status AS s, coupon AS c FROM orders) SELECT s, c FROM q;
INSERT INTO alerts (kind, detail) SELECT url, referrer FROM clicks UNION ALL SELECT name, email FROM users;
END;

-- # a list of columns and a static partition
INSERT OVERWRITE dwd_orders PARTITION (dt = '2024-01-01', hr = '01') (order_id, amount)
SELECT order_id, SUM(amount) FROM orders GROUP BY order_id;

-- # a static partition, and one that the query decides
INSERT INTO dwd_orders PARTITION (dt = '2024-01-01')
SELECT order_id, status, coupon, amount, order_time, currency FROM orders;

-- # columns in another order than the table's
INSERT INTO dwd_orders (hr, dt, amount, order_id) SELECT currency, order_day, total, order_id FROM orders;

-- # a table from a query, with a key and options
CREATE TABLE daily (PRIMARY KEY (d) NOT ENFORCED) WITH ('connector' = 'kafka')
AS SELECT COALESCE(order_day, 'none') AS d, SUM(amount) AS s FROM orders GROUP BY COALESCE(order_day, 'none');
SELECT d, s FROM daily;

-- # a table from a query, with columns of its own
CREATE TABLE wide (extra STRING, twice AS s * 2) WITH ('connector' = 'kafka')
AS SELECT order_id, amount AS s FROM orders;
SELECT * FROM wide;

-- # a table from a query in another order
CREATE TABLE turned (s, order_id) WITH ('connector' = 'kafka') AS SELECT order_id, amount AS s FROM orders;
SELECT * FROM turned;

-- # a table that is replaced by a query
CREATE TABLE kept (a INT) WITH ('connector' = 'kafka');
CREATE OR REPLACE TABLE kept WITH ('connector' = 'kafka') AS SELECT user_id, name FROM users;
SELECT * FROM kept;

-- # a materialized table, and a reader of it
CREATE MATERIALIZED TABLE revenue FRESHNESS = INTERVAL '1' MINUTE
AS SELECT currency, SUM(amount) AS total FROM orders GROUP BY currency;
SELECT total, currency FROM revenue;

-- # a materialized table in another order
CREATE MATERIALIZED TABLE revenue (total, currency) FRESHNESS = INTERVAL '1' MINUTE
AS SELECT currency, SUM(amount) AS total FROM orders GROUP BY currency;
SELECT * FROM revenue;

-- # a materialized table that is altered by its definition
CREATE MATERIALIZED TABLE revenue FRESHNESS = INTERVAL '1' MINUTE AS SELECT currency, amount FROM orders;
CREATE OR ALTER MATERIALIZED TABLE revenue FRESHNESS = INTERVAL '1' MINUTE
AS SELECT currency, amount, status AS st FROM orders;
SELECT * FROM revenue;

-- # a changelog of a table
SELECT * FROM TO_CHANGELOG(input => TABLE users, op => DESCRIPTOR(kind));

-- # a table of a changelog
CREATE VIEW log AS SELECT status AS op, order_id, amount FROM orders;
SELECT * FROM FROM_CHANGELOG(input => TABLE log);

-- # a query among the arguments of a search
SELECT s.doc, s.score FROM documents AS q,
LATERAL TABLE(VECTOR_SEARCH((SELECT doc_id + 1 AS doc, body, lang, embedding FROM documents), DESCRIPTOR(embedding), q.embedding, 5)) AS s;

-- # USING inside of expressions, behind a filter
SELECT ABS(order_id) AS a, order_id + 1 AS b, p.paid FROM orders AS o RIGHT JOIN payments AS p USING (order_id) WHERE o.amount > 1;

-- # a scalar subquery that depends on the row
SELECT o.order_id, (SELECT MAX(p.paid) FROM payments AS p WHERE p.order_id = o.order_id) AS paid FROM orders AS o;

-- # a query beside the tables before it
SELECT u.name, x.best FROM users AS u, LATERAL (SELECT MAX(amount) AS best FROM orders AS o WHERE o.user_id = u.user_id) AS x;

-- # a plan that is compiled, and one that is run, too
COMPILE PLAN 'file:/p.json' FOR INSERT INTO alerts (alert_id) SELECT url FROM clicks;
COMPILE AND EXECUTE PLAN 'file:/q.json' FOR INSERT INTO alerts (kind, user_id) SELECT referrer, user_id FROM clicks;

-- # an explanation moves nothing
EXPLAIN PLAN FOR INSERT INTO alerts (alert_id) SELECT url FROM clicks;
SELECT url FROM clicks;
