-- Grouping.

-- # GROUP BY and HAVING
SELECT c, sum(a) AS s FROM t GROUP BY c HAVING max(d) > 1;

-- # GROUP BY an expression
SELECT a + 1, count(*) FROM t GROUP BY a + 1;

-- # GROUP BY a position
SELECT upper(c) AS k, sum(a) FROM t GROUP BY 1;

-- # GROUP BY an alias
SELECT a % 10 AS bucket, max(d) FROM t GROUP BY bucket;

-- # GROUP BY ALL
SELECT c, a % 2 AS odd, sum(b) AS s FROM t GROUP BY ALL;

-- # GROUP BY ALL of aggregates only
SELECT sum(b) AS s, max(c) FROM t GROUP BY ALL;

-- # ROLLUP
SELECT region, quarter, sum(revenue) FROM sales GROUP BY ROLLUP (region, quarter);

-- # WITH ROLLUP
SELECT region, quarter, sum(revenue) FROM sales GROUP BY region, quarter WITH ROLLUP;

-- # CUBE
SELECT region, year, count(*) FROM sales GROUP BY CUBE (region, year);

-- # WITH CUBE
SELECT region, year, max(units) FROM sales GROUP BY region, year WITH CUBE;

-- # GROUPING SETS
SELECT region, year, sum(units) AS n, grouping(region) AS g, grouping_id() AS gid FROM sales GROUP BY GROUPING SETS ((region, year), (region), ());

-- # old GROUPING SETS
SELECT region, year, sum(units) AS n FROM sales GROUP BY region, year GROUPING SETS ((region), (year));

-- # grouping ids with arguments
SELECT region, year, grouping_id(region, year) AS g FROM sales GROUP BY CUBE (region, year);

-- # a partial ROLLUP
SELECT region, year, quarter, sum(revenue) AS r FROM sales GROUP BY region, ROLLUP (year, quarter);

-- # aggregates of everything
SELECT stddev(d), variance(d), corr(a, b), covar_pop(a, d), skewness(d), kurtosis(d), approx_count_distinct(c) FROM t;

-- # max_by and min_by
SELECT max_by(c, d) AS newest, min_by(a, b) AS oldest FROM t;

-- # collections
SELECT collect_list(a) AS l, collect_set(c) AS s, array_agg(d) AS g FROM t;

-- # percentiles
SELECT percentile(d, 0.5) AS p, percentile_approx(d, 0.9) AS pa, percentile_cont(0.5) WITHIN GROUP (ORDER BY a) AS pc, median(b) AS m, mode(c) AS mo FROM t;

-- # listagg
SELECT listagg(c, ',') WITHIN GROUP (ORDER BY d) AS l, string_agg(c) AS s FROM t;

-- # regression
SELECT regr_count(a, b) AS n, regr_slope(d, a) AS s FROM t;

-- # logical aggregates
SELECT bool_and(a > 1) AS x, some(b > 1) AS y, every(d > 0) AS z, bit_or(a) AS o FROM t;

-- # first and last
SELECT first(a), last(b, true), first_value(c), last_value(d) FROM t;

-- # an aggregate of a condition
SELECT sum(CASE WHEN status = 'done' THEN amount END) AS done, count(CASE WHEN qty > 1 THEN 1 END) AS n FROM orders;

-- # distinct aggregates
SELECT sum(DISTINCT a) AS s, count(DISTINCT a, c) AS n FROM t;

-- # an aggregate over a struct
SELECT max(struct(ts, amount)).amount AS latest FROM orders GROUP BY user_id;

-- # a field out of a collected struct
SELECT collect_list(named_struct('k', a, 'v', c)).v AS vs FROM t;

-- # HAVING without a group
SELECT sum(a) AS s FROM t HAVING count(*) > 1;

-- # HAVING with an alias
SELECT a, sum(b) AS s FROM t GROUP BY a HAVING s > 10;

-- # an order by an aggregate
SELECT c FROM t GROUP BY c ORDER BY sum(a) DESC LIMIT 5;

-- # time windows
SELECT window(ts, '10 minutes') AS w, sum(amount) AS s FROM orders GROUP BY window(ts, '10 minutes');

-- # fields of a time window
SELECT window.start, window.end, count(*) AS n FROM orders GROUP BY window(ts, '1 hour');

-- # sliding windows
SELECT window(ts, '10 minutes', '5 minutes').start AS s, user_id, max(qty) AS q FROM orders GROUP BY window(ts, '10 minutes', '5 minutes'), user_id;

-- # a time window below
SELECT w.start, w.end, s FROM (SELECT window(ts, '1 day') AS w, sum(amount) AS s FROM orders GROUP BY window(ts, '1 day'));

-- # window_time
SELECT window_time(w) AS t, n FROM (SELECT window(ts, '1 hour') AS w, count(*) AS n FROM orders GROUP BY window(ts, '1 hour'));

-- # session windows
SELECT session_window(ts, '5 minutes') AS w, user_id, count(*) AS n FROM orders GROUP BY session_window(ts, '5 minutes'), user_id;

-- # a session window's fields
SELECT session_window.start AS s, session_window.end AS e FROM orders GROUP BY session_window(ts, '5 minutes');

-- # a session window with a gap of its own
SELECT session_window(ts, CASE WHEN qty > 1 THEN '1 minute' ELSE '5 minutes' END) AS w, sum(amount) AS s FROM orders GROUP BY session_window(ts, CASE WHEN qty > 1 THEN '1 minute' ELSE '5 minutes' END);
