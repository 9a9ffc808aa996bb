-- WITH TOTALS
SELECT status, sum(amount) AS s FROM ods.orders GROUP BY status WITH TOTALS;
-- ROLLUP
SELECT status, product_id, sum(amount) AS s FROM ods.orders GROUP BY ROLLUP(status, product_id);
-- WITH ROLLUP behind the keys
SELECT status, product_id, sum(amount) AS s FROM ods.orders GROUP BY status, product_id WITH ROLLUP;
-- CUBE
SELECT status, product_id, count() AS c FROM ods.orders GROUP BY CUBE(status, product_id);
-- WITH CUBE behind the keys
SELECT status, product_id, max(ts) AS c FROM ods.orders GROUP BY status, product_id WITH CUBE WITH TOTALS;
-- GROUPING SETS
SELECT status, user_id, sum(amount) AS s FROM ods.orders GROUP BY GROUPING SETS ((status, user_id), (status), ());
-- grouping()
SELECT status, grouping(status) AS g, sum(qty) AS s FROM ods.orders GROUP BY GROUPING SETS ((status), ());
-- GROUP BY ALL
SELECT status, toDate(ts) AS d, sum(amount) AS s FROM ods.orders GROUP BY ALL;
-- group by an expression and select a part of it
SELECT toStartOfHour(ts) AS h, toDate(h) AS d, count() AS c FROM ods.orders GROUP BY h;
-- group by a tuple
SELECT (status, user_id) AS k, sum(amount) AS s FROM ods.orders GROUP BY k;
-- an expression of keys and aggregates
SELECT concat(status, ':', toString(sum(amount))) AS label FROM ods.orders GROUP BY status;
-- group by a constant
SELECT 'all' AS k, sum(amount) AS s FROM ods.orders GROUP BY k;
-- HAVING by an alias with TOTALS
SELECT user_id, count() AS c FROM ods.orders GROUP BY user_id WITH TOTALS HAVING c > 1;
-- group by with an array join function
SELECT arrayJoin(tags) AS t, uniq(user_id) AS u, groupArray(url) AS l FROM events GROUP BY t;
-- group by an entry of a map
SELECT props['utm'] AS utm, avg(counters['n']) AS a FROM events GROUP BY utm;
-- group by a JSON path
SELECT doc.kind::String AS k, count() AS c FROM events GROUP BY k;
-- group by position and alias together
SELECT country AS c, toStartOfYear(joined) AS y, avg(age) AS a FROM dim.users GROUP BY 1, y ORDER BY 3;
-- distinct over aggregates
SELECT DISTINCT user_id % 10 AS b, count(DISTINCT product_id) AS p FROM ods.orders GROUP BY b;
-- nullable keys
SELECT coupon, any(status) AS s, count() AS c FROM ods.orders GROUP BY coupon;
-- a key that is used inside an aggregate too
SELECT qty, sum(qty) AS s, sum(qty * amount) AS t FROM ods.orders GROUP BY qty;
