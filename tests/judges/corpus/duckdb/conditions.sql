-- searched CASE
SELECT CASE WHEN status = 'a' THEN amount WHEN qty > 2 THEN product_id ELSE id END AS v FROM orders;
-- simple CASE
SELECT CASE status WHEN 'a' THEN amount ELSE 0 END AS v FROM orders;
-- CASE without ELSE
SELECT CASE WHEN qty > 2 THEN status END AS v FROM orders;
-- nested CASE
SELECT CASE WHEN qty > 1 THEN CASE WHEN status = 'a' THEN amount ELSE product_id END ELSE id END AS v FROM orders;
-- CASE with constants only
SELECT CASE WHEN qty > 2 THEN 'many' ELSE 'few' END AS v FROM orders;
-- COALESCE
SELECT coalesce(age, id, 0) AS v FROM customers;
-- IFNULL
SELECT ifnull(boss_id, id) AS v FROM staff;
-- NULLIF
SELECT nullif(qty, product_id) AS v FROM orders;
-- IF
SELECT if(qty > 2, amount, product_id) AS v FROM orders;
-- greatest and least
SELECT greatest(age, id) AS g, least(age, id) AS l FROM customers;
-- CASE in an expression
SELECT amount * (CASE WHEN status = 'a' THEN 2 ELSE qty END) AS v FROM orders;
-- CASE over columns of a CTE
WITH x AS (SELECT CASE WHEN qty > 2 THEN amount ELSE id END AS v, status FROM orders) SELECT v + 1 AS w FROM x WHERE status IS NOT NULL;
-- CASE inside a condition
SELECT name FROM customers WHERE CASE WHEN age > 2 THEN region ELSE name END = 'a';
-- IS NULL as a value
SELECT age IS NULL AS a, region IS DISTINCT FROM name AS d FROM customers;
-- LIKE and regular expressions
SELECT name LIKE 'a%' AS l, regexp_matches(name, '[ab]') AS r, regexp_replace(name, 'a', region) AS p FROM customers;
-- TRY
SELECT TRY(CAST(age AS DOUBLE) + 1) AS t FROM customers;
-- CASE whose branches are structs
SELECT (CASE WHEN qty > 2 THEN {'p': amount, 'q': id} ELSE {'p': 0, 'q': product_id} END).q AS v FROM orders;
-- COALESCE of structs
SELECT coalesce({'p': age, 'q': id}, {'p': 1, 'q': 2}).p AS v FROM customers;
