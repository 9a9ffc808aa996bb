-- ORDER BY alone
SELECT id, name FROM customers ORDER BY age;
-- ORDER BY and LIMIT
SELECT id, name, age FROM customers ORDER BY age, id, name LIMIT 3;
-- ORDER BY a column that is not selected
SELECT name FROM customers ORDER BY age DESC, name LIMIT 4;
-- ORDER BY ordinal
SELECT region, age FROM customers ORDER BY 2, 1 LIMIT 4;
-- ORDER BY ALL
SELECT region, age FROM customers ORDER BY ALL LIMIT 5;
-- ORDER BY alias
SELECT amount * qty AS v FROM orders ORDER BY v NULLS FIRST LIMIT 2;
-- OFFSET
SELECT salary FROM staff ORDER BY salary LIMIT 3 OFFSET 2;
-- LIMIT by percent
SELECT salary FROM staff ORDER BY salary LIMIT 50%;
-- LIMIT by a subquery
SELECT salary FROM staff ORDER BY salary LIMIT (SELECT min(age) + 1 FROM customers);
-- LIMIT of a union
(SELECT id FROM customers ORDER BY id LIMIT 2) UNION ALL (SELECT id FROM staff ORDER BY id LIMIT 2);
--! unfit sampling is random
-- sample of a table
SELECT amount FROM orders TABLESAMPLE RESERVOIR (5 ROWS);
--! unfit sampling is random
-- sample of a result
SELECT amount * 2 AS a FROM orders USING SAMPLE 50 PERCENT (bernoulli);
