-- sets with expressions
SELECT year(day) AS y, status, sum(amount) AS s FROM orders GROUP BY GROUPING SETS ((year(day), status), (status), ());
-- ROLLUP beside a plain key
SELECT product_id, status, day, count(*) AS n FROM orders GROUP BY product_id, ROLLUP (status, day);
-- CUBE of three
SELECT region, age, name, count(*) AS n FROM customers GROUP BY CUBE (region, age, name);
-- GROUPING in CASE
SELECT CASE WHEN grouping(team) = 1 THEN 'all' ELSE team END AS t, sum(salary) AS s FROM staff GROUP BY ROLLUP (team);
-- HAVING with GROUPING
SELECT team, boss_id, max(salary) AS m FROM staff GROUP BY CUBE (team, boss_id) HAVING grouping(team) = 0;
-- grouping sets of ordinals
SELECT status, product_id, sum(qty) AS s FROM orders GROUP BY GROUPING SETS (1, 2, (1, 2));
-- GROUP BY ALL with expressions
SELECT upper(status) AS u, day + 1 AS d, max(amount) - min(amount) AS spread FROM orders GROUP BY ALL;
-- a key hidden in a function
SELECT length(status) AS l, count(*) AS n FROM orders GROUP BY length(status), day;
-- several keys of two tables
SELECT c.region, p.category, sum(o.amount) AS s FROM orders o JOIN customers c ON c.id = o.customer_id JOIN products p ON p.id = o.product_id GROUP BY c.region, p.category;
-- groups of groups
SELECT n, count(*) AS customers, sum(s) AS total FROM (SELECT customer_id, count(*) AS n, sum(amount) AS s FROM orders GROUP BY customer_id) GROUP BY n;
-- HAVING by an alias
SELECT status, sum(amount) AS total FROM orders GROUP BY status HAVING total > 3;
-- an alias that is a column, too
SELECT upper(status) AS status, count(*) AS n FROM orders GROUP BY status;
-- DISTINCT and FILTER together
SELECT count(DISTINCT customer_id) FILTER (WHERE qty > 1) AS n, sum(DISTINCT amount) FILTER (WHERE status <> 'a') AS s FROM orders;
-- an aggregate's order by another column
SELECT first(name ORDER BY age, name) AS youngest, array_agg(name ORDER BY age DESC, name) AS l FROM customers GROUP BY region;
-- arg_min and arg_max with nulls
SELECT arg_max_null(v, k) AS m FROM (SELECT age AS k, max(name) AS v FROM customers GROUP BY age);
-- statistics
SELECT stddev_samp(amount) AS s, var_pop(amount) AS v, skewness(amount) AS k, entropy(status) AS e, mad(amount) AS m FROM orders;
-- approximations
SELECT approx_count_distinct(status) AS n, approx_quantile(amount, 0.5) AS q FROM orders;
-- regression by groups
SELECT product_id, regr_intercept(amount, qty) AS i, regr_count(amount, qty) AS n FROM orders GROUP BY product_id;
-- fsum, kurtosis and the like
SELECT fsum(amount) AS f, geomean(amount) AS g, sumkahan(amount) AS k FROM orders WHERE amount > 0;
-- lists and maps of groups
SELECT map_from_entries(list({'k': status, 'v': s} ORDER BY status)) AS m FROM (SELECT status, sum(qty) AS s FROM orders WHERE status IS NOT NULL GROUP BY status);
-- count without a star
SELECT count() AS n, status FROM orders GROUP BY status;
-- an empty key
SELECT sum(amount) AS s FROM orders GROUP BY ();
