-- inner join ON
SELECT o.amount, u.name FROM ods.orders AS o INNER JOIN dim.users AS u ON u.user_id = o.user_id;
-- USING takes the left column
SELECT user_id, amount, name FROM ods.orders JOIN dim.users USING (user_id);
-- USING without parentheses
SELECT user_id, name FROM ods.orders LEFT JOIN dim.users USING user_id;
-- USING of a right join takes the right column
SELECT user_id, amount FROM ods.orders RIGHT JOIN dim.users USING (user_id);
-- USING of a full join takes both
SELECT user_id, amount, name FROM ods.orders FULL JOIN dim.users USING (user_id);
-- a qualified key beside USING
SELECT o.user_id AS l, u.user_id AS r FROM ods.orders AS o LEFT JOIN dim.users AS u USING (user_id);
-- a star over USING
SELECT * FROM (SELECT user_id, amount FROM ods.orders) AS o JOIN (SELECT user_id, name FROM dim.users) AS u USING (user_id);
-- a star over a full join USING
SELECT * FROM (SELECT user_id, amount FROM ods.orders) AS o FULL JOIN (SELECT user_id, name FROM dim.users) AS u USING (user_id);
-- a star over a right join USING
SELECT * FROM (SELECT amount, user_id FROM ods.orders) AS o RIGHT JOIN (SELECT name, user_id FROM dim.users) AS u USING (user_id);
-- a star over ON gives both keys
SELECT * FROM (SELECT user_id, amount FROM ods.orders) AS o JOIN (SELECT user_id, name FROM dim.users) AS u ON o.user_id = u.user_id;
-- ANY join
SELECT o.amount, u.name FROM ods.orders AS o ANY LEFT JOIN dim.users AS u ON u.user_id = o.user_id;
-- ALL join
SELECT o.amount, u.name FROM ods.orders AS o ALL INNER JOIN dim.users AS u ON u.user_id = o.user_id;
-- ASOF join
SELECT o.amount * r.rate AS eur FROM ods.orders AS o ASOF JOIN rates AS r ON r.product_id = o.product_id AND r.since <= o.ts;
-- ASOF left join USING
SELECT product_id, ts, rate FROM ods.orders ASOF LEFT JOIN (SELECT product_id, since AS ts, rate FROM rates) AS r USING (product_id, ts);
-- SEMI join
SELECT o.amount FROM ods.orders AS o LEFT SEMI JOIN dim.users AS u ON u.user_id = o.user_id;
-- SEMI join that shows the other side
SELECT o.amount, u.name FROM ods.orders AS o SEMI LEFT JOIN dim.users AS u ON u.user_id = o.user_id;
-- RIGHT SEMI join
SELECT u.name FROM ods.orders AS o RIGHT SEMI JOIN dim.users AS u ON u.user_id = o.user_id;
-- ANTI join
SELECT u.name, u.country FROM dim.users AS u ANTI LEFT JOIN ods.orders AS o ON u.user_id = o.user_id;
-- RIGHT ANTI join USING
SELECT user_id, name FROM ods.orders RIGHT ANTI JOIN dim.users USING (user_id);
-- GLOBAL join
SELECT o.amount, u.name FROM ods.orders AS o GLOBAL ANY LEFT JOIN dim.users AS u ON u.user_id = o.user_id;
-- cross join by comma
SELECT o.amount, p.title FROM ods.orders AS o, dim.products AS p WHERE o.product_id = p.product_id;
-- CROSS JOIN
SELECT o.amount, p.price FROM ods.orders AS o CROSS JOIN dim.products AS p;
-- PASTE join
SELECT a.amount, b.name FROM (SELECT amount FROM ods.orders ORDER BY ts) AS a PASTE JOIN (SELECT name FROM dim.users ORDER BY name) AS b;
-- a star over a PASTE join
SELECT * FROM (SELECT amount FROM ods.orders) AS a PASTE JOIN (SELECT name FROM dim.users) AS b;
-- three tables
SELECT u.name, p.title, o.amount FROM ods.orders AS o JOIN dim.users AS u ON u.user_id = o.user_id JOIN dim.products AS p ON p.product_id = o.product_id;
-- three tables USING
SELECT user_id, name, level, amount FROM ods.orders JOIN dim.users USING (user_id) JOIN user_join USING (user_id);
-- unqualified names of one side only
SELECT name, title, amount FROM ods.orders AS o LEFT JOIN dim.users AS u ON o.user_id = u.user_id LEFT JOIN dim.products AS p ON o.product_id = p.product_id;
-- a bare name that both sides have
SELECT user_id FROM ods.orders AS o JOIN dim.users AS u ON o.user_id = u.user_id;
-- a self join
SELECT s.name AS who, b.name AS boss, s.salary - b.salary AS gap FROM staff AS s LEFT JOIN staff AS b ON b.id = s.boss_id;
-- a join with a subquery and an alias
SELECT u.name, t.total FROM dim.users AS u JOIN (SELECT user_id, sum(amount) AS total FROM ods.orders GROUP BY user_id) AS t ON t.user_id = u.user_id;
-- conditions of one side in ON
SELECT o.amount, u.name FROM ods.orders AS o LEFT JOIN dim.users AS u ON u.user_id = o.user_id AND u.age > 18 AND o.qty > 1;
-- OR in ON
SELECT o.amount, u.name FROM ods.orders AS o JOIN dim.users AS u ON u.user_id = o.user_id OR u.email = o.coupon;
-- expressions as keys
SELECT o.amount, r.rate FROM ods.orders AS o JOIN rates AS r ON toDate(o.ts) = r.day AND o.product_id = r.product_id;
-- a key of USING that is an expression's alias
SELECT d, amount, rate FROM (SELECT toDate(ts) AS d, amount FROM ods.orders) AS o JOIN (SELECT day AS d, rate FROM rates) AS r USING (d);
-- several USING keys
SELECT product_id, day, amount, rate FROM ods.orders JOIN rates USING (product_id, day);
-- star of one side
SELECT u.*, o.amount FROM dim.users AS u JOIN ods.orders AS o ON o.user_id = u.user_id;
-- parenthesised join order
SELECT u.name, x.title FROM dim.users AS u JOIN (SELECT o.user_id, p.title FROM ods.orders AS o JOIN dim.products AS p USING (product_id)) AS x ON x.user_id = u.user_id;
-- a join with an Engine Join table
SELECT o.amount, j.label FROM ods.orders AS o ANY LEFT JOIN user_join AS j USING (user_id);
-- coalesce of both sides of a full join
SELECT coalesce(nullIf(o.user_id, 0), u.user_id) AS user_id, o.amount FROM ods.orders AS o FULL OUTER JOIN dim.users AS u ON o.user_id = u.user_id;
-- a left join that is filled by defaults
SELECT o.order_id, if(u.name = '', 'unknown', u.name) AS who FROM ods.orders AS o LEFT JOIN dim.users AS u ON o.user_id = u.user_id SETTINGS join_use_nulls = 0;
-- a full join of three USING
SELECT user_id, amount, name, level FROM (SELECT user_id, amount FROM ods.orders) AS a FULL JOIN (SELECT user_id, name FROM dim.users) AS b USING (user_id) LEFT JOIN user_join AS c USING (user_id);
-- join of CTEs with the same column names
WITH a AS (SELECT user_id, count() AS n FROM ods.orders GROUP BY user_id), b AS (SELECT user_id, count() AS n FROM events GROUP BY user_id) SELECT a.user_id, a.n AS orders, b.n AS events FROM a LEFT JOIN b ON a.user_id = b.user_id;
-- names of the right side in a subquery's output
SELECT x.amount, y FROM (SELECT o.amount, u.age AS y, u.user_id FROM ods.orders AS o JOIN dim.users AS u ON o.user_id = u.user_id) AS x;
-- a condition on inequality
SELECT a.name, b.name AS senior FROM staff AS a JOIN staff AS b ON a.team = b.team AND a.salary < b.salary;
-- array join on top of joins with aliases
SELECT u.name, g.label, o.amount FROM events AS e ARRAY JOIN e.goals AS g JOIN dim.users AS u ON u.user_id = e.user_id JOIN ods.orders AS o ON o.user_id = e.user_id;
