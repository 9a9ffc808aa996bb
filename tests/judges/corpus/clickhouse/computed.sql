-- a MATERIALIZED column
SELECT day, amount FROM ods.orders;
-- an ALIAS column
SELECT unit_price, amount FROM ods.orders;
-- an ALIAS column in an expression
SELECT unit_price * 2 AS u, sum(unit_price) AS s FROM ods.orders GROUP BY u;
-- a MATERIALIZED column as a key
SELECT day, sum(amount) AS s FROM ods.orders GROUP BY day;
-- through a subquery
SELECT d, p FROM (SELECT day AS d, unit_price AS p FROM ods.orders);
-- qualified, through a join
SELECT o.day, r.rate, o.unit_price * r.rate AS v FROM ods.orders AS o JOIN rates AS r ON r.day = o.day AND r.product_id = o.product_id;
-- a DEFAULT column is stored
SELECT version, max(version) AS m FROM ods.orders GROUP BY version;
-- COLUMNS may name computed columns
SELECT COLUMNS('^unit') FROM ods.orders;
-- a computed column in WHERE only
SELECT amount FROM ods.orders WHERE day = today();
-- star and a computed column
SELECT *, day, unit_price FROM ods.orders;
-- a computed column in a window
SELECT sum(unit_price) OVER (PARTITION BY day) AS s FROM ods.orders;
-- argMax of a computed column
SELECT argMax(unit_price, day) AS last FROM ods.orders;
