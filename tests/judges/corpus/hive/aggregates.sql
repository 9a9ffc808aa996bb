-- Grouping.

-- # the usual aggregates
SELECT region, min(score), max(score), avg(score), sum(score), count(score) FROM customers GROUP BY region;

-- # without a group
SELECT sum(amount), avg(quantity) FROM orders;

-- # count of rows
-- ! count-star
SELECT status, count(*) AS n FROM orders GROUP BY status;

-- # count of a constant
-- ! count-star
SELECT status, count(1) AS n FROM orders GROUP BY status;

-- # count distinct
SELECT region, count(DISTINCT city) AS n FROM customers GROUP BY region;

-- # count distinct of two
SELECT count(DISTINCT city, region) AS n FROM customers;

-- # two distinct aggregates
SELECT region, count(DISTINCT city) AS c, count(DISTINCT name) AS n, sum(score) AS s FROM customers GROUP BY region;

-- # sum distinct
SELECT sum(DISTINCT quantity) AS s FROM orders;

-- # collect
SELECT region, collect_list(name) AS names, collect_set(city) AS cities FROM customers GROUP BY region;

-- # percentiles
SELECT percentile(quantity, 0.5) AS p, percentile_approx(amount, 0.9) AS q FROM orders;

-- # variance and covariance
SELECT stddev_pop(amount), var_samp(amount), corr(amount, quantity), covar_pop(amount, quantity) FROM orders;

-- # group by an expression
SELECT year(order_ts) AS y, sum(amount) AS s FROM orders GROUP BY year(order_ts);

-- # group by a position
SET hive.groupby.orderby.position.alias=true;
SELECT status, sum(amount) AS s FROM orders GROUP BY 1;

-- # expressions over aggregates
SELECT sum(amount) / count(order_id) AS mean, max(amount) - min(amount) AS spread FROM orders;

-- # an aggregate of an expression
SELECT sum(price * qty) AS paid FROM items;

-- # a conditional sum
SELECT sum(if(status = 'paid', amount, 0)) AS paid FROM orders;

-- # a conditional count
SELECT count(CASE WHEN status = 'paid' THEN order_id END) AS n FROM orders;

-- # grouping sets
SELECT city, region, sum(score) AS s FROM customers GROUP BY city, region GROUPING SETS ((city, region), city, ());

-- # cube
SELECT city, region, sum(score) AS s FROM customers GROUP BY city, region WITH CUBE;

-- # rollup
SELECT city, region, max(score) AS s FROM customers GROUP BY city, region WITH ROLLUP;

-- # the id of a grouping
SELECT city, GROUPING__ID AS g, sum(score) AS s FROM customers GROUP BY city WITH ROLLUP;

-- # grouping of a column
SELECT city, grouping(city) AS g, sum(score) AS s FROM customers GROUP BY city, region GROUPING SETS (city, region);

-- # a filter before and behind
SELECT region, sum(score) AS s FROM customers WHERE city <> 'x' GROUP BY region HAVING count(name) > 3 AND region > 'a';

-- # order by an aggregate
SELECT region, sum(score) AS s FROM customers GROUP BY region ORDER BY s DESC LIMIT 3;

-- # an aggregate over a join
SELECT c.region, sum(o.amount) AS s FROM customers c JOIN orders o ON c.customer_id = o.customer_id GROUP BY c.region;

-- # an aggregate of an aggregate
SELECT max(q.s) AS m FROM (SELECT region, sum(score) AS s FROM customers GROUP BY region) q;

-- # a group key that is not shown
SELECT sum(amount) AS s FROM orders GROUP BY status;

-- # a key twice
SELECT status, status AS again, max(amount) AS m FROM orders GROUP BY status;

-- # an expression over a key
SELECT upper(status) AS u, sum(amount) AS s FROM orders GROUP BY status;

-- # ngrams
SELECT context_ngrams(sentences(lower(note)), array(null, null), 10) AS n FROM orders;

-- # histogram
SELECT histogram_numeric(amount, 5) AS h FROM orders;

-- # distinct with an order
SELECT DISTINCT status FROM orders ORDER BY status;

-- # max of a struct
-- ! parts
SELECT max(struct(order_ts, amount)).col2 AS latest FROM orders;

-- # grouping by a struct's field
SELECT payload.kind AS k, count(id) AS n FROM events GROUP BY payload.kind;

-- # sum of a case of a join
SELECT c.region, sum(CASE WHEN o.status = 'paid' THEN o.amount ELSE 0 END) AS paid FROM orders o JOIN customers c ON o.customer_id = c.customer_id GROUP BY c.region;

-- # group by without an aggregate
SELECT city, region FROM customers GROUP BY city, region;


-- # the id of a grouping by its own name
SELECT GROUPING__ID, city FROM customers GROUP BY city, region WITH CUBE;

-- # the id of a grouping in a derived table
SELECT q.* FROM (SELECT GROUPING__ID, max(score) AS m FROM customers GROUP BY city WITH ROLLUP) q;

-- # a key of the grouping, counted distinct
-- ! distinct
SELECT city, count(DISTINCT city) AS n, count(DISTINCT region) AS r FROM customers GROUP BY city;

-- # two distinct aggregates over one expression
-- ! distinct
SELECT count(DISTINCT substr(city, 1, 1)) AS n, max(DISTINCT substr(city, 1, 1)) AS m FROM customers;

-- # a star over groups in a derived table
SELECT * FROM (SELECT *, count(qty) FROM items GROUP BY order_id, product_id, price, qty) q;
