-- WITH expression AS name
WITH amount * qty AS total SELECT total, total / 2 AS half FROM ods.orders;
-- WITH constant
WITH 'paid' AS wanted SELECT amount, wanted FROM ods.orders WHERE status = wanted;
-- WITH several expressions that use each other
WITH amount * qty AS total, total * 0.2 AS tax, total + tax AS gross SELECT gross, tax FROM ods.orders;
-- WITH scalar subquery
WITH (SELECT max(amount) FROM ods.orders) AS top SELECT name, top FROM dim.users;
-- WITH scalar subquery in arithmetic
WITH (SELECT sum(amount) FROM ods.orders) AS total SELECT user_id, sum(amount) / total AS share FROM ods.orders GROUP BY user_id;
-- WITH scalar subquery of a tuple
WITH (SELECT (min(ts), max(ts)) FROM ods.orders) AS span SELECT span.1 AS first, span.2 AS last, name FROM dim.users;
-- WITH name AS (subquery)
WITH paid AS (SELECT user_id, amount FROM ods.orders WHERE status = 'paid') SELECT user_id, sum(amount) AS s FROM paid GROUP BY user_id;
-- both kinds side by side
WITH 0.2 AS rate, paid AS (SELECT user_id, amount FROM ods.orders), (SELECT avg(amount) FROM ods.orders) AS mean SELECT user_id, amount * rate AS tax, amount - mean AS off FROM paid;
-- a CTE that uses an expression of the outer WITH
WITH 2 AS k, x AS (SELECT amount * k AS twice FROM ods.orders) SELECT twice FROM x;
-- a chain of CTEs
WITH a AS (SELECT user_id, amount FROM ods.orders), b AS (SELECT user_id, sum(amount) AS s FROM a GROUP BY user_id), c AS (SELECT user_id, s * 2 AS d FROM b) SELECT c.user_id, c.d, b.s FROM c JOIN b ON b.user_id = c.user_id;
-- a CTE that is used twice
WITH x AS (SELECT user_id, amount FROM ods.orders) SELECT l.amount AS a, r.amount AS b FROM x AS l JOIN x AS r ON l.user_id = r.user_id;
-- a CTE hides a table of its name
WITH events AS (SELECT order_id AS event_id FROM ods.orders) SELECT event_id FROM events;
-- an inner WITH hides an outer one
WITH x AS (SELECT amount AS v FROM ods.orders) SELECT v FROM (WITH x AS (SELECT qty AS v FROM ods.orders) SELECT v FROM x);
-- a CTE inside a subquery in FROM
SELECT s FROM (WITH t AS (SELECT sum(amount) AS s FROM ods.orders) SELECT s FROM t);
-- WITH before the branches of UNION
WITH x AS (SELECT user_id FROM ods.orders) SELECT user_id FROM x UNION ALL SELECT user_id + 1 FROM x;
-- a lambda given a name
WITH (x, y) -> x * y + 1 AS f SELECT f(amount, qty) AS v FROM ods.orders;
-- a lambda of one parameter used twice
WITH x -> upper(trim(x)) AS clean SELECT clean(status) AS a, clean(coupon) AS b FROM ods.orders;
-- a named expression with an aggregate
WITH sum(amount) AS total SELECT user_id, total, total / count() AS mean FROM ods.orders GROUP BY user_id;
-- a named window expression
WITH row_number() OVER (PARTITION BY user_id ORDER BY ts) AS rn SELECT order_id, rn FROM ods.orders QUALIFY rn = 1;
-- a named array and a lambda over it
WITH arrayMap(x -> x * 2, scores) AS doubled SELECT doubled, doubled[1] AS first, arraySum(doubled) AS total FROM events;
-- a named tuple
WITH (amount, status) AS t SELECT t.1 AS a, t.2 AS s FROM ods.orders;
-- a CTE of VALUES
WITH v AS (SELECT * FROM VALUES('k UInt32, w Float64', (1, 0.5), (2, 0.7))) SELECT o.amount * v.w AS weighted, v.k FROM ods.orders AS o JOIN v ON v.k = o.product_id;
-- a CTE that is never used
WITH unused AS (SELECT qty FROM ods.orders) SELECT amount FROM ods.orders;
-- a CTE with its columns renamed
WITH x (u, a) AS (SELECT user_id, amount FROM ods.orders) SELECT u, a + 1 AS b FROM x;
-- a recursive CTE over a table
WITH RECURSIVE chain AS (SELECT id, boss_id, name, 0 AS depth FROM staff WHERE boss_id = 0 UNION ALL SELECT s.id, s.boss_id, s.name, c.depth + 1 FROM staff AS s JOIN chain AS c ON s.boss_id = c.id) SELECT name, depth FROM chain;
-- a recursive CTE that gathers a path
WITH RECURSIVE chain AS (SELECT id, [name] AS path FROM staff WHERE boss_id = 0 UNION ALL SELECT s.id, arrayConcat(c.path, [s.name]) FROM staff AS s, chain AS c WHERE s.boss_id = c.id) SELECT id, arrayStringConcat(path, '/') AS route FROM chain;
-- a recursive counter
WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT i, i * i AS square FROM n;
-- a recursive CTE whose columns swap
WITH RECURSIVE swap AS (SELECT toUInt64(id) AS a, toUInt64(boss_id) AS b, 0 AS n FROM staff UNION ALL SELECT b, a, n + 1 FROM swap WHERE n < 3) SELECT a, b FROM swap;
-- an expression named like a column hides it
WITH qty * 2 AS amount SELECT amount, amount + 1 AS more FROM ods.orders;
-- a scalar subquery over another CTE
WITH o AS (SELECT amount FROM ods.orders), (SELECT max(amount) FROM o) AS top SELECT amount / top AS part FROM o;
-- scalar subquery with WITH inside
SELECT (WITH x AS (SELECT qty FROM ods.orders) SELECT max(qty) FROM x) AS m, name FROM dim.users;
