-- UNION ALL
SELECT id, name FROM customers UNION ALL SELECT id, title FROM products;
-- UNION
SELECT region FROM customers UNION SELECT team FROM staff;
-- by position, not by name
SELECT amount, qty FROM orders UNION ALL SELECT qty, amount FROM orders;
-- INTERSECT
SELECT id FROM customers INTERSECT SELECT id FROM products;
-- INTERSECT ALL
SELECT age FROM customers INTERSECT ALL SELECT salary FROM staff;
-- EXCEPT
SELECT id FROM customers EXCEPT SELECT customer_id FROM orders;
-- EXCEPT ALL with two columns
SELECT id, region FROM customers EXCEPT ALL SELECT id, team FROM staff;
-- three branches
SELECT id FROM customers UNION ALL SELECT id FROM products UNION ALL SELECT id FROM staff;
-- mixed precedence
SELECT id FROM customers UNION SELECT id FROM products INTERSECT SELECT id FROM staff;
-- parentheses
(SELECT id FROM customers UNION SELECT id FROM products) EXCEPT SELECT id FROM staff;
-- UNION BY NAME
SELECT id, name FROM customers UNION BY NAME SELECT name, salary FROM staff;
-- UNION ALL BY NAME
SELECT product_id, rate FROM rates UNION ALL BY NAME SELECT amount AS rate, product_id, qty FROM orders;
-- UNION with constants
SELECT 'c' AS kind, id FROM customers UNION ALL SELECT 's', id FROM staff;
-- UNION in a derived table
SELECT kind, count(v) AS n FROM (SELECT 'a' AS kind, age AS v FROM customers UNION ALL SELECT 'b', salary FROM staff) GROUP BY kind;
-- casts between branches
SELECT id FROM customers UNION ALL SELECT price FROM products;
-- ORDER BY over a union
SELECT id AS k FROM customers UNION ALL SELECT id FROM staff ORDER BY k;
-- star branches
SELECT * FROM rates UNION ALL SELECT product_id, day, amount FROM orders;
-- UNION of VALUES and a table
SELECT qty FROM orders UNION ALL VALUES (100), (200);
-- CTEs in branches
WITH a AS (SELECT age AS v FROM customers), b AS (SELECT salary AS v FROM staff) SELECT v FROM a UNION SELECT v FROM b;
-- union of aggregates
SELECT max(age) AS m, 'c' AS k FROM customers UNION ALL SELECT min(salary), team FROM staff GROUP BY team;
