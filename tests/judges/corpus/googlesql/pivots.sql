-- PIVOT
SELECT * FROM (SELECT region, amount, k FROM sales.facts) PIVOT (SUM(amount) FOR region IN ('e', 'w'));

-- PIVOT with names
SELECT * FROM (SELECT region, amount, k FROM sales.facts) PIVOT (SUM(amount) AS s FOR region IN ('e' AS east, 'w' AS west));

-- PIVOT of two aggregates
SELECT * FROM (SELECT region, amount, k FROM sales.facts) PIVOT (SUM(amount) AS s, COUNT(*) AS n FOR region IN ('e', 'w'));

-- PIVOT, then some columns
SELECT k, east FROM (SELECT region, amount, k FROM sales.facts) PIVOT (MAX(amount) FOR region IN ('e' AS east, 'w' AS west));

-- PIVOT of a table
SELECT * FROM sales.facts PIVOT (SUM(amount) FOR region IN ('e', 'w'));

-- PIVOT of an expression
SELECT * FROM (SELECT a, b, c FROM t) PIVOT (SUM(b + c) FOR a IN (1, 2));

-- PIVOT with an alias
SELECT p.k FROM (SELECT region, amount, k FROM sales.facts) PIVOT (SUM(amount) FOR region IN ('e')) AS p;

-- PIVOT in a CTE
WITH p AS (SELECT * FROM (SELECT a, b, c FROM t) PIVOT (SUM(c) AS s FOR b IN (1 AS one, 2 AS two))) SELECT a, s_one + s_two AS k FROM p;

-- UNPIVOT
SELECT * FROM (SELECT a, b, c FROM t) UNPIVOT (v FOR name IN (b, c));

-- UNPIVOT of all
SELECT v, name FROM (SELECT b, c FROM t) UNPIVOT (v FOR name IN (b, c));

-- UNPIVOT with labels
SELECT * FROM (SELECT a, b, c FROM t) UNPIVOT (v FOR name IN (b AS 'x', c AS 'y'));

-- UNPIVOT with NULLs
SELECT a, v FROM (SELECT a, b, c FROM t) UNPIVOT INCLUDE NULLS (v FOR name IN (b, c));

-- UNPIVOT of several
SELECT * FROM t UNPIVOT ((v, w) FOR name IN ((a, b), (c, d)));

-- UNPIVOT then WHERE
SELECT a, v FROM (SELECT a, b, c FROM t) UNPIVOT (v FOR name IN (b, c)) WHERE v > 0;

-- PIVOT of numbers with an alias
SELECT * FROM (SELECT a, b FROM t) PIVOT (SUM(b) AS s FOR a IN (1, -2, 3 AS x));

-- PIVOT of dates
SELECT * FROM (SELECT day, k, amount FROM sales.facts) PIVOT (SUM(amount) FOR day IN (DATE '2020-01-02', NULL));

-- PIVOT of booleans
SELECT * FROM (SELECT paid, amount FROM orders) PIVOT (SUM(amount) FOR paid IN (TRUE, FALSE));
