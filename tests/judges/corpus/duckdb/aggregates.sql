-- aggregates without groups
SELECT sum(amount), min(day), max(qty), avg(amount), count(status) FROM orders;
-- group key and aggregate
SELECT status, sum(amount) AS s FROM orders GROUP BY status;
-- expression over aggregates
SELECT sum(amount) / sum(qty) AS unit, max(amount) - min(amount) AS spread FROM orders;
-- aggregate of an expression
SELECT sum(amount * qty + 1) AS s FROM orders;
-- FILTER
SELECT sum(amount) FILTER (WHERE status = 'a') AS s, count(qty) FILTER (WHERE day > DATE '2024-01-02') AS n FROM orders;
-- DISTINCT
SELECT count(DISTINCT status) AS n, sum(DISTINCT qty) AS s FROM orders;
-- count(*)
SELECT status, count(*) AS n FROM orders GROUP BY status;
-- ordered aggregates
SELECT string_agg(name, ',' ORDER BY id, name) AS s, list(age ORDER BY age DESC) AS l FROM customers;
-- first and last with an order
SELECT first(salary ORDER BY id, salary) AS f, last(salary ORDER BY id, salary) AS l FROM staff;
-- arg_max and its kin
SELECT arg_max(name, age) AS oldest, arg_min(name, age) AS youngest, max_by(region, age) AS r FROM (SELECT max(name) AS name, max(region) AS region, age FROM customers GROUP BY age);
-- arg_max of several
SELECT arg_max(v, k, 2) AS two FROM (SELECT max(name) AS v, age AS k FROM customers GROUP BY age);
-- ordered-set aggregates
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) AS med, percentile_disc(0.5) WITHIN GROUP (ORDER BY qty DESC) AS q FROM orders;
-- mode WITHIN GROUP
SELECT mode() WITHIN GROUP (ORDER BY v) AS m FROM (SELECT DISTINCT salary AS v FROM staff);
-- quantiles and median
SELECT quantile_cont(amount, 0.25) AS q, median(qty) AS m, quantile_disc(qty, [0.1, 0.9]) AS l FROM orders;
-- statistics of two columns
SELECT corr(amount, qty) AS c, regr_slope(amount, qty) AS s, covar_pop(amount, qty) AS v FROM orders;
-- boolean aggregates
SELECT bool_and(qty > 1) AS a, bool_or(amount > 3) AS o, countif(qty > product_id) AS n FROM orders;
-- max of a struct keeps its fields apart
SELECT max({'k': day, 'v': amount}).v AS last_amount FROM orders;
-- GROUP BY ordinal
SELECT region, age, count(name) FROM customers GROUP BY 1, 2;
-- GROUP BY alias
SELECT age % 2 AS parity, max(name) AS n FROM customers GROUP BY parity;
-- GROUP BY ALL
SELECT region, upper(name) AS u, sum(age) AS s FROM customers GROUP BY ALL;
-- GROUP BY an expression
SELECT amount + qty AS k, count(*) FROM orders GROUP BY amount + qty;
-- key that is not selected
SELECT sum(qty) AS s FROM orders GROUP BY status;
-- GROUPING SETS
SELECT region, age, sum(id) AS s, grouping(region) AS g FROM customers GROUP BY GROUPING SETS ((region), (age), ());
-- ROLLUP
SELECT status, day, sum(amount) AS s FROM orders GROUP BY ROLLUP (status, day);
-- CUBE
SELECT team, boss_id, max(salary) AS m, grouping_id(team, boss_id) AS g FROM staff GROUP BY CUBE (team, boss_id);
-- HAVING
SELECT region, max(age) AS m FROM customers GROUP BY region HAVING count(id) > 1 AND min(age) < 9;
-- HAVING without GROUP BY
SELECT sum(qty) AS s FROM orders HAVING count(amount) > 0;
-- aggregate of an aggregate
SELECT max(s) AS m, avg(n) AS a FROM (SELECT status, sum(amount) AS s, count(qty) AS n FROM orders GROUP BY status);
-- DISTINCT of groups
SELECT DISTINCT max(amount) AS m FROM orders GROUP BY status;
-- map and histogram
SELECT histogram(status) AS h, list(DISTINCT qty ORDER BY qty) AS l FROM orders;
-- any_value per group
SELECT id, any_value(v) AS v FROM (SELECT id, max(region) AS v FROM customers GROUP BY id) GROUP BY id;
-- aggregate in CASE
SELECT CASE WHEN sum(qty) > 5 THEN max(amount) ELSE min(amount) END AS v FROM orders GROUP BY status;
-- sum of CASE
SELECT sum(CASE WHEN status = 'a' THEN amount ELSE 0 END) AS a, sum(CASE status WHEN 'b' THEN qty END) AS b FROM orders;
-- bit and product
SELECT product(qty) AS p, bit_xor(qty) AS x FROM orders WHERE qty > 0;
-- weighted average
SELECT weighted_avg(amount, qty) AS w FROM orders;
