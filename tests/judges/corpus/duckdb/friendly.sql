-- aliases before expressions, a FROM first, a comma too many
FROM orders SELECT total: amount * qty, who: customer_id, WHERE total > 2;
-- an alias read by three later ones
SELECT qty AS a, a + 1 AS b, a + b AS c, c * amount AS d FROM orders;
-- an alias in GROUP BY, HAVING and ORDER BY
SELECT qty % 2 AS odd, sum(amount) AS s FROM orders GROUP BY odd HAVING s > 1 ORDER BY s, odd LIMIT 2;
-- an alias in QUALIFY
SELECT product_id, qty, rank() OVER (PARTITION BY product_id ORDER BY qty) AS r FROM orders QUALIFY r = 1;
-- TABLE as a query
TABLE rates;
-- FROM with a filter and no SELECT
FROM rates WHERE rate > 2;
-- a table as a struct, opened
SELECT o.amount AS a, s.qty AS q FROM (SELECT o AS s, o.amount FROM orders o) o;
-- a struct of stars
SELECT {'r': r, 'n': r.rate + 1}.r.day AS d FROM rates r;
-- equality with two signs and inequality
SELECT id == qty AS e, id != qty AS n, id <> qty AS m FROM orders;
-- IS and its kin
SELECT age IS NOT DISTINCT FROM id AS s, name ISNULL AS n, name NOTNULL AS m FROM customers;
-- WITH behind another WITH's table
WITH a(x) AS (SELECT age FROM customers), b(y) AS (SELECT x + 1 FROM a), c AS (FROM b) SELECT y FROM c;
-- case without regard to letters
WITH Totals AS (SELECT Status, SUM(Amount) AS Total FROM ORDERS GROUP BY STATUS) SELECT totals.STATUS, TOTAL FROM TOTALS;
-- quoted names that are words
SELECT "select"."from" AS "group" FROM (SELECT amount AS "from" FROM orders) AS "select";
-- ORDER BY ALL DESC
SELECT region, age FROM customers ORDER BY ALL DESC LIMIT 3;
-- LIMIT without a number
SELECT salary FROM staff ORDER BY salary LIMIT ALL;
-- if and ifnull and nullif nested
SELECT if(qty > 1, ifnull(amount, 0), nullif(product_id, qty)) AS v FROM orders;
-- a CASE over text
SELECT CASE lower(status) WHEN 'a' THEN 'first' WHEN 'b' THEN 'second' ELSE status END AS s, CASE WHEN qty BETWEEN 1 AND 2 THEN 'few' WHEN qty > 2 THEN 'many' END AS n FROM orders;
-- GREATEST of many, LEAST of columns
SELECT greatest(id, qty, product_id) AS g, least(customer_id, qty) AS l FROM orders;
-- an expression grouped and ordered by itself
SELECT amount / nullif(qty, 0) AS unit, count(*) AS n FROM orders GROUP BY amount / nullif(qty, 0) ORDER BY amount / nullif(qty, 0) LIMIT 3;
-- constants beside columns in every clause
SELECT 1 AS one, 'x' || status AS s, sum(1) AS n FROM orders WHERE 1 = 1 GROUP BY ALL HAVING true;
-- COALESCE over a join
SELECT coalesce(s.name, c.name, 'nobody') AS who, coalesce(s.salary, c.age) AS n FROM customers c FULL JOIN staff s ON s.id = c.id;
-- DISTINCT ON two keys
SELECT DISTINCT ON (region, age) region, age, name FROM customers ORDER BY region, age, name, id;
-- a function of a whole row
SELECT to_json(r) AS j, struct_extract(r, 'rate') AS v FROM rates r;
-- nested functions with dots
SELECT name.upper().concat('-', region).left(3) AS k FROM customers;
