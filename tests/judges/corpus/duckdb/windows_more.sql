-- bounds that are expressions
SELECT sum(qty) OVER (ORDER BY id, qty ROWS BETWEEN 1 + 1 PRECEDING AND 1 FOLLOWING) AS s FROM orders;
-- EXCLUDE TIES
SELECT sum(qty) OVER (ORDER BY id RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE TIES) - qty AS s FROM (SELECT id, sum(qty) AS qty FROM orders GROUP BY id);
-- GROUPS with offsets
SELECT max(amount) OVER (ORDER BY day GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS m FROM orders;
-- RANGE over dates
SELECT count(*) OVER (ORDER BY day RANGE BETWEEN INTERVAL 1 DAY PRECEDING AND INTERVAL 1 DAY FOLLOWING) AS n FROM orders;
-- a frame from a column
SELECT sum(salary) OVER (ORDER BY id, salary ROWS BETWEEN id PRECEDING AND CURRENT ROW) AS s FROM staff WHERE id IS NOT NULL;
-- two windows, one from the other
SELECT sum(amount) OVER (p ORDER BY day, amount) AS s, count(*) OVER p AS n FROM orders WINDOW p AS (PARTITION BY status);
-- an aggregate with its own order inside a window
SELECT string_agg(name, '' ORDER BY name) OVER (PARTITION BY team) AS s FROM staff;
-- lag of an expression with a default column
SELECT lag(salary + 1, 1, boss_id) OVER (PARTITION BY team ORDER BY id, salary, boss_id) AS v FROM staff;
-- windows in an expression with others
SELECT salary - min(salary) OVER (PARTITION BY team) + rank() OVER (ORDER BY salary) AS v FROM staff;
-- a window in a CASE
SELECT CASE WHEN rank() OVER (PARTITION BY team ORDER BY salary DESC) = 1 THEN name ELSE team END AS v FROM staff;
-- QUALIFY with a WHERE and a window that is not selected
SELECT name, salary FROM staff WHERE boss_id IS NOT NULL QUALIFY salary > avg(salary) OVER (PARTITION BY team);
-- QUALIFY over groups
SELECT team, max(salary) AS m FROM staff GROUP BY team QUALIFY rank() OVER (ORDER BY max(salary) DESC) <= 2;
-- QUALIFY with a named window
SELECT name, salary FROM staff WINDOW w AS (PARTITION BY team ORDER BY salary) QUALIFY dense_rank() OVER w = 1;
-- a window of a window, by a derived table
SELECT max(rn) OVER (PARTITION BY team) AS m FROM (SELECT team, rank() OVER (PARTITION BY team ORDER BY salary) AS rn FROM staff);
-- first_value that skips nulls
SELECT first_value(salary IGNORE NULLS) OVER (PARTITION BY team ORDER BY id, salary ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS v FROM staff;
-- nth_value by a column
SELECT nth_value(salary, 1 + id) OVER (PARTITION BY team ORDER BY id, salary ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS v FROM staff WHERE id IS NOT NULL;
-- fill between neighbours
SELECT day, fill(v) OVER (ORDER BY day) AS f FROM (SELECT day, max(amount) AS v FROM orders WHERE day IS NOT NULL GROUP BY day);
-- windows over a join
SELECT o.id, sum(o.amount * p.price) OVER (PARTITION BY p.category ORDER BY o.id, o.amount, p.price) AS s FROM orders o JOIN products p ON p.id = o.product_id;
-- DISTINCT over windows
SELECT DISTINCT team, max(salary) OVER (PARTITION BY team) AS m FROM staff;
-- ORDER BY a window
SELECT name, team FROM staff ORDER BY rank() OVER (PARTITION BY team ORDER BY salary), name, team LIMIT 4;
-- a window with FILTER and a frame
SELECT count(*) FILTER (WHERE salary > 2) OVER (PARTITION BY team ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS n FROM staff;
-- quantiles in a window
SELECT median(amount) OVER (PARTITION BY status) AS m, quantile_disc(qty, 0.5) OVER (PARTITION BY status) AS q FROM orders;
-- the struct of a window
SELECT max({'s': salary, 'n': name}) OVER (PARTITION BY team).n AS best FROM staff;
-- lead over a struct's field
SELECT lead(k.s) OVER (ORDER BY k) AS n FROM (SELECT {'i': id, 's': salary} AS k FROM staff);
-- ranks with an order of their own
SELECT rank(ORDER BY salary DESC) OVER (PARTITION BY team) AS r, first_value(name ORDER BY salary, name) OVER (PARTITION BY team) AS f FROM staff;
