-- plain columns
SELECT id, name FROM customers;
-- aliases, with and without AS
SELECT id AS a, name b, age "c d" FROM customers;
-- alias before the expression
SELECT x: amount * 2, y: status FROM orders;
-- case folding of names
SELECT ID, Name, customers.AGE FROM CUSTOMERS;
-- quoted names with blanks
SELECT "Order Ref", o."order ref" AS again FROM orders o;
-- alias hides the table name
SELECT o.id, o.amount FROM orders AS o;
-- column aliases of a table
SELECT c.a, c.b, c.region FROM customers AS c(a, b);
-- the same name twice
SELECT id, id, amount AS id FROM orders;
-- expressions without alias
SELECT amount * qty, upper(status), amount + 1, -qty FROM orders;
-- constants have no source
SELECT 1, 'x', NULL, current_date, id FROM customers;
-- FROM first
FROM orders SELECT amount, qty WHERE status = 'a';
-- FROM only
FROM staff;
-- schema-qualified
SELECT orders.id, orders.amount FROM orders;
-- lateral column alias
SELECT amount + 1 AS p, p * 2 AS q, q + qty AS r FROM orders;
-- a column wins over an alias of the same name
SELECT qty + 1 AS amount, amount * 2 AS twice FROM orders;
-- alias in WHERE
SELECT qty * 2 AS dbl FROM orders WHERE dbl > 2;
-- WHERE is no value
SELECT id FROM orders WHERE amount > 2 AND status <> 'b';
-- DISTINCT
SELECT DISTINCT region, age FROM customers;
-- DISTINCT ON with an order
SELECT DISTINCT ON (region) region, max_age FROM (SELECT region, id, max(age) AS max_age FROM customers GROUP BY region, id) ORDER BY region, id, max_age;
-- no FROM
SELECT 1 + 1 AS two, [1, 2] AS l;
-- string functions
SELECT name || '-' || region AS s, substring(name, 1, 1) AS f, length(name) AS n FROM customers;
-- comparison as a value
SELECT age > 3 AS grown, region = name AS same, age BETWEEN 1 AND id AS b FROM customers;
-- boolean logic as a value
SELECT (qty > 1 AND amount < 9) OR status IS NULL AS flag FROM orders;
-- IN list as a value
SELECT status IN ('a', 'b') AS f, qty IN (1, product_id) AS g FROM orders;
-- date arithmetic
SELECT day + INTERVAL 1 DAY AS d, date_diff('day', day, DATE '2024-02-01') AS n, month(day) AS m FROM orders;
-- casts
SELECT CAST(qty AS VARCHAR) AS v, amount::INTEGER AS i, TRY_CAST(qty AS DOUBLE) AS t FROM orders;
-- the whole row as a struct
SELECT r FROM rates r;
