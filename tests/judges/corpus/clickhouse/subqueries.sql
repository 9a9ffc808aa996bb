-- a scalar subquery
SELECT amount, (SELECT max(amount) FROM ods.orders) AS top FROM ods.orders;
-- a scalar subquery in arithmetic
SELECT amount / (SELECT sum(amount) FROM ods.orders) AS share FROM ods.orders;
-- a scalar subquery of several columns
SELECT (SELECT min(amount), max(qty) FROM ods.orders) AS t, t.1 AS lo, t.2 AS hi FROM dim.users;
-- a scalar subquery of an array
SELECT (SELECT groupArray(name) FROM dim.users) AS names, has(names, status) AS known FROM ods.orders;
-- a correlated scalar subquery
SELECT name, (SELECT max(amount) FROM ods.orders AS o WHERE o.user_id = u.user_id) AS top FROM dim.users AS u;
-- a correlated subquery that hands on the outer column
SELECT name, (SELECT max(o.amount + u.age) FROM ods.orders AS o WHERE o.user_id = u.user_id) AS v FROM dim.users AS u;
-- IN a subquery, in WHERE
SELECT amount FROM ods.orders WHERE user_id IN (SELECT user_id FROM dim.users WHERE country = 'DE');
-- IN a subquery, as an output
SELECT user_id IN (SELECT user_id FROM dim.users) AS known FROM ods.orders;
-- NOT IN a subquery of tuples
SELECT amount FROM ods.orders WHERE (user_id, product_id) NOT IN (SELECT user_id, order_id FROM ods.orders);
-- GLOBAL IN
SELECT amount, user_id GLOBAL IN (SELECT user_id FROM dim.users) AS g FROM ods.orders WHERE product_id GLOBAL NOT IN (SELECT product_id FROM dim.products);
-- IN a table
SELECT user_id FROM ods.orders WHERE user_id IN dim.segment_users;
-- EXISTS
SELECT name FROM dim.users AS u WHERE EXISTS (SELECT 1 FROM ods.orders AS o WHERE o.user_id = u.user_id);
-- EXISTS as an output
SELECT EXISTS (SELECT amount FROM ods.orders) AS any_order, name FROM dim.users;
-- a derived table
SELECT t.a + 1 AS b FROM (SELECT amount AS a FROM ods.orders) AS t;
-- derived tables three deep
SELECT c FROM (SELECT b * 2 AS c FROM (SELECT a + q AS b FROM (SELECT amount AS a, qty AS q FROM ods.orders)));
-- a derived table with the names of its columns
SELECT x.a, x.b FROM (SELECT amount, qty FROM ods.orders) AS x (a, b);
-- a condition by a scalar subquery
SELECT if(amount > (SELECT avg(amount) FROM ods.orders), status, 'low') AS v FROM ods.orders;
-- CASE by IN
SELECT CASE WHEN user_id IN (SELECT user_id FROM dim.users) THEN amount ELSE 0 END AS v FROM ods.orders;
-- a subquery over a subquery's aggregate
SELECT country, avg(total) AS a FROM (SELECT user_id, sum(amount) AS total FROM ods.orders GROUP BY user_id) AS t JOIN dim.users AS u USING (user_id) GROUP BY country;
-- ANY and ALL
SELECT amount FROM ods.orders WHERE amount > ALL (SELECT price FROM dim.products);
-- = ANY as an output
SELECT product_id = ANY (SELECT product_id FROM dim.products) AS k FROM ods.orders;
-- a subquery in an argument
SELECT concat(status, (SELECT any(name) FROM dim.users)) AS v FROM ods.orders;
-- a subquery in LIMIT
SELECT amount FROM ods.orders LIMIT (SELECT 5);
-- a subquery in an array
SELECT [(SELECT max(qty) FROM ods.orders), age] AS l FROM dim.users;
-- a subquery in an IN list of a lambda
SELECT arrayFilter(x -> x IN (SELECT country FROM dim.users), tags) AS f FROM events;
-- UNION in a subquery
SELECT sum(v) AS s FROM (SELECT amount AS v FROM ods.orders UNION ALL SELECT price FROM dim.products);
-- an outer alias of the inner column's name
SELECT amount AS qty FROM (SELECT qty AS amount FROM ods.orders);
-- WHERE over an inner alias
SELECT d FROM (SELECT toDate(ts) AS d, amount FROM ods.orders) WHERE amount > 1 AND d > '2024-01-01';
-- the same subquery twice
SELECT a.amount, b.amount AS other FROM (SELECT amount, user_id FROM ods.orders) AS a, (SELECT amount, user_id FROM ods.orders) AS b WHERE a.user_id = b.user_id;
