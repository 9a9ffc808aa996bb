-- PIVOT in FROM, standard form
SELECT * FROM (SELECT customer_id, status, amount FROM orders) PIVOT (sum(amount) FOR status IN ('a', 'b') GROUP BY customer_id);
-- PIVOT statement with a list
PIVOT orders ON status IN ('a', 'b') USING sum(amount) GROUP BY product_id;
-- PIVOT with two aggregates
PIVOT orders ON status IN ('a', 'b') USING sum(amount) AS s, max(qty) AS m GROUP BY product_id;
-- PIVOT without groups
PIVOT (SELECT status, qty FROM orders) ON status IN ('a', 'b', 'c') USING sum(qty);
-- PIVOT of a count
PIVOT (SELECT team, boss_id FROM staff) ON team IN ('a', 'b') USING count(*) GROUP BY boss_id;
-- PIVOT in a CTE
WITH p AS (PIVOT orders ON status IN ('a', 'b') USING max(amount) GROUP BY customer_id) SELECT customer_id, a + 1 AS a1, b FROM p;
-- PIVOT over a join
SELECT * FROM (PIVOT (SELECT c.region, o.status, o.qty FROM orders o JOIN customers c ON c.id = o.customer_id) ON status IN ('a', 'x') USING sum(qty) GROUP BY region);
-- UNPIVOT statement
UNPIVOT (SELECT id, age, zip: address.zip FROM customers) ON age, zip INTO NAME what VALUE v;
-- UNPIVOT in FROM
SELECT id, what, v FROM (SELECT id, salary, boss_id FROM staff) UNPIVOT (v FOR what IN (salary, boss_id));
-- UNPIVOT INCLUDE NULLS
SELECT * FROM (SELECT id, salary, boss_id FROM staff) UNPIVOT INCLUDE NULLS (v FOR what IN (salary, boss_id));
-- UNPIVOT with COLUMNS
UNPIVOT (SELECT id, salary, boss_id FROM staff) ON COLUMNS(* EXCLUDE (id)) INTO NAME what VALUE v;
-- UNPIVOT several columns together
SELECT * FROM (SELECT id, amount AS a1, qty AS q1, product_id AS a2, customer_id AS q2 FROM orders) UNPIVOT ((a, q) FOR n IN ((a1, q1), (a2, q2)));
-- UNPIVOT and aggregate
SELECT what, sum(v) AS s FROM (SELECT id, salary, boss_id FROM staff) UNPIVOT (v FOR what IN (salary, boss_id)) GROUP BY what;
-- UNPIVOT into several values
UNPIVOT orders ON (id, qty), (customer_id, product_id) INTO NAME n VALUE v, w;
