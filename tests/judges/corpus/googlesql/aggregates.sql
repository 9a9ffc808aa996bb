-- the usual ones
SELECT SUM(a) AS s, AVG(b) AS v, MIN(c) AS i, MAX(d) AS x, COUNT(a) AS n FROM t;

-- COUNT of everything
SELECT COUNT(*) AS n FROM t;

-- COUNT DISTINCT
SELECT COUNT(DISTINCT a) AS n FROM t;

-- COUNTIF
SELECT COUNTIF(a > 0) AS n FROM t;

-- GROUP BY
SELECT city, COUNT(*) AS n, MAX(since) AS m FROM customers GROUP BY city;

-- GROUP BY an expression
SELECT DATE_TRUNC(day, MONTH) AS m, SUM(amount) AS s FROM orders GROUP BY DATE_TRUNC(day, MONTH);

-- GROUP BY what is not selected
SELECT SUM(a) AS s FROM t GROUP BY b, c;

-- HAVING
SELECT b, SUM(a) AS s FROM t GROUP BY b HAVING COUNT(*) > 1 AND MAX(c) > 0;

-- an expression of aggregates
SELECT SUM(a) / COUNT(b) AS k FROM t;

-- an aggregate of an expression
SELECT SUM(a * b + c) AS k FROM t;

-- an aggregate of CASE
SELECT SUM(CASE WHEN a > 0 THEN b ELSE c END) AS k FROM t;

-- an aggregate of IF
SELECT SUM(IF(status = 'x', amount, 0)) AS k FROM orders;

-- STRING_AGG
SELECT STRING_AGG(name, ', ' ORDER BY id) AS k FROM customers;

-- STRING_AGG DISTINCT
SELECT STRING_AGG(DISTINCT name) AS k FROM customers;

-- ARRAY_AGG
SELECT ARRAY_AGG(a) AS l FROM t;

-- ARRAY_AGG with everything
SELECT ARRAY_AGG(DISTINCT a IGNORE NULLS ORDER BY a LIMIT 3) AS l FROM t;

-- ARRAY_AGG ORDER BY another
SELECT ARRAY_AGG(a ORDER BY b DESC LIMIT 1) AS l FROM t;

-- ARRAY_CONCAT_AGG
SELECT ARRAY_CONCAT_AGG(tags) AS l FROM events;

-- ANY_VALUE
SELECT b, ANY_VALUE(a) AS k FROM t GROUP BY b;

-- ANY_VALUE HAVING MAX
SELECT ANY_VALUE(name HAVING MAX since) AS k FROM customers;

-- MAX HAVING MIN
SELECT MAX(a HAVING MIN b) AS k FROM t;

-- LOGICAL_AND
SELECT LOGICAL_AND(paid) AS k, LOGICAL_OR(amount > 0) AS m FROM orders;

-- BIT aggregates
SELECT BIT_AND(a) AS k, BIT_OR(b) AS m, BIT_XOR(c) AS n FROM t;

-- APPROX functions
SELECT APPROX_COUNT_DISTINCT(a) AS k, APPROX_QUANTILES(b, 4) AS q FROM t;

-- APPROX_QUANTILES and a subscript
SELECT APPROX_QUANTILES(amount, 100)[OFFSET(50)] AS k FROM orders;

-- APPROX_TOP_COUNT
SELECT APPROX_TOP_COUNT(name, 3) AS k FROM customers;

-- statistics
SELECT STDDEV(a) AS k, VAR_POP(b) AS m, CORR(c, d) AS n, COVAR_SAMP(a, b) AS o FROM t;

-- ROLLUP
SELECT a, b, SUM(c) AS s FROM t GROUP BY ROLLUP (a, b);

-- CUBE
SELECT a, b, SUM(c) AS s FROM t GROUP BY CUBE (a, b);

-- GROUPING SETS
SELECT a, b, SUM(c) AS s FROM t GROUP BY GROUPING SETS ((a, b), a, ());

-- GROUPING
SELECT a, GROUPING(a) AS g, SUM(c) AS s FROM t GROUP BY ROLLUP (a);

-- DISTINCT over an aggregate
SELECT DISTINCT SUM(a) AS s FROM t GROUP BY b;

-- an aggregate in ORDER BY
SELECT b FROM t GROUP BY b ORDER BY SUM(a) DESC LIMIT 3;

-- an aggregate over a join
SELECT c.city, SUM(o.amount) AS s FROM orders o JOIN customers c ON o.customer_id = c.id GROUP BY c.city;

-- an aggregate over an aggregate
SELECT MAX(s) AS m FROM (SELECT b, SUM(a) AS s FROM t GROUP BY b);

-- an aggregate of a subquery
SELECT SUM((SELECT MAX(x) FROM u WHERE u.a = t.a)) AS k FROM t;

-- ANY_VALUE HAVING MAX beside others
SELECT city, ANY_VALUE(name HAVING MAX id) AS k, MAX(id) AS m FROM customers GROUP BY city;

-- an aggregate of a struct field
SELECT SUM(payload.score) AS s, payload.buyer.id AS b FROM events GROUP BY payload.buyer.id;

-- PERCENTILE_CONT
SELECT PERCENTILE_CONT(amount, 0.5) OVER (PARTITION BY customer_id) AS k FROM orders;

-- HLL
SELECT HLL_COUNT.EXTRACT(HLL_COUNT.INIT(a)) AS k FROM t;
