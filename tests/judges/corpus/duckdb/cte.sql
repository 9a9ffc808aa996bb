-- one CTE
WITH x AS (SELECT amount AS a, status FROM orders) SELECT a, status FROM x;
-- a chain
WITH x AS (SELECT amount AS a FROM orders), y AS (SELECT a + 1 AS b FROM x), z AS (SELECT b * 2 AS c FROM y) SELECT c FROM z;
-- column list
WITH x(p, q) AS (SELECT amount, qty FROM orders) SELECT q, p FROM x;
-- a CTE hides a table
WITH customers AS (SELECT salary AS age, team AS name FROM staff) SELECT age, name FROM customers;
-- a CTE reads the table that it hides
WITH orders AS (SELECT id, amount * 2 AS amount FROM orders) SELECT id, amount FROM orders;
-- an inner CTE hides an outer one
WITH x AS (SELECT age AS v FROM customers) SELECT * FROM (WITH x AS (SELECT salary AS v FROM staff) SELECT v FROM x) i, x WHERE i.v = x.v;
-- self join of a CTE
WITH x AS (SELECT id, boss_id, salary FROM staff) SELECT a.salary AS mine, b.salary AS his, a.id - b.id AS gap FROM x a JOIN x b ON a.boss_id = b.id;
-- a CTE used by a subquery
WITH m AS (SELECT max(price) AS top FROM products) SELECT title, price / (SELECT top FROM m) AS share FROM products WHERE price < (SELECT top FROM m);
-- a CTE that nobody reads
WITH unused AS (SELECT * FROM staff) SELECT name FROM customers;
-- MATERIALIZED and NOT MATERIALIZED
WITH a AS MATERIALIZED (SELECT id, age FROM customers), b AS NOT MATERIALIZED (SELECT id, salary FROM staff) SELECT a.age + b.salary AS s FROM a JOIN b USING (id);
-- nested WITH
WITH a AS (WITH b AS (SELECT rate AS r FROM rates) SELECT r * 2 AS s FROM b) SELECT s FROM a;
-- recursive: a walk up
WITH RECURSIVE r(id, boss, depth) AS (SELECT id, boss_id, 0 FROM staff UNION ALL SELECT s.id, s.boss_id, r.depth + 1 FROM r JOIN staff s ON s.id = r.boss WHERE r.depth < 3) SELECT id, boss, depth FROM r;
-- recursive: a value travels through another column
WITH RECURSIVE r(n, a, b) AS (SELECT 0, id, salary FROM staff UNION ALL SELECT n + 1, b, a FROM r WHERE n < 2) SELECT n, a, b FROM r;
-- recursive: values shift along three columns
WITH RECURSIVE r(n, a, b, c) AS (SELECT 0, id, boss_id, salary FROM staff UNION ALL SELECT n + 1, b, c, c FROM r WHERE n < 3) SELECT a, b, c FROM r;
-- recursive with UNION
WITH RECURSIVE r(id) AS (SELECT id FROM staff WHERE boss_id IS NULL UNION SELECT s.id FROM staff s JOIN r ON s.boss_id = r.id) SELECT id FROM r;
-- recursive that counts
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT r.n, c.name FROM r JOIN customers c ON c.id = r.n;
-- recursive word without recursion
WITH RECURSIVE x AS (SELECT team FROM staff) SELECT team FROM x;
-- a CTE over a union
WITH u AS (SELECT id, name FROM customers UNION ALL SELECT id, title FROM products) SELECT id, upper(name) AS n FROM u;
-- FROM-first in a CTE
WITH x AS (FROM rates SELECT rate, day) FROM x SELECT rate * 2;
-- star through CTEs
WITH a AS (SELECT * FROM rates), b AS (SELECT *, rate * 2 AS dbl FROM a) SELECT * EXCLUDE (day) FROM b;
-- window over a CTE
WITH d AS (SELECT day, sum(amount) AS s FROM orders GROUP BY day) SELECT day, s, s - lag(s) OVER (ORDER BY day) AS delta FROM d;
