-- LIMIT BY
SELECT user_id, order_id, amount FROM ods.orders ORDER BY ts DESC LIMIT 2 BY user_id;
-- LIMIT BY with an offset and a LIMIT
SELECT user_id, amount FROM ods.orders ORDER BY user_id, amount LIMIT 1, 2 BY user_id LIMIT 10;
-- LIMIT BY of several keys
SELECT user_id, product_id, amount FROM ods.orders ORDER BY ts LIMIT 1 BY user_id, product_id;
-- LIMIT BY an expression
SELECT order_id, amount FROM ods.orders ORDER BY amount LIMIT 3 BY toDate(ts);
-- LIMIT WITH TIES
SELECT order_id, amount FROM ods.orders ORDER BY amount DESC LIMIT 3 WITH TIES;
-- FETCH
SELECT order_id FROM ods.orders ORDER BY amount OFFSET 1 ROW FETCH FIRST 3 ROWS ONLY;
-- FETCH WITH TIES
SELECT order_id, qty FROM ods.orders ORDER BY qty FETCH NEXT 3 ROWS WITH TIES;
-- LIMIT with an offset
SELECT order_id FROM ods.orders ORDER BY ts LIMIT 10, 20;
-- WITH FILL
SELECT toDate(ts) AS d, count() AS c FROM ods.orders GROUP BY d ORDER BY d WITH FILL;
-- WITH FILL FROM TO STEP
SELECT toDate(ts) AS d, sum(amount) AS s FROM ods.orders GROUP BY d ORDER BY d WITH FILL FROM toDate('2024-01-01') TO toDate('2024-02-01') STEP INTERVAL 1 DAY;
-- INTERPOLATE
SELECT toDate(ts) AS d, sum(amount) AS s FROM ods.orders GROUP BY d ORDER BY d WITH FILL INTERPOLATE (s AS s + 1);
-- INTERPOLATE from another column
SELECT at, cpu, mem FROM metrics ORDER BY at WITH FILL STEP 60 INTERPOLATE (cpu AS mem);
-- INTERPOLATE of a bare name
SELECT at, cpu FROM metrics ORDER BY at WITH FILL STEP 60 INTERPOLATE (cpu);
-- INTERPOLATE of everything
SELECT at, cpu FROM metrics ORDER BY at WITH FILL STEP 60 INTERPOLATE;
-- STALENESS
SELECT at, cpu FROM metrics ORDER BY at WITH FILL STEP 60 STALENESS INTERVAL 1 HOUR;
-- ORDER BY ALL
SELECT status, qty FROM ods.orders ORDER BY ALL;
-- ORDER BY with NULLS and COLLATE
SELECT coupon, status FROM ods.orders ORDER BY coupon DESC NULLS FIRST, status COLLATE 'en';
-- ORDER BY an expression of an alias
SELECT amount * qty AS total, user_id FROM ods.orders ORDER BY total / 2 DESC LIMIT 5;
-- FORMAT
SELECT amount FROM ods.orders FORMAT JSONEachRow;
-- SETTINGS before FORMAT
SELECT amount, qty FROM ods.orders LIMIT 5 SETTINGS max_threads = 2 FORMAT Pretty;
-- a limit in a subquery
SELECT sum(amount) AS s FROM (SELECT amount FROM ods.orders ORDER BY ts DESC LIMIT 100);
-- limit by in a subquery with a join on top
SELECT u.name, l.amount FROM dim.users AS u JOIN (SELECT user_id, amount FROM ods.orders ORDER BY ts DESC LIMIT 1 BY user_id) AS l USING (user_id);
-- a negative limit
SELECT amount FROM ods.orders ORDER BY ts LIMIT -3;
-- several fills
SELECT host, at, cpu FROM metrics ORDER BY host WITH FILL, at WITH FILL STEP 60;
