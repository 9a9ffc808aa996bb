-- UNION ALL
SELECT amount AS v FROM ods.orders UNION ALL SELECT price FROM dim.products;
-- UNION DISTINCT
SELECT user_id FROM ods.orders UNION DISTINCT SELECT user_id FROM dim.users;
-- three branches
SELECT amount FROM ods.orders UNION ALL SELECT price FROM dim.products UNION ALL SELECT rate FROM rates;
-- branches by position, not by name
SELECT user_id AS a, product_id AS b FROM ods.orders UNION ALL SELECT product_id AS b, toUInt64(product_id) AS a FROM dim.products;
-- EXCEPT
SELECT user_id FROM dim.users EXCEPT SELECT user_id FROM ods.orders;
-- INTERSECT
SELECT user_id, name FROM dim.users INTERSECT SELECT user_id, status FROM ods.orders;
-- INTERSECT binds closer than EXCEPT
SELECT user_id FROM dim.users EXCEPT SELECT user_id FROM ods.orders INTERSECT SELECT user_id FROM events;
-- parentheses
(SELECT user_id FROM dim.users UNION ALL SELECT user_id FROM events) EXCEPT SELECT user_id FROM ods.orders;
-- UNION with constants
SELECT 'order' AS kind, order_id AS id, amount AS v FROM ods.orders UNION ALL SELECT 'event', event_id, 0 FROM events;
-- UNION in a CTE
WITH x AS (SELECT user_id, ts FROM ods.orders UNION ALL SELECT user_id, ts FROM events) SELECT user_id, max(ts) AS last FROM x GROUP BY user_id;
-- UNION of aggregates
SELECT sum(amount) AS s FROM ods.orders UNION ALL SELECT avg(price) FROM dim.products;
-- a star in a branch
SELECT product_id, day, rate, since FROM rates UNION ALL SELECT * FROM rates;
-- EXCEPT DISTINCT and INTERSECT DISTINCT
SELECT user_id FROM dim.users EXCEPT DISTINCT SELECT user_id FROM ods.orders;
-- INTERSECT DISTINCT
SELECT user_id FROM dim.users INTERSECT DISTINCT SELECT user_id FROM ods.orders;
-- nested set operations in FROM
SELECT v FROM (SELECT qty AS v FROM ods.orders UNION ALL (SELECT age FROM dim.users EXCEPT SELECT 1)) WHERE v > 2;
-- UNION with ORDER BY and LIMIT in the branches
(SELECT amount FROM ods.orders ORDER BY ts LIMIT 1) UNION ALL (SELECT price FROM dim.products ORDER BY price LIMIT 1);
-- UNION of arrays
SELECT tags AS l FROM events UNION ALL SELECT segments FROM dim.users;
