-- one
WITH q AS (SELECT a, b + 1 AS k FROM t) SELECT a, k FROM q;

-- two
WITH q AS (SELECT a, b FROM t), r AS (SELECT a, b * 2 AS d FROM q) SELECT d, a FROM r;

-- one, twice
WITH q AS (SELECT a, b FROM t) SELECT x.a, y.b FROM q x JOIN q y ON x.a = y.b;

-- a CTE that hides a table
WITH u AS (SELECT a AS x FROM t) SELECT x FROM u;

-- nested
SELECT k FROM (WITH q AS (SELECT a AS k FROM t) SELECT k FROM q);

-- in a subquery expression
SELECT (WITH q AS (SELECT x FROM u) SELECT MAX(x) FROM q) AS k FROM t;

-- not used
WITH q AS (SELECT b FROM t) SELECT a FROM t;

-- a star
WITH q AS (SELECT * FROM t) SELECT * FROM q;

-- a star with EXCEPT
WITH q AS (SELECT * EXCEPT (d) FROM t) SELECT * FROM q;

-- a chain with a join
WITH o AS (SELECT customer_id AS c, SUM(amount) AS s FROM orders GROUP BY customer_id), n AS (SELECT id, UPPER(name) AS name FROM customers) SELECT n.name, o.s FROM o JOIN n ON o.c = n.id;

-- RECURSIVE
WITH RECURSIVE r AS (SELECT id, parent_id, name FROM customers WHERE parent_id IS NULL UNION ALL SELECT c.id, c.parent_id, c.name FROM customers c JOIN r ON c.parent_id = r.id) SELECT id, name FROM r;

-- RECURSIVE that computes
WITH RECURSIVE r AS (SELECT a, b FROM t UNION ALL SELECT a + 1, b FROM r WHERE a < 10) SELECT a, b FROM r;

-- RECURSIVE that carries
WITH RECURSIVE r AS (SELECT id, name AS path FROM customers UNION ALL SELECT c.id, CONCAT(r.path, '/', c.name) FROM r JOIN customers c ON c.parent_id = r.id) SELECT path FROM r;

-- RECURSIVE that swaps
WITH RECURSIVE r AS (SELECT a AS p, b AS q FROM t UNION ALL SELECT q, p FROM r) SELECT p FROM r;

-- RECURSIVE UNION DISTINCT
WITH RECURSIVE r AS (SELECT a FROM t UNION DISTINCT SELECT u.x FROM u JOIN r ON u.a = r.a) SELECT a FROM r;

-- RECURSIVE, not recursive
WITH RECURSIVE q AS (SELECT a FROM t), r AS (SELECT a FROM q) SELECT a FROM r;

-- a number sequence
WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT n.i, t.a FROM n, t;
