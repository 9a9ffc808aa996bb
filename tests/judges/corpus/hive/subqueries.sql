-- Derived tables, CTEs, set operations, subqueries in conditions.

-- # a derived table
SELECT q.total FROM (SELECT sum(amount) AS total FROM orders) q;

-- # a derived table with AS
SELECT q.k FROM (SELECT upper(name) AS k FROM customers) AS q;

-- # a star of a derived table
SELECT * FROM (SELECT order_id, amount * 2 AS twice FROM orders) q;

-- # three levels
SELECT c.z FROM (SELECT b.y + 1 AS z FROM (SELECT a.x * 2 AS y FROM (SELECT amount AS x FROM orders) a) b) c;

-- # from first
FROM orders SELECT order_id, amount;

-- # from first with a filter
FROM orders o SELECT o.order_id, o.amount WHERE o.status = 'x';

-- # from first over a subquery
FROM (SELECT customer_id, sum(amount) AS total FROM orders GROUP BY customer_id) q SELECT q.customer_id, q.total WHERE q.total > 3;

-- # a subquery that begins with from
SELECT q.order_id FROM (FROM orders SELECT order_id, amount) q;

-- # one CTE
WITH q AS (SELECT customer_id, amount FROM orders) SELECT customer_id, amount FROM q;

-- # two CTEs, one over the other
WITH a AS (SELECT customer_id, amount FROM orders), b AS (SELECT customer_id, sum(amount) AS total FROM a GROUP BY customer_id) SELECT c.name, b.total FROM b JOIN customers c ON b.customer_id = c.customer_id;

-- # a CTE read twice
WITH a AS (SELECT customer_id, amount FROM orders) SELECT x.amount, y.amount AS other FROM a x JOIN a y ON x.customer_id = y.customer_id;

-- # a CTE hides a table
WITH customers AS (SELECT order_id AS name FROM items) SELECT name FROM customers;

-- # a CTE and from first
WITH a AS (SELECT order_id, amount FROM orders) FROM a SELECT amount;

-- # union all
SELECT name FROM customers UNION ALL SELECT title FROM products;

-- # union all of three
SELECT name AS n, score AS s FROM customers UNION ALL SELECT title, price FROM products UNION ALL SELECT region, sold FROM mart.sales;

-- # union distinct
SELECT city FROM customers UNION SELECT region FROM mart.sales;

-- # union all under a derived table
SELECT q.k, count(q.v) AS n FROM (SELECT city AS k, score AS v FROM customers UNION ALL SELECT category AS k, price AS v FROM products) q GROUP BY q.k;

-- # union all with expressions
SELECT u.x FROM (SELECT amount * 2 AS x FROM orders UNION ALL SELECT price + qty AS x FROM items) u;

-- # union under a CTE
WITH u AS (SELECT order_id AS id FROM orders UNION ALL SELECT product_id AS id FROM products) SELECT id FROM u WHERE id > 3;

-- # in a subquery
SELECT name FROM customers WHERE customer_id IN (SELECT customer_id FROM orders WHERE amount > 10);

-- # not in a subquery
SELECT name FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM orders);

-- # exists
SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id);

-- # not exists
SELECT c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id AND o.status = 'x');

-- # a union of aggregates
SELECT 'c' AS what, count(DISTINCT city) AS n FROM customers UNION ALL SELECT 'p', count(DISTINCT category) FROM products;

-- # union branches of two tables into one filter
SELECT q.id FROM (SELECT order_id AS id, amount AS v FROM orders UNION ALL SELECT order_id, price FROM items) q WHERE q.v > 1;

-- # a union of a union
SELECT z.k FROM (SELECT x.k FROM (SELECT city AS k FROM customers UNION ALL SELECT region AS k FROM customers) x UNION ALL SELECT title AS k FROM products) z;

-- # a nested CTE name used in a join with itself by aggregates
WITH t AS (SELECT region, score FROM customers), m AS (SELECT region, max(score) AS top FROM t GROUP BY region) SELECT t.region, t.score, m.top FROM t JOIN m ON t.region = m.region;

-- # an unused column of a derived table leaves nothing
SELECT q.a FROM (SELECT name AS a, email AS b, concat(city, region) AS c FROM customers) q;

-- # aliases shadow
SELECT q.amount FROM (SELECT quantity AS amount, amount AS quantity FROM orders) q;

-- # a derived table with a limit
SELECT q.name FROM (SELECT name FROM customers LIMIT 5) q;

-- # distinct in a derived table
SELECT count(q.city) AS n FROM (SELECT DISTINCT city FROM customers) q;

-- # same table on both sides of a union
SELECT id, v FROM (SELECT order_id AS id, amount AS v FROM orders WHERE status = 'a' UNION ALL SELECT order_id AS id, quantity AS v FROM orders WHERE status = 'b') u;

-- # a sort in each arm
SELECT q.name FROM (SELECT name FROM customers SORT BY name) q;

-- # case over CTE columns
WITH a AS (SELECT amount AS v, status AS s, coupon AS k FROM orders) SELECT CASE WHEN s = 'x' THEN v ELSE 0 END AS r, k FROM a;

-- # a common table expression reads one that stands behind it
WITH a AS (SELECT x FROM b), b AS (SELECT city AS x FROM customers) SELECT x FROM a;

-- # a common table expression behind hides a table of its name
WITH a AS (SELECT price FROM items), items AS (SELECT score AS price FROM customers) SELECT price FROM a;

-- # names that a derived table has twice
SELECT * FROM (SELECT a.city, b.city, a.name FROM customers a JOIN customers b ON a.customer_id = b.customer_id) q;

-- # a hint counts as an item of the select list
SELECT /*+ MAPJOIN(c) */ city, max(score) FROM customers c GROUP BY city;
