-- PIVOT on two columns
PIVOT (SELECT product_id, status, qty, amount FROM orders) ON status IN ('a', 'b'), qty IN (1, 2) USING sum(amount) GROUP BY product_id;
-- PIVOT with an expression inside
PIVOT orders ON status IN ('a', 'b') USING sum(amount * qty) GROUP BY customer_id;
-- PIVOT of a CTE
WITH s AS (SELECT c.region, o.status, o.amount FROM orders o JOIN customers c ON c.id = o.customer_id) PIVOT s ON status IN ('a', 'b', 'x') USING max(amount) GROUP BY region;
-- PIVOT, then a join
SELECT c.name, p.a, p.b FROM (PIVOT orders ON status IN ('a', 'b') USING sum(qty) GROUP BY customer_id) p JOIN customers c ON c.id = p.customer_id;
-- PIVOT with aliases of values
SELECT * FROM (SELECT product_id, status, qty FROM orders) PIVOT (sum(qty) FOR status IN ('a' AS first, 'b' AS second) GROUP BY product_id);
-- PIVOT without GROUP BY takes the rest
SELECT * FROM (SELECT customer_id, product_id, status, qty FROM orders) PIVOT (max(qty) FOR status IN ('a', 'b'));
--! unseen 1 orders.product_id its rows are filtered out by their label
-- UNPIVOT with a filter outside
SELECT id, v FROM (UNPIVOT (SELECT id, qty, product_id FROM orders) ON qty, product_id INTO NAME n VALUE v) WHERE n = 'qty';
-- UNPIVOT of expressions
UNPIVOT (SELECT id, salary AS pay, boss_id * 2 AS boss FROM staff) ON pay, boss INTO NAME what VALUE v;
-- UNPIVOT with aliases
SELECT * FROM (SELECT id, salary, boss_id FROM staff) UNPIVOT (v FOR what IN (salary AS pay, boss_id AS chief));
-- UNPIVOT, then PIVOT
WITH long AS (UNPIVOT (SELECT team, salary, boss_id FROM staff) ON salary, boss_id INTO NAME what VALUE v) PIVOT long ON what IN ('salary', 'boss_id') USING sum(v) GROUP BY team;
-- PIVOT_LONGER
PIVOT_LONGER (SELECT id, age, zip: address.zip FROM customers) ON age, zip INTO NAME n VALUE v;
-- PIVOT_WIDER
PIVOT_WIDER (SELECT region, name, age FROM customers) ON name IN ('a', 'b') USING max(age) GROUP BY region;
