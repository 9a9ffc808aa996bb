-- INNER JOIN
SELECT o.id, c.name FROM orders o JOIN customers c ON o.customer_id = c.id;

-- LEFT JOIN
SELECT o.id, c.name FROM orders o LEFT JOIN customers c ON o.customer_id = c.id;

-- RIGHT JOIN
SELECT o.id, c.name FROM orders o RIGHT JOIN customers c ON o.customer_id = c.id;

-- FULL JOIN
SELECT o.id, c.name FROM orders o FULL JOIN customers c ON o.customer_id = c.id;

-- CROSS JOIN
SELECT t.a, u.x FROM t CROSS JOIN u;

-- USING
SELECT a, x FROM t JOIN u USING (a);

-- USING with LEFT
SELECT a, x FROM t LEFT JOIN u USING (a);

-- USING with RIGHT
SELECT a, x FROM t RIGHT JOIN u USING (a);

-- USING with FULL
SELECT a, b, x FROM t FULL JOIN u USING (a);

-- USING and a star
SELECT * FROM t JOIN u USING (a);

-- USING with FULL and a star
SELECT * FROM t FULL JOIN u USING (a);

-- USING twice
SELECT a, b, u.y, z FROM t JOIN u USING (a) JOIN v USING (a);

-- USING of two columns
SELECT * FROM u JOIN v USING (a, x);

-- three tables
SELECT o.id, c.name, p.title FROM orders o JOIN customers c ON o.customer_id = c.id JOIN products p ON p.id = o.product_id;

-- a table with itself
SELECT c.name, p.name AS parent FROM customers c LEFT JOIN customers p ON c.parent_id = p.id;

-- a join with a condition on more
SELECT t.a, u.y FROM t JOIN u ON t.a = u.a AND t.b > u.x;

-- a join of subqueries
SELECT x.s, y.m FROM (SELECT a, SUM(b) AS s FROM t GROUP BY a) x JOIN (SELECT a, MAX(x) AS m FROM u GROUP BY a) y ON x.a = y.a;

-- a join in parentheses
SELECT t.b, u.y, v.z FROM t JOIN (u JOIN v ON u.x = v.x) ON t.a = u.a;

-- a subquery in FROM
SELECT k + 1 AS m FROM (SELECT a * 2 AS k FROM t WHERE b > 0);

-- a subquery with a star
SELECT * FROM (SELECT a, b AS x FROM t);

-- a subquery with a star and an alias
SELECT q.* FROM (SELECT a, b AS x FROM t) AS q;

-- nested subqueries
SELECT z FROM (SELECT y + 1 AS z FROM (SELECT a + b AS y FROM t));

-- a comma and a JOIN
SELECT t.a, u.x, v.z FROM t, u JOIN v ON u.a = v.a WHERE t.a = u.a;
