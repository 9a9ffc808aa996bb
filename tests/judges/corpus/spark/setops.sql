-- Set operations, CTEs, derived tables, subqueries.

-- # UNION ALL
SELECT a, c FROM t UNION ALL SELECT x, y FROM u;

-- # UNION
SELECT a FROM t UNION SELECT x FROM u;

-- # UNION of a table with itself
SELECT a, b FROM t UNION ALL SELECT b, a FROM t;

-- # three branches
SELECT a FROM t UNION ALL SELECT x FROM u UNION ALL SELECT qty FROM orders;

-- # INTERSECT
SELECT a FROM t INTERSECT SELECT x FROM u;

-- # EXCEPT
SELECT a FROM t EXCEPT SELECT x FROM u;

-- # MINUS
SELECT a, c FROM t MINUS SELECT a, y FROM u;

-- # INTERSECT ALL and EXCEPT ALL
SELECT a FROM t INTERSECT ALL SELECT a FROM u EXCEPT ALL SELECT x FROM u;

-- # a union of structs
SELECT s.p, s.q FROM (SELECT named_struct('p', a, 'q', b) AS s FROM t UNION ALL SELECT named_struct('p', a, 'q', x) FROM u);

-- # a union in order
SELECT a AS k FROM t UNION ALL SELECT x FROM u ORDER BY k LIMIT 3;

-- # a union in parentheses
(SELECT a FROM t) UNION ALL (SELECT x FROM u ORDER BY y LIMIT 1);

-- # a CTE
WITH z AS (SELECT a, sum(b) AS s FROM t GROUP BY a) SELECT a, s * 2 AS r FROM z WHERE s > 1;

-- # a CTE with names
WITH z(p, q) AS (SELECT a, b + 1 FROM t) SELECT q, p FROM z;

-- # a chain of CTEs
WITH x AS (SELECT a, b FROM t), y AS (SELECT a + b AS k FROM x), z AS (SELECT max(k) AS m FROM y) SELECT m FROM z;

-- # a CTE twice
WITH z AS (SELECT a, c FROM t) SELECT l.a, r.c FROM z l JOIN z r ON l.a = r.a;

-- # a CTE hides a table
WITH t AS (SELECT x AS a FROM u) SELECT a FROM t;

-- # a CTE inside
SELECT k FROM (WITH z AS (SELECT a AS k FROM t) SELECT k FROM z) q;

-- # a recursive CTE
WITH RECURSIVE r(n, m) AS (SELECT a, c FROM t UNION ALL SELECT n + 1, m FROM r WHERE n < 5) SELECT n, m FROM r;

-- # a recursive CTE over a tree
WITH RECURSIVE chain AS (SELECT user_id, manager_id, name, 1 AS lvl FROM users WHERE manager_id IS NULL UNION ALL SELECT u.user_id, u.manager_id, concat(c.name, '/', u.name), c.lvl + 1 FROM users u JOIN chain c ON u.manager_id = c.user_id) SELECT * FROM chain;

-- # a recursive CTE that swaps
WITH RECURSIVE r(p, q) AS (SELECT a, b FROM t UNION ALL SELECT q, p FROM r WHERE p < 3) SELECT p, q FROM r;

-- # a derived table
SELECT k + 1 AS m FROM (SELECT a * 2 AS k, b FROM t) z;

-- # a derived table without a name
SELECT k FROM (SELECT a + b AS k FROM t);

-- # a derived table with names of columns
SELECT p FROM (SELECT a, b FROM t) AS z(p, q);

-- # a scalar subquery
SELECT a, (SELECT max(x) FROM u) AS m FROM t;

-- # a correlated scalar subquery
SELECT a, (SELECT sum(x) FROM u WHERE u.a = t.a) AS s FROM t;

-- # EXISTS
SELECT order_id FROM orders o WHERE EXISTS (SELECT 1 FROM users u WHERE u.user_id = o.user_id AND u.vip);

-- # NOT EXISTS
SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.a = t.a);

-- # IN of a subquery
SELECT a FROM t WHERE b IN (SELECT x FROM u WHERE y = 'k');

-- # NOT IN of a subquery
SELECT a FROM t WHERE a NOT IN (SELECT a FROM u);

-- # IN of a pair
SELECT c FROM t WHERE (a, b) IN (SELECT a, x FROM u);

-- # a subquery in HAVING
SELECT c, sum(a) AS s FROM t GROUP BY c HAVING sum(a) > (SELECT avg(x) FROM u);

-- # a subquery in a condition
SELECT CASE WHEN a IN (SELECT x FROM u) THEN b ELSE 0 END AS k FROM t;

-- # nested subqueries
SELECT a FROM t WHERE b > (SELECT avg(x) FROM u WHERE x < (SELECT max(qty) FROM orders));

-- # a subquery over a CTE
WITH z AS (SELECT x FROM u) SELECT a, (SELECT max(x) FROM z) AS m FROM t WHERE a IN (SELECT x FROM z);

-- # a union of CTEs
WITH x AS (SELECT a FROM t), y AS (SELECT x AS a FROM u) SELECT * FROM x UNION ALL SELECT * FROM y;

-- # a comparison with a subquery
SELECT a > (SELECT max(x) FROM u) AS big FROM t;

-- # EXISTS as a value
SELECT a, EXISTS (SELECT 1 FROM u WHERE u.a = t.a) AS known FROM t;
