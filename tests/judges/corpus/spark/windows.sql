-- Window functions.

-- # a sum over a partition
SELECT a, sum(b) OVER (PARTITION BY c ORDER BY d) AS s FROM t;

-- # ranks have no source
SELECT row_number() OVER (ORDER BY a) AS r, rank() OVER (PARTITION BY c ORDER BY d) AS k, ntile(4) OVER (ORDER BY b) AS n FROM t;

-- # lag and lead
SELECT lag(a) OVER (ORDER BY d) AS p, lead(b, 2, 0) OVER (PARTITION BY c ORDER BY d) AS n, lag(a, 1, b) OVER (ORDER BY d) AS q FROM t;

-- # a named window
SELECT sum(a) OVER w AS s, avg(b) OVER w AS m FROM t WINDOW w AS (PARTITION BY c ORDER BY d ROWS BETWEEN 1 PRECEDING AND CURRENT ROW);

-- # first and last value
SELECT first_value(a) OVER (PARTITION BY c ORDER BY d) AS f, last_value(b) IGNORE NULLS OVER (ORDER BY d) AS l, nth_value(c, 2) OVER (ORDER BY a) AS n FROM t;

-- # QUALIFY
SELECT a, b FROM t QUALIFY row_number() OVER (PARTITION BY c ORDER BY d DESC) = 1;

-- # QUALIFY by an alias
SELECT a, rank() OVER (ORDER BY d) AS r FROM t QUALIFY r < 3;

-- # a window over an aggregate
SELECT c, sum(a) AS s, sum(sum(a)) OVER (ORDER BY c) AS running FROM t GROUP BY c;

-- # a window in an expression
SELECT a / sum(a) OVER () AS share, a - avg(a) OVER (PARTITION BY c) AS diff FROM t;

-- # a range frame
SELECT sum(amount) OVER (ORDER BY ts RANGE BETWEEN INTERVAL 1 DAY PRECEDING AND CURRENT ROW) AS s FROM orders;

-- # a window with a filter
SELECT sum(a) FILTER (WHERE b > 1) OVER (PARTITION BY c) AS s FROM t;

-- # a window over a subquery
SELECT * FROM (SELECT a, c, row_number() OVER (PARTITION BY c ORDER BY d DESC) AS rn FROM t) WHERE rn = 1;

-- # names of windows
SELECT sum(a) OVER (PARTITION BY b ORDER BY d DESC) FROM t;

-- # the name of a rank
SELECT row_number() OVER (ORDER BY a) FROM t;

-- # distribution
SELECT cume_dist() OVER (ORDER BY a) AS c, percent_rank() OVER (ORDER BY a) AS p, dense_rank() OVER (PARTITION BY b ORDER BY a) AS d FROM t;

-- # distinct of a window
SELECT DISTINCT c, max(d) OVER (PARTITION BY c) AS m FROM t;

-- # collected over a window
SELECT collect_list(a) OVER (PARTITION BY c ORDER BY d) AS l FROM t;

-- # windows in order
SELECT a, row_number() OVER (ORDER BY d) AS r FROM t ORDER BY r LIMIT 3;
