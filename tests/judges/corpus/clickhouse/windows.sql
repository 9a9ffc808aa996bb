-- row_number and ranks have no source
SELECT row_number() OVER (ORDER BY ts) AS n, rank() OVER (PARTITION BY user_id ORDER BY amount) AS r, dense_rank() OVER (ORDER BY qty) AS d FROM ods.orders;
-- sums over a partition
SELECT sum(amount) OVER (PARTITION BY user_id) AS s, avg(amount) OVER (PARTITION BY user_id ORDER BY ts) AS a FROM ods.orders;
-- lagInFrame and leadInFrame
SELECT lagInFrame(amount) OVER (PARTITION BY user_id ORDER BY ts) AS l, leadInFrame(amount, 1, 0.) OVER (ORDER BY ts) AS n FROM ods.orders;
-- lag and lead
SELECT lag(amount, 1) OVER (PARTITION BY user_id ORDER BY ts) AS l, lead(status) OVER (ORDER BY ts) AS n FROM ods.orders;
-- a default of lag
SELECT lagInFrame(amount, 1, toFloat64(qty)) OVER (ORDER BY ts) AS l FROM ods.orders;
-- first_value, last_value and nth_value
SELECT first_value(amount) OVER w AS f, last_value(status) OVER w AS l, nth_value(qty, 2) OVER w AS n FROM ods.orders WINDOW w AS (PARTITION BY user_id ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING);
-- several named windows
SELECT sum(amount) OVER a AS x, max(qty) OVER b AS y FROM ods.orders WINDOW a AS (PARTITION BY user_id), b AS (PARTITION BY product_id ORDER BY ts);
-- a window that extends another
SELECT sum(amount) OVER (w ORDER BY ts) AS s FROM ods.orders WINDOW w AS (PARTITION BY user_id);
-- frames
SELECT avg(amount) OVER (ORDER BY ts ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS m, sum(qty) OVER (ORDER BY toUnixTimestamp(ts) RANGE BETWEEN 60 PRECEDING AND CURRENT ROW) AS r FROM ods.orders;
-- expressions over windows
SELECT amount / sum(amount) OVER (PARTITION BY user_id) AS share, amount - lagInFrame(amount) OVER (ORDER BY ts) AS delta FROM ods.orders;
-- a window over an aggregate
SELECT user_id, sum(amount) AS s, rank() OVER (ORDER BY sum(amount) DESC) AS r, sum(s) OVER () AS total FROM ods.orders GROUP BY user_id;
-- QUALIFY
SELECT order_id, amount FROM ods.orders QUALIFY row_number() OVER (PARTITION BY user_id ORDER BY ts DESC) = 1;
-- QUALIFY by an alias
SELECT order_id, row_number() OVER (PARTITION BY user_id ORDER BY ts DESC) AS rn FROM ods.orders QUALIFY rn <= 3;
-- the top row by a subquery
SELECT user_id, amount FROM (SELECT user_id, amount, row_number() OVER (PARTITION BY user_id ORDER BY amount DESC) AS rn FROM ods.orders) WHERE rn = 1;
-- argMax over a window
SELECT argMax(status, ts) OVER (PARTITION BY user_id) AS s FROM ods.orders;
-- sumIf over a window
SELECT sumIf(amount, status = 'paid') OVER (PARTITION BY user_id) AS s, countIf(qty > 1) OVER () AS c FROM ods.orders;
-- count over a window
SELECT count() OVER (PARTITION BY user_id) AS n, count(coupon) OVER () AS c FROM ods.orders;
-- groupArray over a window
SELECT groupArray(status) OVER (PARTITION BY user_id ORDER BY ts) AS path FROM ods.orders;
-- quantile over a window
SELECT quantile(0.5)(amount) OVER (PARTITION BY product_id) AS m FROM ods.orders;
-- ntile, percent_rank and cume_dist
SELECT ntile(4) OVER (ORDER BY amount ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS q, percent_rank() OVER (ORDER BY amount) AS p FROM ods.orders;
-- nonNegativeDerivative
SELECT nonNegativeDerivative(cpu, at, INTERVAL 1 SECOND) OVER (PARTITION BY host ORDER BY at) AS d FROM metrics;
-- a CASE over a window
SELECT CASE WHEN row_number() OVER (ORDER BY ts) = 1 THEN amount ELSE lagInFrame(amount) OVER (ORDER BY ts) END AS v FROM ods.orders;
-- window in a condition only
SELECT if(rank() OVER (ORDER BY amount) = 1, status, 'rest') AS v FROM ods.orders;
-- sessions by windows
SELECT user_id, sum(fresh) OVER (PARTITION BY user_id ORDER BY ts) AS session, url FROM (SELECT user_id, ts, url, if(ts - lagInFrame(ts) OVER (PARTITION BY user_id ORDER BY ts) > 1800, 1, 0) AS fresh FROM events);
-- exponentialTimeDecayedAvg over a window
SELECT exponentialTimeDecayedAvg(60)(cpu, at) OVER (PARTITION BY host ORDER BY at) AS e FROM metrics;
-- any over rows
SELECT anyLast(coupon) OVER (PARTITION BY user_id ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS p FROM ods.orders;
