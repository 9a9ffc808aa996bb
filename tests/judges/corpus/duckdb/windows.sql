-- ranks have no value source
SELECT id, row_number() OVER (ORDER BY id, name, age) AS rn, rank() OVER (PARTITION BY region ORDER BY age) AS rk, dense_rank() OVER (ORDER BY age) AS dr FROM customers;
-- lag and lead
SELECT lag(age) OVER (ORDER BY id, age) AS p, lead(age, 2) OVER (ORDER BY id, age) AS n FROM customers;
-- lag with a default
SELECT lag(k, 1, id) OVER (ORDER BY id, k) AS p FROM (SELECT id, max(age) AS k FROM customers GROUP BY id);
-- running sum
SELECT id, sum(amount) OVER (PARTITION BY status ORDER BY day, id) AS run FROM orders;
-- frames
SELECT sum(qty) OVER (ORDER BY id, qty ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS r, avg(amount) OVER (ORDER BY qty RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) AS g FROM orders;
-- EXCLUDE CURRENT ROW
SELECT sum(qty) OVER (ORDER BY id GROUPS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE GROUP) AS s FROM orders;
-- first, last and nth value
SELECT first_value(salary) OVER w AS f, last_value(salary) OVER w AS l, nth_value(salary, 2) OVER w AS n FROM staff WINDOW w AS (PARTITION BY team ORDER BY id, salary);
-- a named window refined
SELECT sum(salary) OVER (w ORDER BY id, salary) AS a, max(salary) OVER w AS b FROM staff WINDOW w AS (PARTITION BY team);
-- QUALIFY
SELECT id, team, salary FROM staff QUALIFY rank() OVER (PARTITION BY team ORDER BY salary DESC) = 1;
-- QUALIFY by alias
SELECT team, salary, dense_rank() OVER (PARTITION BY team ORDER BY salary) AS rk FROM staff QUALIFY rk <= 2;
-- FILTER in a window
SELECT sum(salary) FILTER (WHERE boss_id > 1) OVER (PARTITION BY team) AS s FROM staff;
-- DISTINCT in a window
SELECT count(DISTINCT team) OVER (PARTITION BY boss_id) AS n FROM staff;
-- ntile, percent_rank and cume_dist
SELECT ntile(2) OVER (ORDER BY salary) AS t, percent_rank() OVER (ORDER BY salary) AS p, cume_dist() OVER (ORDER BY salary) AS c FROM staff;
-- arithmetic with windows
SELECT salary / sum(salary + 1) OVER (PARTITION BY team) AS share FROM staff;
-- window over an aggregate
SELECT status, sum(amount) AS s, rank() OVER (ORDER BY sum(amount) DESC) AS rk, sum(sum(amount)) OVER () AS total FROM orders GROUP BY status;
-- window in a derived table
SELECT name FROM (SELECT name, rank() OVER (PARTITION BY region ORDER BY age) AS rk FROM customers) WHERE rk = 1;
-- arg_max over a window
SELECT arg_max(v, k) OVER (PARTITION BY r) AS m FROM (SELECT max(name) AS v, age AS k, max(region) AS r FROM customers GROUP BY age);
-- IGNORE NULLS
SELECT last_value(age IGNORE NULLS) OVER (ORDER BY id, age ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS v FROM customers;
-- count(*) over a window
SELECT count(*) OVER (PARTITION BY region) AS n FROM customers;
-- window with CASE inside
SELECT sum(CASE WHEN status = 'a' THEN amount ELSE qty END) OVER (PARTITION BY product_id) AS s FROM orders;
-- window keys are expressions
SELECT max(amount) OVER (PARTITION BY product_id % 2, upper(status)) AS m FROM orders;
-- list over a window
SELECT list(qty ORDER BY qty) OVER (PARTITION BY status) AS l FROM orders;
