-- a path as a list
WITH RECURSIVE r AS (SELECT id, [id] AS path, 1 AS n FROM staff WHERE boss_id IS NULL UNION ALL SELECT s.id, list_append(r.path, s.id), n + 1 FROM staff s JOIN r ON s.boss_id = r.id WHERE n < 3) SELECT id, path, n FROM r;
-- a total along the way
WITH RECURSIVE r(id, total, n) AS (SELECT id, salary, 0 FROM staff UNION ALL SELECT s.id, r.total + s.salary, n + 1 FROM r JOIN staff s ON s.boss_id = r.id WHERE n < 2) SELECT id, max(total) AS top FROM r GROUP BY id;
-- a name built up
WITH RECURSIVE r AS (SELECT id, name AS path, 0 AS n FROM staff UNION ALL SELECT s.id, r.path || '/' || s.name, n + 1 FROM r, staff s WHERE s.boss_id = r.id AND n < 2) SELECT path FROM r WHERE n > 0;
-- dates by steps
WITH RECURSIVE d(day) AS (SELECT min(day) FROM orders UNION ALL SELECT CAST(day + INTERVAL 1 DAY AS DATE) FROM d WHERE day < (SELECT max(day) FROM orders)) SELECT d.day, count(o.id) AS n FROM d LEFT JOIN orders o ON o.day = d.day GROUP BY d.day;
-- two CTEs, one recursive
WITH RECURSIVE top AS (SELECT id, team FROM staff WHERE boss_id IS NULL), r AS (SELECT id, team, 0 AS n FROM top UNION SELECT s.id, r.team, n + 1 FROM staff s JOIN r ON s.boss_id = r.id WHERE n < 3) SELECT team, count(*) AS n FROM r GROUP BY team;
-- a set that grows until it is full
WITH RECURSIVE reach(a, b) AS (SELECT boss_id, id FROM staff UNION SELECT r.a, s.id FROM reach r JOIN staff s ON s.boss_id = r.b) SELECT a, b FROM reach;
-- recursion inside a subquery
SELECT c.name, (WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT sum(n + c.age) FROM r) AS v FROM customers c;
-- a condition of the step is no value
WITH RECURSIVE r(id, n) AS (SELECT id, 0 FROM staff UNION ALL SELECT r.id, n + 1 FROM r JOIN rates q ON q.product_id = r.id WHERE n < 1 AND q.rate > 2) SELECT id, n FROM r;
-- the start is a union
WITH RECURSIVE r(k, n) AS (SELECT id, 0 FROM staff UNION ALL SELECT k + 1, n + 1 FROM r WHERE n < 2) SELECT k FROM r UNION ALL SELECT age FROM customers;
-- a struct whose fields change places
WITH RECURSIVE r AS (SELECT {'p': id, 'q': age} AS s, 0 AS n FROM customers UNION ALL SELECT {'p': s.q, 'q': s.p}, n + 1 FROM r WHERE n < 3) SELECT s.p AS x FROM r;
-- a struct that is handed on
WITH RECURSIVE r AS (SELECT {'p': id, 'q': age} AS s, 0 AS n FROM customers UNION ALL SELECT s, n + 1 FROM r WHERE n < 3) SELECT s.p AS x FROM r;
