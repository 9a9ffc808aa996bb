-- BY NAME with nothing in common
SELECT name FROM customers UNION ALL BY NAME SELECT team FROM staff;
-- BY NAME of three
SELECT id, name FROM customers UNION ALL BY NAME SELECT id, salary FROM staff UNION ALL BY NAME SELECT title AS name, price FROM products;
-- BY NAME over stars
SELECT * FROM rates UNION ALL BY NAME SELECT * EXCLUDE (id, "Order Ref") FROM orders;
-- BY NAME with other letters
SELECT ID, name FROM customers UNION ALL BY NAME SELECT NAME, id FROM staff;
-- BY NAME below an aggregate
SELECT sum(v) AS s, max(w) AS m FROM (SELECT age AS v FROM customers UNION ALL BY NAME SELECT salary AS w, boss_id AS v FROM staff);
-- FROM-first branches
FROM customers SELECT id UNION ALL FROM staff SELECT salary;
-- nested, with parentheses
SELECT id FROM customers UNION ALL (SELECT id FROM products EXCEPT SELECT id FROM staff);
-- INTERSECT before UNION
SELECT region FROM customers INTERSECT SELECT team FROM staff UNION ALL SELECT category FROM products;
-- a set operation with LIMIT
SELECT id, 'c' AS k FROM customers UNION SELECT id, 's' FROM staff ORDER BY id, k LIMIT 5;
-- EXCEPT of structs
SELECT {'a': id, 'b': age} AS s FROM customers EXCEPT SELECT {'a': id, 'b': salary} FROM staff;
-- a struct's field behind a set operation
SELECT s.a AS a FROM (SELECT {'a': id, 'b': age} AS s FROM customers INTERSECT SELECT {'a': id, 'b': salary} FROM staff);
-- union of lists
SELECT unnest(l) AS v FROM (SELECT scores AS l FROM events UNION ALL SELECT [id, age] FROM customers);
-- an aggregate above UNION
SELECT count(*) AS n, count(DISTINCT v) AS k FROM (SELECT region AS v FROM customers UNION SELECT team FROM staff);
-- four branches, one constant
SELECT id, NULL AS note FROM customers UNION ALL SELECT id, name FROM staff UNION ALL SELECT 0, 'none' UNION ALL SELECT product_id, status FROM orders;
-- CTE over EXCEPT, then a join
WITH lost AS (SELECT id FROM customers EXCEPT SELECT customer_id FROM orders) SELECT c.name, c.region FROM lost l JOIN customers c ON c.id = l.id;
-- VALUES and EXCEPT
VALUES (1), (2), (3) EXCEPT SELECT id FROM customers;
