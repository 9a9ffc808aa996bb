-- scalar subquery
SELECT name, (SELECT max(amount) FROM orders) AS top FROM customers;
-- correlated scalar subquery
SELECT name, (SELECT sum(amount) FROM orders o WHERE o.customer_id = c.id) AS total FROM customers c;
-- correlated, handing on the outer column
SELECT name, (SELECT c.age + max(o.qty) FROM orders o WHERE o.customer_id = c.id) AS v FROM customers c;
-- correlated on inequality
SELECT s.name, (SELECT max(x.salary) FROM staff x WHERE x.salary < s.salary) AS below FROM staff s;
-- the outer key itself
SELECT (SELECT c.id + max(o.qty) FROM orders o WHERE o.customer_id = c.id) AS v FROM customers c;
-- the inner key itself
SELECT (SELECT max(o.customer_id) FROM orders o WHERE o.customer_id = c.id) AS v FROM customers c;
-- correlated count
SELECT name, (SELECT count(*) FROM orders o WHERE o.customer_id = c.id) AS n FROM customers c;
-- two levels of correlation
SELECT c.name, (SELECT max((SELECT max(p.price) FROM products p WHERE p.id = o.product_id AND p.price > c.age)) FROM orders o WHERE o.customer_id = c.id) AS v FROM customers c;
-- scalar subquery inside an expression
SELECT price - (SELECT avg(price) FROM products) AS diff FROM products;
-- IN as a condition
SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE qty > 2);
-- NOT IN
SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders WHERE customer_id IS NOT NULL);
-- EXISTS
SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.amount > c.age);
-- NOT EXISTS
SELECT name FROM customers c WHERE NOT EXISTS (SELECT * FROM orders o WHERE o.customer_id = c.id);
-- EXISTS as a column
SELECT name, EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND qty > 2) AS has FROM customers c;
-- IN as a column
SELECT name, id IN (SELECT customer_id FROM orders WHERE qty > 2) AS has FROM customers;
-- IN inside CASE
SELECT CASE WHEN id IN (SELECT customer_id FROM orders) THEN name ELSE region END AS v FROM customers;
-- ANY
SELECT name FROM customers WHERE age > ANY (SELECT salary FROM staff);
-- ALL
SELECT name FROM customers WHERE age >= ALL (SELECT salary FROM staff WHERE salary < 3);
-- ANY as a column
SELECT age = ANY (SELECT salary FROM staff) AS f FROM customers;
-- ALL as a column
SELECT age > ALL (SELECT salary FROM staff WHERE salary < 3) AS f FROM customers;
-- row IN subquery
SELECT amount FROM orders WHERE (product_id, day) IN (SELECT product_id, day FROM rates);
-- subquery in HAVING
SELECT status, sum(amount) AS s FROM orders GROUP BY status HAVING sum(amount) > (SELECT avg(price) FROM products);
-- subquery in ORDER BY with LIMIT
SELECT id, name FROM customers c ORDER BY (SELECT sum(o.amount) FROM orders o WHERE o.customer_id = c.id), id, name LIMIT 3;
-- subquery in a join condition
SELECT c.name, s.team FROM customers c JOIN staff s ON c.id = s.id AND s.salary > (SELECT min(age) FROM customers);
-- subquery in GROUP BY
SELECT (SELECT max(s.team) FROM staff s WHERE s.id = c.id) AS t, count(age) AS n FROM customers c GROUP BY 1;
-- subquery as a function argument
SELECT concat(name, (SELECT max(team) FROM staff)) AS s FROM customers;
-- subquery inside an aggregate
SELECT sum((SELECT max(p.price) FROM products p WHERE p.id = o.product_id)) AS s FROM orders o;
-- ARRAY subquery
SELECT name, list_sort(ARRAY(SELECT o.qty FROM orders o WHERE o.customer_id = c.id)) AS l FROM customers c;
-- correlated subquery in COALESCE
SELECT coalesce((SELECT max(s.name) FROM staff s WHERE s.id = c.id), c.name) AS v FROM customers c;
-- subquery over a CTE, correlated
WITH t AS (SELECT customer_id, amount FROM orders) SELECT c.name, (SELECT max(t.amount) FROM t WHERE t.customer_id = c.id) AS m FROM customers c;
-- correlated subquery with a union inside
SELECT c.name, (SELECT max(v) FROM (SELECT o.amount AS v FROM orders o WHERE o.customer_id = c.id UNION ALL SELECT c.age)) AS m FROM customers c;
-- IN a list of subqueries
SELECT name FROM customers WHERE age IN ((SELECT min(salary) FROM staff), (SELECT max(salary) FROM staff));
-- scalar subquery without FROM
SELECT (SELECT c.age * 2) AS dbl FROM customers c;
