-- star
SELECT * FROM orders;
-- star of one table
SELECT o.*, c.name FROM orders o JOIN customers c ON o.customer_id = c.id;
-- star twice
SELECT *, * FROM rates;
-- EXCLUDE
SELECT * EXCLUDE (amount, day) FROM orders;
-- EXCLUDE one, without parentheses
SELECT * EXCLUDE id FROM staff;
-- REPLACE
SELECT * REPLACE (amount * qty AS amount, upper(status) AS status) FROM orders;
-- RENAME
SELECT * RENAME (id AS staff_id, name AS who) FROM staff;
-- EXCLUDE, REPLACE and RENAME together
SELECT * EXCLUDE (boss_id) REPLACE (salary + 1 AS salary) RENAME (team AS crew) FROM staff;
-- qualified EXCLUDE
SELECT o.* EXCLUDE (id), c.id FROM orders o, customers c WHERE o.customer_id = c.id;
-- COLUMNS with a pattern
SELECT COLUMNS('.*id') FROM orders;
-- COLUMNS inside an expression
SELECT COLUMNS('amount|qty') * 2 FROM orders;
-- COLUMNS of a star
SELECT max(COLUMNS(* EXCLUDE (day))) FROM rates;
-- COLUMNS with a lambda
SELECT COLUMNS(lambda c: c LIKE '%a%') FROM staff;
-- COLUMNS twice in one expression
SELECT min(COLUMNS('salary|id')) + max(COLUMNS('salary|id')) FROM staff;
-- star with LIKE
SELECT * LIKE '%id' FROM orders;
-- star over a join with USING
SELECT * FROM rates JOIN orders USING (product_id, day);
-- star over a derived table
SELECT * FROM (SELECT amount AS a, qty AS b FROM orders);
-- star over two derived tables
SELECT x.*, y.* FROM (SELECT id, age FROM customers) x JOIN (SELECT id, salary FROM staff) y ON x.id = y.id;
-- star of a struct column
SELECT id, address.* FROM customers;
-- count of a star is nothing
SELECT count(*), count(*) FILTER (WHERE qty > 1) FROM orders;
