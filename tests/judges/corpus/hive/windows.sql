-- Window functions: Hive says SCRIPT over every column of the rows.

-- # row_number
-- ! windows
SELECT order_id, row_number() OVER (PARTITION BY customer_id ORDER BY order_ts) AS n FROM orders;

-- # rank and dense_rank
-- ! windows
SELECT name, rank() OVER (ORDER BY score DESC) AS r, dense_rank() OVER (PARTITION BY region ORDER BY score) AS d FROM customers;

-- # a sum over a window
-- ! windows
SELECT order_id, sum(amount) OVER (PARTITION BY customer_id ORDER BY order_ts ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS run FROM orders;

-- # lag and lead
-- ! windows
SELECT order_id, lag(amount, 1, 0.0) OVER (PARTITION BY customer_id ORDER BY order_ts) AS before, lead(status) OVER (PARTITION BY customer_id ORDER BY order_ts) AS next FROM orders;

-- # first and last
-- ! windows
SELECT first_value(amount) OVER (PARTITION BY status ORDER BY order_ts) AS f, last_value(amount) OVER (PARTITION BY status ORDER BY order_ts) AS l FROM orders;

-- # a named window
-- ! windows
SELECT order_id, sum(amount) OVER w AS s, max(quantity) OVER w AS m FROM orders WINDOW w AS (PARTITION BY status ORDER BY order_ts);

-- # an unnamed window function
-- ! windows
SELECT name, row_number() OVER (ORDER BY score) FROM customers;

-- # two unnamed window functions
-- ! windows
SELECT name, max(score) OVER (PARTITION BY city), min(score) OVER (PARTITION BY city) FROM customers;

-- # the first of each
-- ! windows
SELECT q.order_id, q.amount FROM (SELECT order_id, amount, row_number() OVER (PARTITION BY customer_id ORDER BY order_ts DESC) AS n FROM orders) q WHERE q.n = 1;

-- # a window over an aggregate
-- ! windows
SELECT region, sum(score) AS s, rank() OVER (ORDER BY sum(score)) AS r FROM customers GROUP BY region;

-- # an expression over a window
-- ! windows
SELECT amount / sum(amount) OVER (PARTITION BY status) AS share FROM orders;

-- # count over a window
-- ! windows
SELECT order_id, count(*) OVER (PARTITION BY status) AS n FROM orders;

-- # ntile, percent_rank, cume_dist
-- ! windows
SELECT ntile(4) OVER (ORDER BY score) AS q, percent_rank() OVER (ORDER BY score) AS p, cume_dist() OVER (ORDER BY score) AS c FROM customers;

-- # a range
-- ! windows
SELECT avg(amount) OVER (PARTITION BY status ORDER BY quantity RANGE BETWEEN 5 PRECEDING AND 5 FOLLOWING) AS a FROM orders;

-- # a window over a join
-- ! windows
SELECT c.name, max(o.amount) OVER (PARTITION BY c.region) AS m FROM customers c JOIN orders o ON c.customer_id = o.customer_id;

-- # distribute and sort within a window
-- ! windows
SELECT rank() OVER (DISTRIBUTE BY city SORT BY score) AS r FROM customers;

-- # columns beside a window are plain
SELECT q.name, q.city FROM (SELECT name, city, avg(score) OVER (PARTITION BY region) AS a FROM customers) q;

-- # windows into a table
-- ! windows
INSERT INTO TABLE words SELECT name, row_number() OVER (ORDER BY score) FROM customers;

-- # a window function of an expression
-- ! windows
SELECT sum(price * qty) OVER (PARTITION BY order_id) AS paid FROM items;

-- # a case over a window
-- ! windows
SELECT CASE WHEN row_number() OVER (PARTITION BY city ORDER BY score) = 1 THEN name END AS top FROM customers;

-- # noop
-- ! windows
SELECT order_id, amount FROM noop(ON orders PARTITION BY status ORDER BY order_ts);

-- # noop over a subquery
-- ! windows
SELECT k FROM noop(ON (SELECT name AS k, score FROM customers) q PARTITION BY k ORDER BY k);

-- # noop over noop
-- ! windows
SELECT name FROM noop(ON noopwithmap(ON customers PARTITION BY region ORDER BY score));

-- # noop, then a window
-- ! windows
SELECT name, rank() OVER (PARTITION BY region ORDER BY score) AS r FROM noop(ON customers PARTITION BY region ORDER BY score);

-- # matchpath
SELECT origin, path_len FROM matchpath(ON orders PARTITION BY customer_id ORDER BY order_ts ARG1('LATE.LATE+'), ARG2('LATE'), ARG3(amount > 15), ARG4('status AS origin, size(tpath) AS path_len'));

-- # names of window functions of two partitionings
-- ! windows
SELECT sum(score) OVER (PARTITION BY city), avg(score) OVER (PARTITION BY region), count(score) OVER (PARTITION BY city) FROM customers;

-- # names of window functions beside expressions
-- ! windows
SELECT concat(name, rank() OVER (ORDER BY score)), rank() OVER (ORDER BY score), dense_rank() OVER (ORDER BY score) FROM customers;

-- # the name of a function over a named window
-- ! windows
SELECT row_number() OVER w FROM customers WINDOW w AS (ORDER BY name);

-- # an unnamed window function over an aggregate
-- ! windows
SELECT region, sum(score), rank() OVER (ORDER BY sum(score)) FROM customers GROUP BY region;
