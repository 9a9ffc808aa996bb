-- PIVOT and UNPIVOT.

-- # a pivot
SELECT * FROM (SELECT year, quarter, revenue FROM sales) PIVOT (sum(revenue) FOR quarter IN ('Q1', 'Q2'));

-- # a pivot with names
SELECT year, first_q, second_q FROM (SELECT year, quarter, revenue FROM sales) PIVOT (sum(revenue) FOR quarter IN ('Q1' AS first_q, 'Q2' AS second_q));

-- # a pivot of several aggregates
SELECT * FROM (SELECT year, quarter, revenue, units FROM sales) PIVOT (sum(revenue) AS r, max(units) AS u FOR quarter IN ('Q1' AS a, 'Q2' AS b));

-- # a pivot of several columns
SELECT * FROM (SELECT year, quarter, region, revenue FROM sales) PIVOT (sum(revenue) AS r FOR (quarter, region) IN (('Q1', 'N') AS q1n, ('Q2', 'S') AS q2s));

-- # a pivot over a table
SELECT * FROM sales PIVOT (sum(revenue) FOR quarter IN ('Q1', 'Q2'));

-- # a pivot without names of aggregates
SELECT * FROM (SELECT year, quarter, revenue, units FROM sales) PIVOT (sum(revenue), avg(units) FOR quarter IN ('Q1', 'Q2'));

-- # a pivot with an alias
SELECT p.year, p.Q1 FROM (SELECT year, quarter, revenue FROM sales) PIVOT (sum(revenue) FOR quarter IN ('Q1')) AS p;

-- # a pivot over numbers
SELECT * FROM (SELECT region, year, units FROM sales) PIVOT (sum(units) FOR year IN (2023, 2024));

-- # a pivot of an expression
SELECT * FROM (SELECT year, quarter, revenue, units FROM sales) PIVOT (sum(revenue * units) AS x FOR quarter IN ('Q1', 'Q2'));

-- # an unpivot
SELECT * FROM quarters UNPIVOT (v FOR q IN (q1, q2, q3, q4));

-- # an unpivot with labels
SELECT region, q, v FROM quarters UNPIVOT (v FOR q IN (q1 AS first_one, q2 AS second_one));

-- # an unpivot that keeps nulls
SELECT * FROM quarters UNPIVOT INCLUDE NULLS (v FOR q IN (q1, q2));

-- # an unpivot of pairs
SELECT * FROM quarters UNPIVOT ((p, q) FOR half IN ((q1, q2) AS h1, (q3, q4) AS h2));

-- # an unpivot with an alias
SELECT z.v FROM quarters UNPIVOT (v FOR q IN (q1, q2)) AS z;

-- # a group over an unpivot
SELECT q, sum(v) AS s FROM quarters UNPIVOT (v FOR q IN (q1, q2)) GROUP BY q;

-- # a pivot after a join
SELECT * FROM (SELECT u.country, o.status, o.amount FROM orders o JOIN users u USING (user_id)) PIVOT (sum(amount) FOR status IN ('new' AS n, 'done' AS d));

-- # a pivot of a struct's field
SELECT * FROM (SELECT kind, payload.device.os AS os, event_id FROM events) PIVOT (count(event_id) FOR os IN ('ios', 'android'));
