-- COLUMNS of a list of names
SELECT COLUMNS(['id', 'qty']) FROM orders;
-- COLUMNS with a cast
SELECT COLUMNS('id|qty')::VARCHAR FROM orders;
-- COLUMNS in a function with others
SELECT coalesce(COLUMNS('amount|qty'), 0) + 1 FROM orders;
-- COLUMNS of EXCLUDE under two aggregates
SELECT min(COLUMNS(* EXCLUDE (day))), max(COLUMNS(* EXCLUDE (day))) FROM rates;
-- COLUMNS in a window
SELECT sum(COLUMNS('amount|qty')) OVER (PARTITION BY status) FROM orders;
-- COLUMNS of REPLACE
SELECT COLUMNS(* REPLACE (rate * 2 AS rate)) FROM rates;
-- COLUMNS through a CTE
WITH x AS (SELECT id AS a_id, qty AS b_id, amount FROM orders) SELECT COLUMNS('.*_id') FROM x;
-- star with EXCLUDE over a join
SELECT o.* EXCLUDE ("Order Ref", status), c.* EXCLUDE (id, address, tags) FROM orders o JOIN customers c ON c.id = o.customer_id;
-- star with REPLACE by a subquery
SELECT * REPLACE ((SELECT max(age) FROM customers) AS rate) FROM rates;
-- star with RENAME over a join
SELECT * RENAME (name AS who) FROM (SELECT id, name FROM customers) JOIN (SELECT id, salary FROM staff) USING (id);
-- EXCLUDE with a qualified name
SELECT * EXCLUDE (s.id) FROM (SELECT id, name FROM customers) c JOIN (SELECT id, salary FROM staff) s ON c.id = s.id;
-- star of a struct in a CTE, with EXCLUDE
WITH x AS (SELECT {'a': amount, 'b': qty, 'c': status} AS s FROM orders) SELECT s.* EXCLUDE (b) FROM x;
-- unpacked into a list
SELECT [*COLUMNS('id|qty')] AS l FROM orders;
-- unpacked into concat
SELECT concat(*COLUMNS('name|region')) AS s FROM customers;
