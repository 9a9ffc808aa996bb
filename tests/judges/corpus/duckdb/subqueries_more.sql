-- correlated by two columns
SELECT o.id, (SELECT max(r.rate) FROM rates r WHERE r.product_id = o.product_id AND r.day <= o.day) AS rate FROM orders o;
-- a correlated subquery with a window inside
SELECT c.id, (SELECT max(s) FROM (SELECT sum(amount) OVER (ORDER BY o.id, amount) AS s FROM orders o WHERE o.customer_id = c.id)) AS peak FROM customers c;
-- a correlated subquery with a group inside
SELECT c.id, (SELECT max(n) FROM (SELECT count(*) AS n FROM orders o WHERE o.customer_id = c.id GROUP BY o.status)) AS busiest FROM customers c;
-- correlated IN
SELECT o.id FROM orders o WHERE o.amount IN (SELECT p.price FROM products p WHERE p.id = o.product_id);
-- correlated through a CTE inside
SELECT c.name, (WITH x AS (SELECT amount FROM orders o WHERE o.customer_id = c.id) SELECT sum(amount) FROM x) AS total FROM customers c;
-- EXISTS over a union
SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id UNION ALL SELECT 1 FROM events e WHERE e.customer_id = c.id);
-- NOT EXISTS twice
SELECT c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM products p WHERE p.price > 4 AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.product_id = p.id));
-- a subquery of structs
SELECT (SELECT max({'a': amount, 's': status}) FROM orders o WHERE o.customer_id = c.id).s AS status FROM customers c;
-- a list from a subquery
SELECT c.id, list_sum(ARRAY(SELECT o.qty FROM orders o WHERE o.customer_id = c.id)) AS n FROM customers c;
-- a subquery in the arguments of a window
SELECT sum((SELECT max(price) FROM products p WHERE p.id = o.product_id)) OVER (PARTITION BY o.status) AS s FROM orders o;
-- a subquery in FILTER
SELECT sum(amount) FILTER (WHERE qty > (SELECT avg(qty) FROM orders)) AS s FROM orders;
-- a subquery in QUALIFY
SELECT team, salary FROM staff QUALIFY rank() OVER (PARTITION BY team ORDER BY salary) <= (SELECT min(age) + 1 FROM customers);
-- a subquery with LIMIT
SELECT name, (SELECT o.amount FROM orders o WHERE o.customer_id = c.id ORDER BY o.amount DESC NULLS LAST LIMIT 1) AS top FROM customers c;
-- a subquery inside a list
SELECT [(SELECT max(age) FROM customers), salary] AS l FROM staff;
-- a row compared with a row
SELECT id FROM orders WHERE (product_id, qty) = (SELECT (max(product_id), max(qty)) FROM orders);
-- a row as a value
SELECT (product_id, qty) IN (SELECT product_id, customer_id FROM orders) AS f FROM orders;
-- a subquery over the row of the outer query
SELECT s.name, (SELECT count(*) FROM staff x WHERE x.boss_id = s.id AND x.salary > s.salary) AS richer FROM staff s;
-- three levels down
SELECT c.id, (SELECT (SELECT (SELECT c.age + max(o.qty)) ) FROM orders o WHERE o.customer_id = c.id) AS v FROM customers c;
-- a CASE of subqueries
SELECT CASE WHEN EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id) THEN (SELECT max(amount) FROM orders o WHERE o.customer_id = c.id) ELSE c.age END AS v FROM customers c;
-- a derived table that is a subquery of itself
SELECT t.v, (SELECT max(u.v) FROM (SELECT qty AS v FROM orders) u WHERE u.v < t.v) AS before FROM (SELECT qty AS v FROM orders) t;
-- = ANY of a list
SELECT name FROM customers WHERE region = ANY (['a', 'b']) AND age <> ALL (SELECT salary FROM staff WHERE salary > 3);
