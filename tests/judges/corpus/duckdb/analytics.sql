-- share of the total
SELECT status, sum(amount) AS revenue, sum(amount) / sum(sum(amount)) OVER () AS share FROM orders GROUP BY status;
-- top customers by revenue, with their names
WITH revenue AS (SELECT customer_id, sum(amount * qty) AS total FROM orders GROUP BY ALL), ranked AS (SELECT *, rank() OVER (ORDER BY total DESC) AS place FROM revenue) SELECT c.name, r.total, r.place FROM ranked r JOIN customers c ON c.id = r.customer_id WHERE r.place <= 3;
-- the latest order of each customer
SELECT customer_id, day, top FROM (SELECT customer_id, day, max(amount) AS top FROM orders GROUP BY customer_id, day) QUALIFY row_number() OVER (PARTITION BY customer_id ORDER BY day DESC) = 1;
-- month over month
WITH m AS (SELECT date_trunc('month', day) AS month, sum(amount) AS total FROM orders GROUP BY 1) SELECT month, total, lag(total) OVER (ORDER BY month) AS before, total - before AS delta FROM m;
-- moving average over days
WITH d AS (SELECT day, sum(amount) AS total FROM orders GROUP BY day) SELECT day, avg(total) OVER (ORDER BY day RANGE BETWEEN INTERVAL 2 DAYS PRECEDING AND CURRENT ROW) AS smooth FROM d;
-- sessions from gaps
WITH g AS (SELECT customer_id, ts, CASE WHEN ts - lag(ts) OVER (PARTITION BY customer_id ORDER BY ts) > INTERVAL 2 HOURS THEN 1 ELSE 0 END AS fresh FROM (SELECT DISTINCT customer_id, ts FROM events)), s AS (SELECT customer_id, ts, sum(fresh) OVER (PARTITION BY customer_id ORDER BY ts) AS session FROM g) SELECT customer_id, session, min(ts) AS began, max(ts) AS ended, count(*) AS hits FROM s GROUP BY customer_id, session;
-- gaps and islands
WITH d AS (SELECT DISTINCT customer_id, day FROM orders), i AS (SELECT customer_id, day, day - CAST(row_number() OVER (PARTITION BY customer_id ORDER BY day) AS INTEGER) AS island FROM d) SELECT customer_id, min(day) AS first_day, max(day) AS last_day, count(*) AS days FROM i GROUP BY customer_id, island;
-- a cohort table
WITH firsts AS (SELECT customer_id, min(day) AS cohort FROM orders GROUP BY customer_id) SELECT f.cohort, date_diff('day', f.cohort, o.day) AS age, count(DISTINCT o.customer_id) AS n FROM orders o JOIN firsts f USING (customer_id) GROUP BY ALL;
-- a funnel
SELECT count(*) FILTER (WHERE first_a IS NOT NULL) AS step_a, count(*) FILTER (WHERE first_b > first_a) AS step_b FROM (SELECT customer_id, min(ts) FILTER (WHERE kind = 'a') AS first_a, min(ts) FILTER (WHERE kind = 'b') AS first_b FROM events GROUP BY customer_id);
-- recency, frequency, money
SELECT customer_id, DATE '2024-02-01' - max(day) AS recency, count(*) AS frequency, sum(amount) AS money, ntile(2) OVER (ORDER BY sum(amount), customer_id) AS half FROM orders WHERE customer_id IS NOT NULL AND amount IS NOT NULL GROUP BY customer_id;
-- customers who never ordered
SELECT c.id, c.name FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.id IS NULL;
-- the price at the time of the order
SELECT o.id, o.day, o.amount, r.rate, o.amount * coalesce(r.rate, 1) AS charged FROM orders o LEFT JOIN (SELECT product_id, day, max(rate) AS rate FROM rates GROUP BY ALL) r ON r.product_id = o.product_id AND r.day = o.day;
-- deduplication by the whole row
SELECT DISTINCT ON (product_id, day) product_id, day, rate FROM rates ORDER BY product_id, day, rate DESC NULLS LAST;
-- first and last of a group, side by side
SELECT customer_id, min_by(amount, k) AS first_amount, max_by(amount, k) AS last_amount FROM (SELECT customer_id, {'d': day, 'i': id, 'a': amount} AS k, amount FROM orders) GROUP BY customer_id;
-- running distinct customers
SELECT day, sum(news) OVER (ORDER BY day) AS known FROM (SELECT first_day AS day, count(*) AS news FROM (SELECT customer_id, min(day) AS first_day FROM orders GROUP BY customer_id) GROUP BY first_day);
-- a percent change that guards against zero
SELECT day, (total - prev) / nullif(prev, 0) AS growth FROM (SELECT day, total, lag(total) OVER (ORDER BY day) AS prev FROM (SELECT day, sum(qty) AS total FROM orders GROUP BY day));
-- a calendar joined with facts
SELECT d.day, coalesce(sum(o.amount), 0) AS total FROM (SELECT CAST(unnest(generate_series(DATE '2024-01-01', DATE '2024-01-05', INTERVAL 1 DAY)) AS DATE) AS day) d LEFT JOIN orders o ON o.day = d.day GROUP BY d.day;
-- a histogram by buckets
SELECT bucket, count(*) AS n, bucket * 2 AS low FROM (SELECT CAST(floor(amount / 2) AS INTEGER) AS bucket FROM orders) GROUP BY bucket;
-- median per group beside the overall one
SELECT team, median(salary) AS m, (SELECT median(salary) FROM staff) AS overall FROM staff GROUP BY team;
-- a self join for pairs
SELECT a.title AS one, b.title AS two, count(*) AS together FROM orders x JOIN orders y ON x.customer_id = y.customer_id AND x.product_id < y.product_id JOIN products a ON a.id = x.product_id JOIN products b ON b.id = y.product_id GROUP BY a.title, b.title;
-- conditional aggregation as a pivot by hand
SELECT product_id, sum(amount) FILTER (status = 'a') AS a, sum(amount) FILTER (status = 'b') AS b, sum(amount) FILTER (status NOT IN ('a', 'b')) AS rest FROM orders GROUP BY product_id;
-- a slowly changing dimension opened into spans
SELECT product_id, rate, day AS valid_from, lead(day, 1, DATE '9999-12-31') OVER (PARTITION BY product_id ORDER BY day) AS valid_to FROM (SELECT product_id, day, max(rate) AS rate FROM rates GROUP BY product_id, day);
-- an outlier test
SELECT id, amount, abs(amount - avg(amount) OVER (PARTITION BY product_id)) > 2 * stddev_pop(amount) OVER (PARTITION BY product_id) AS odd FROM orders;
-- three reports in one
SELECT 'customers' AS what, count(*) AS n, max(age) AS top FROM customers UNION ALL SELECT 'staff', count(boss_id), max(salary) FROM staff UNION ALL SELECT 'products', count(DISTINCT category), max(id) FROM products;
-- weights from another table
SELECT o.product_id, sum(o.amount * w.weight) / sum(w.weight) AS weighted FROM orders o JOIN (VALUES ('a', 1), ('b', 3), ('c', 2)) w(status, weight) ON o.status = w.status GROUP BY o.product_id;
-- the running maximum that resets
SELECT customer_id, day, max(total) OVER (PARTITION BY customer_id ORDER BY day ROWS UNBOUNDED PRECEDING) AS high FROM (SELECT customer_id, day, sum(amount) AS total FROM orders GROUP BY ALL);
-- interpolation between neighbours
SELECT day, coalesce(v, (lag(v) OVER (ORDER BY day) + lead(v) OVER (ORDER BY day)) / 2) AS filled FROM (SELECT day, max(amount) AS v FROM orders GROUP BY day);
-- a chain of five steps
WITH a AS (SELECT id, customer_id, amount, qty FROM orders WHERE amount > 0), b AS (SELECT customer_id, sum(amount) AS s, sum(qty) AS q FROM a GROUP BY customer_id), c AS (SELECT customer_id, s / nullif(q, 0) AS unit FROM b), d AS (SELECT c.*, k.region FROM c JOIN customers k ON k.id = c.customer_id), e AS (SELECT region, avg(unit) AS unit FROM d GROUP BY region) SELECT region, round(unit, 2) AS unit FROM e;
-- revenue by the first category bought
WITH f AS (SELECT o.customer_id, arg_min(p.category, {'d': o.day, 'i': o.id, 'c': p.category}) AS category FROM orders o JOIN products p ON p.id = o.product_id GROUP BY o.customer_id) SELECT f.category, sum(o.amount) AS total FROM f JOIN orders o USING (customer_id) GROUP BY f.category;
