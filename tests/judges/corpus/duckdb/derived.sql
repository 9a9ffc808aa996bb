-- a derived table renames
SELECT a, b FROM (SELECT amount AS a, qty AS b FROM orders) t;
-- column list of a derived table
SELECT t.u, t.v FROM (SELECT amount, qty FROM orders) AS t(u, v);
-- swapped names
SELECT amount, qty FROM (SELECT qty AS amount, amount AS qty FROM orders);
-- three levels
SELECT z FROM (SELECT y + 1 AS z FROM (SELECT x * 2 AS y FROM (SELECT qty AS x FROM orders)));
-- unused columns
SELECT a FROM (SELECT id AS a, amount AS b, 1 AS c FROM orders) WHERE b > 2;
-- aggregate over a derived table
SELECT sum(v) AS s, k FROM (SELECT amount * qty AS v, status AS k FROM orders) GROUP BY k;
-- a derived table with the name of a stored one
SELECT orders.id FROM (SELECT customer_id AS id FROM orders) AS orders;
-- VALUES
SELECT a + 1 AS x, b FROM (VALUES (1, 'a'), (2, 'b')) v(a, b);
-- VALUES joined with a table
SELECT v.label, o.amount FROM orders o JOIN (VALUES ('a', 'first'), ('b', 'second')) v(code, label) ON o.status = v.code;
-- VALUES with subqueries inside
SELECT * FROM (VALUES ((SELECT max(age) FROM customers), 1), (2, (SELECT min(salary) FROM staff))) v(p, q);
-- VALUES at the top
VALUES (1, 'a'), (2, 'b');
-- duplicate names from a derived table
SELECT * FROM (SELECT id, name FROM customers) a, (SELECT id, name FROM staff) b WHERE a.id = b.id;
-- constant column of a derived table
SELECT src, v FROM (SELECT 'c' AS src, age AS v FROM customers);
-- FROM a derived table without alias
FROM (SELECT amount * 2 AS dbl, status FROM orders) SELECT dbl, status;
-- ORDER BY inside
SELECT a FROM (SELECT amount AS a FROM orders ORDER BY qty);
-- LIMIT inside
SELECT a FROM (SELECT amount AS a, id FROM orders ORDER BY ALL LIMIT 3);
