-- plain columns
SELECT id, amount FROM orders;

-- an alias
SELECT amount AS total FROM orders;

-- an expression without a name
SELECT amount * 2, qty + 1, id FROM orders;

-- a star
SELECT * FROM t;

-- a star of one of two tables
SELECT o.*, c.name FROM orders o JOIN customers c ON o.customer_id = c.id;

-- EXCEPT
SELECT * EXCEPT (note, paid) FROM orders;

-- REPLACE
SELECT * REPLACE (a + b AS a) FROM t;

-- EXCEPT and REPLACE
SELECT * EXCEPT (d) REPLACE (b * 2 AS b) FROM t;

-- a star of a table with EXCEPT
SELECT u.* EXCEPT (a), t.a FROM t JOIN u USING (a);

-- REPLACE inside an alias
SELECT x.* REPLACE (CONCAT(x.name, x.city) AS name) FROM customers AS x;

-- constants
SELECT 1 AS one, 'x' AS s, NULL AS n, CURRENT_TIMESTAMP() AS now FROM t;

-- no FROM
SELECT 1 AS one, [1, 2] AS l;

-- DISTINCT
SELECT DISTINCT city, country FROM customers;

-- duplicate names
SELECT t.a, u.a FROM t JOIN u ON t.b = u.x;

-- an alias of a table
SELECT x.a FROM t AS x;

-- an alias in GROUP BY
SELECT b + 1 AS g, SUM(a) AS s FROM t GROUP BY g;

-- an alias in HAVING
SELECT b, SUM(a) AS s FROM t GROUP BY b HAVING s > 3;

-- a position in GROUP BY
SELECT b, COUNT(a) AS n FROM t GROUP BY 1;

-- ORDER BY and LIMIT
SELECT a FROM t ORDER BY b DESC LIMIT 10;

-- ORDER BY a position
SELECT a, b FROM t ORDER BY 2, 1 LIMIT 5 OFFSET 2;

-- a column named like an alias
SELECT a + 1 AS b, b FROM t;

-- WHERE
SELECT id FROM orders WHERE status = 'x' AND amount > 3;

-- WHERE with IN
SELECT id FROM orders WHERE status IN ('a', 'b');

-- WHERE with BETWEEN
SELECT id FROM orders WHERE amount BETWEEN 1 AND qty;

-- WHERE with LIKE
SELECT id FROM customers WHERE name LIKE CONCAT(city, '%');

-- WHERE with IS NULL
SELECT id FROM customers WHERE parent_id IS NULL;

-- names in any case
SELECT ID, Amount AS aMount FROM orders WHERE STATUS = 'x';

-- a quoted name
SELECT `amount` AS `the total` FROM `orders`;

-- a name of two parts
SELECT facts.k FROM sales.facts;

-- a name of two parts in one identifier
SELECT k, amount FROM `sales.facts`;

-- a name of two parts, each quoted
SELECT k FROM `sales`.`facts`;

-- a name of three parts
SELECT user_id FROM shop.raw.clicks;

-- a name of three parts in one identifier
SELECT user_id, url FROM `shop.raw.clicks`;

-- a name of three parts with an alias
SELECT c.url FROM `shop.raw.clicks` AS c;

-- a whole row
SELECT t FROM t;

-- a whole row of two
SELECT o AS whole, c.name FROM orders o, customers c WHERE o.customer_id = c.id;

-- a field of a whole row
SELECT (SELECT AS STRUCT t.*).a AS k FROM t;

-- TABLESAMPLE
SELECT a FROM t TABLESAMPLE RESERVOIR (10 ROWS);

-- FOR SYSTEM_TIME AS OF
SELECT a FROM t FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01 00:00:00+00';

-- a parameter
SELECT a + @p AS k FROM t WHERE b = @q;

-- QUALIFY
SELECT id, amount FROM orders WHERE TRUE QUALIFY ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY created_at) = 1;

-- SELECT AS STRUCT
SELECT AS STRUCT a, b + 1 AS x FROM t;

-- SELECT AS STRUCT with a star
SELECT AS STRUCT t.*, 1 AS one FROM t;

-- SELECT AS VALUE of a struct
SELECT AS VALUE STRUCT(a AS x, b AS y) FROM t;

-- SELECT AS VALUE of a stored struct
SELECT AS VALUE payload FROM events;

-- SELECT AS VALUE of a field
SELECT AS VALUE payload.buyer FROM events;

-- SELECT AS VALUE of a number
SELECT AS VALUE a FROM t;

-- GROUP BY ALL
SELECT city, country, COUNT(*) AS n, MAX(since) AS m FROM customers GROUP BY ALL;

-- a comma join
SELECT t.a, u.x FROM t, u WHERE t.a = u.a;
