-- Set operations, grouping, common table expressions, VALUES.

-- # UNION ALL by position
SELECT user_id AS id, name AS label FROM users UNION ALL SELECT product_id, title FROM products;

-- # UNION
SELECT city FROM users UNION SELECT currency FROM orders;

-- # three branches
SELECT order_id, amount AS money FROM orders
UNION ALL SELECT order_id, paid FROM payments
UNION ALL SELECT order_id, cost FROM shipments;

-- # INTERSECT
SELECT user_id FROM orders INTERSECT SELECT user_id FROM users;

-- # EXCEPT hands on the left
SELECT user_id FROM users EXCEPT SELECT user_id FROM orders;

-- # EXCEPT ALL and INTERSECT ALL
(SELECT order_id FROM orders EXCEPT ALL SELECT order_id FROM payments) INTERSECT ALL SELECT order_id FROM shipments;

-- # a union below a group
SELECT src, SUM(money) AS total
FROM (
  SELECT 'order' AS src, amount AS money FROM orders
  UNION ALL
  SELECT 'payment' AS src, paid AS money FROM payments
)
GROUP BY src;

-- # a union with constants in one branch
SELECT name, score FROM users UNION ALL SELECT title, 0.0 FROM products;

-- # a union with ORDER BY and LIMIT
SELECT name AS n FROM users UNION ALL SELECT title FROM products ORDER BY n LIMIT 10;

-- # IN with a set operation
SELECT order_id FROM orders WHERE user_id IN (SELECT user_id FROM users UNION SELECT user_id FROM clicks);

-- # a plain group
SELECT status, COUNT(*) AS n, SUM(amount) AS s, MIN(order_time) AS first_time, MAX(coupon) AS c FROM orders GROUP BY status;

-- # a group by an expression
SELECT UPPER(status) AS st, SUM(amount + quantity) AS s FROM orders GROUP BY UPPER(status);

-- # a group by position is an alias of an expression
SELECT SUBSTRING(email FROM 1 FOR 3) AS pre, COUNT(name) AS n FROM users GROUP BY SUBSTRING(email FROM 1 FOR 3);

-- # a filtered aggregate
SELECT user_id, SUM(amount) FILTER (WHERE status = 'PAID') AS paid, COUNT(*) FILTER (WHERE coupon IS NOT NULL) AS coupons
FROM orders GROUP BY user_id;

-- # distinct aggregates with filters
SELECT order_day, COUNT(DISTINCT user_id) AS buyers,
  COUNT(DISTINCT user_id) FILTER (WHERE currency IN ('EUR', 'USD')) AS western
FROM orders GROUP BY order_day;

-- # LISTAGG
SELECT city, LISTAGG(name) AS names, LISTAGG(email, ';') AS emails FROM users GROUP BY city;

-- # statistics
SELECT city, STDDEV_POP(score) AS sp, STDDEV_SAMP(score) AS ss, VAR_POP(score) AS vp, VARIANCE(score) AS v, AVG(score) AS a FROM users GROUP BY city;

-- # PERCENTILE
SELECT city, PERCENTILE(score, 0.9) AS p90 FROM users GROUP BY city;

-- # FIRST_VALUE, LAST_VALUE, ARRAY_AGG
SELECT user_id, FIRST_VALUE(status) AS f, LAST_VALUE(coupon) AS l, ARRAY_AGG(product_id) AS ps FROM orders GROUP BY user_id;

-- # HAVING
SELECT user_id, SUM(amount) AS s FROM orders GROUP BY user_id HAVING SUM(quantity) > 10 AND MAX(status) <> 'X';

-- # GROUPING SETS
SELECT p.category, u.city, GROUPING(p.category) AS g, GROUPING_ID(p.category, u.city) AS gid, SUM(o.amount) AS s
FROM orders o JOIN users u ON o.user_id = u.user_id JOIN products p ON o.product_id = p.product_id
GROUP BY GROUPING SETS ((p.category, u.city), (p.category), ());

-- # ROLLUP
SELECT status, currency, SUM(amount) AS s FROM orders GROUP BY ROLLUP (status, currency);

-- # CUBE
SELECT status, coupon, COUNT(currency) AS n, GROUP_ID() AS gid FROM orders GROUP BY CUBE (status, coupon);

-- # SELECT DISTINCT
SELECT DISTINCT city, vip FROM users;

-- # an aggregate without a group
SELECT COUNT(*) AS n, MAX(amount) - MIN(amount) AS spread FROM orders;

-- # a registered aggregate
SELECT symbol, weighted_avg(price, volume) AS vwap FROM ticks GROUP BY symbol;

-- # a common table expression
WITH big AS (SELECT order_id, user_id, amount FROM orders WHERE amount > 100)
SELECT b.order_id, u.name, b.amount FROM big b JOIN users u ON b.user_id = u.user_id;

-- # expressions that build on one another
WITH a AS (SELECT user_id, SUM(amount) AS s FROM orders GROUP BY user_id),
b AS (SELECT user_id, s * 2 AS s2 FROM a),
c AS (SELECT a.user_id, a.s + b.s2 AS s3 FROM a JOIN b ON a.user_id = b.user_id)
SELECT c.user_id, c.s3, u.name FROM c LEFT JOIN users u ON c.user_id = u.user_id;

-- # a CTE with a column list
WITH t (k, v) AS (SELECT status, SUM(amount) FROM orders GROUP BY status) SELECT k, v FROM t;

-- # a CTE used twice
WITH s AS (SELECT user_id, MAX(amount) AS m FROM orders GROUP BY user_id)
SELECT x.user_id, x.m AS mine, y.m AS other FROM s x JOIN s y ON x.m = y.m AND x.user_id <> y.user_id;

-- # a CTE that hides a table
WITH users AS (SELECT product_id AS user_id, title AS name FROM products) SELECT user_id, name FROM users;

-- # a CTE inside a subquery
SELECT t.n FROM (WITH x AS (SELECT UPPER(name) AS n FROM users) SELECT n FROM x) AS t;

-- # VALUES have no source
SELECT id, label FROM (VALUES (1, 'a'), (2, 'b')) AS t(id, label);

-- # VALUES joined
SELECT o.order_id, v.label FROM orders o JOIN (VALUES ('N', 'new'), ('P', 'paid')) AS v(code, label) ON o.status = v.code;

-- # columns without a name
SELECT amount + 1, UPPER(status), COUNT(*) OVER (PARTITION BY user_id ORDER BY order_time) FROM orders;

-- # a column without a name in a derived table
SELECT EXPR$0, status FROM (SELECT SUM(amount), status FROM orders GROUP BY status);

-- # names in other cases are other names
SELECT `A`.amount AS `Amount`, `A`.amount AS amount2 FROM orders AS `A`;

-- # the second column of a name gets a number
SELECT user_id, name AS user_id, city AS user_id, user_id FROM users;

-- # two stars over one table
SELECT a.*, a.*, user_id FROM users AS a;

-- # a numbered column of a derived table
SELECT t.order_id0, t.order_id FROM (SELECT * FROM payments p JOIN shipments s ON p.order_id = s.order_id) AS t;

-- # a number that is taken already
SELECT name, name AS name0, city AS name FROM users;
