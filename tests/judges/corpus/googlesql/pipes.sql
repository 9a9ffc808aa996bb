-- FROM
FROM t;

-- WHERE
FROM t |> WHERE a > 0;

-- SELECT
FROM t |> SELECT a, b + 1 AS k;

-- SELECT and a star
FROM t |> SELECT *, a + b AS k;

-- SELECT DISTINCT
FROM customers |> SELECT DISTINCT city;

-- EXTEND
FROM t |> EXTEND a + b AS s |> SELECT s, c;

-- EXTEND of a window
FROM t |> EXTEND SUM(a) OVER (PARTITION BY b) AS s;

-- SET
FROM t |> SET a = a * 2, b = c;

-- SET then the table's column
FROM t |> SET a = b |> SELECT a, t.a AS old;

-- DROP
FROM t |> DROP b, c;

-- RENAME
FROM t |> RENAME a AS x, b AS y;

-- AS
FROM t |> AS q |> SELECT q.a;

-- AGGREGATE
FROM orders |> AGGREGATE SUM(amount) AS s, COUNT(*) AS n;

-- AGGREGATE GROUP BY
FROM orders |> AGGREGATE SUM(amount) AS s GROUP BY status;

-- AGGREGATE GROUP BY an expression
FROM orders |> AGGREGATE MAX(amount) AS m GROUP BY DATE_TRUNC(day, MONTH) AS month, status;

-- AGGREGATE GROUP AND ORDER BY
FROM orders |> AGGREGATE SUM(amount) AS s GROUP AND ORDER BY status DESC |> LIMIT 3;

-- AGGREGATE ROLLUP
FROM t |> AGGREGATE SUM(c) AS s GROUP BY ROLLUP(a, b);

-- ORDER BY and LIMIT
FROM t |> ORDER BY a DESC |> LIMIT 3 OFFSET 1;

-- JOIN
FROM t |> JOIN u ON t.a = u.a |> SELECT t.b, u.x;

-- JOIN USING
FROM t |> LEFT JOIN u USING (a);

-- JOIN of a subquery
FROM t |> JOIN (SELECT a, MAX(x) AS m FROM u GROUP BY a) AS q USING (a) |> SELECT b, m;

-- UNNEST
FROM events |> CROSS JOIN UNNEST(lines) AS i |> SELECT id, i.sku;

-- UNION ALL
FROM t |> SELECT a |> UNION ALL (SELECT x FROM u), (FROM v |> SELECT z);

-- UNION ALL BY NAME
FROM t |> SELECT a, b |> UNION ALL BY NAME (SELECT b, a FROM w);

-- INTERSECT
FROM t |> SELECT a |> INTERSECT DISTINCT (SELECT x FROM u);

-- EXCEPT
FROM t |> SELECT a |> EXCEPT DISTINCT (SELECT x FROM u);

-- PIVOT
FROM sales.facts |> SELECT region, amount, k |> PIVOT (SUM(amount) FOR region IN ('e' AS east, 'w' AS west));

-- UNPIVOT
FROM t |> SELECT a, b, c |> UNPIVOT (v FOR name IN (b, c));

-- TABLESAMPLE
FROM t |> TABLESAMPLE RESERVOIR (10 ROWS) |> SELECT a;

-- WINDOW
FROM t |> WINDOW SUM(a) OVER (PARTITION BY b) AS s;

-- ASSERT
FROM t |> ASSERT a > 0, 'no' |> SELECT b;

-- DISTINCT
FROM customers |> SELECT city, country |> DISTINCT;

-- WITH in a pipe
FROM t |> WITH q AS (SELECT x FROM u) |> JOIN q ON t.a = q.x |> SELECT t.b, q.x;

-- WITH before
WITH q AS (FROM t |> WHERE a > 0) FROM q |> SELECT b;

-- IF
FROM t |> IF TRUE THEN (|> SELECT a, b) |> SELECT b;

-- IF that is not
FROM t |> IF FALSE THEN (|> SELECT a) ELSE (|> SELECT b);

-- FORK
FROM t |> WHERE d > 0 |> FORK (|> SELECT a), (|> SELECT b + c AS k);

-- TEE
FROM t |> TEE (|> SELECT a) |> SELECT b;

-- INSERT
FROM t |> SELECT a, b, d |> WHERE a > 0 |> SELECT a, b AS x, d AS y |> INSERT INTO u;

-- INSERT with columns
FROM t |> SELECT b, a |> INSERT INTO w (b, a);

-- CREATE TABLE
FROM t |> SELECT a, b + 1 AS k |> CREATE TABLE made;

-- EXPORT DATA
FROM t |> SELECT a |> EXPORT DATA OPTIONS (uri = 'gs://x/y.csv', format = 'CSV');

-- SELECT then a pipe
SELECT a, b FROM t WHERE c > 0 |> AGGREGATE SUM(a) AS s GROUP BY b;

-- a pipe in a subquery
SELECT s FROM (FROM t |> AGGREGATE SUM(a) AS s GROUP BY b) WHERE s > 0;

-- a pipe as a scalar subquery
SELECT a, (FROM u |> AGGREGATE MAX(x) AS m) AS k FROM t;

-- a pipe in CREATE TABLE
CREATE TABLE made AS FROM orders |> WHERE paid |> AGGREGATE SUM(amount) AS s GROUP BY customer_id;

-- a pipe in CREATE VIEW
CREATE VIEW seen AS FROM customers |> SELECT UPPER(name) AS n;

-- a pipe in INSERT
INSERT INTO w (a, b) FROM t |> SELECT c, d;

-- RECURSIVE UNION
FROM customers |> WHERE parent_id IS NULL |> SELECT id, name |> RECURSIVE UNION ALL (FROM customers c |> JOIN r ON c.parent_id = r.id |> SELECT c.id, c.name) AS r;

-- SELECT of a star with EXCEPT
FROM t |> SELECT * EXCEPT (a);

-- EXTEND twice
FROM t |> EXTEND a + 1 AS x |> EXTEND x * 2 AS y |> SELECT y;

-- AGGREGATE twice
FROM t |> AGGREGATE SUM(a) AS s GROUP BY b, c |> AGGREGATE MAX(s) AS m GROUP BY b;

-- WHERE behind AGGREGATE
FROM t |> AGGREGATE SUM(a) AS s GROUP BY b |> WHERE s > 1;

-- a struct opened
FROM events |> SELECT payload.* |> SELECT buyer.name;

-- SET of a struct
FROM events |> SET kind = payload.kind |> SELECT id, kind;
