-- ASOF with an inequality the other way
SELECT o.id, r.rate FROM orders o ASOF LEFT JOIN (SELECT product_id, day, min(rate) AS rate FROM rates GROUP BY ALL) r ON o.product_id = r.product_id AND o.day <= r.day;
-- ASOF without an equality
SELECT e.seq, e.ts, r.rate FROM events e ASOF JOIN (SELECT day, max(rate) AS rate FROM rates GROUP BY day) r ON e.ts >= r.day;
-- ASOF and a filter
SELECT o.id, r.rate * o.amount AS v FROM orders o ASOF JOIN (SELECT product_id, day, max(rate) AS rate FROM rates GROUP BY ALL) r ON o.product_id = r.product_id AND o.day > r.day WHERE r.rate > 1;
-- POSITIONAL of queries
SELECT a.v, b.w, a.v + b.w AS s FROM (SELECT age AS v FROM customers ORDER BY ALL) a POSITIONAL JOIN (SELECT salary AS w FROM staff ORDER BY ALL) b;
-- SEMI with several keys
SELECT o.id, o.amount FROM orders o SEMI JOIN rates r USING (product_id, day);
-- ANTI with an inequality
SELECT c.name FROM customers c ANTI JOIN staff s ON s.salary > c.age;
-- SEMI over a query
SELECT name FROM customers c SEMI JOIN (SELECT customer_id FROM orders WHERE qty > 1) o ON o.customer_id = c.id;
-- NATURAL of three
SELECT * FROM (SELECT id, name FROM customers) NATURAL JOIN (SELECT id, salary FROM staff) NATURAL JOIN (SELECT id, price FROM products);
-- FULL of three with USING
SELECT id, c.age, s.salary, p.price FROM customers c FULL JOIN staff s USING (id) FULL JOIN products p USING (id);
-- RIGHT, then LEFT with USING
SELECT id, c.age, s.salary, p.price FROM customers c RIGHT JOIN staff s USING (id) LEFT JOIN products p USING (id);
-- an alias before the table
SELECT o.id, c.name FROM o: orders JOIN c: customers ON c.id = o.customer_id;
-- USING in a derived table, read outside
SELECT k.id, k.n FROM (SELECT id, c.name AS n FROM customers c FULL JOIN staff s USING (id)) k;
-- join on IN
SELECT c.name, e.seq FROM customers c JOIN events e ON c.id IN (e.seq, e.customer_id);
-- join on a list
SELECT c.name, e.seq FROM customers c JOIN events e ON list_contains(e.scores, c.id);
-- join on BETWEEN
SELECT s.name, p.title FROM staff s JOIN products p ON p.price BETWEEN s.salary - 1 AND s.salary;
-- join on a struct's field
SELECT e.seq, c.name FROM events e JOIN customers c ON e.payload.actor.name = c.name;
-- join on EXISTS
SELECT c.name, s.team FROM customers c LEFT JOIN staff s ON s.id = c.id AND EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = s.id);
-- comma, then LEFT JOIN
SELECT a.id, b.price, c.team FROM orders a, products b LEFT JOIN staff c ON c.id = b.id WHERE a.product_id = b.id;
-- CROSS JOIN with VALUES
SELECT c.name, v.n * c.age AS m FROM customers c CROSS JOIN (VALUES (1), (2)) v(n);
-- the same table four times
SELECT a.name AS n1, b.name AS n2, c.name AS n3, d.name AS n4 FROM staff a LEFT JOIN staff b ON a.boss_id = b.id LEFT JOIN staff c ON b.boss_id = c.id LEFT JOIN staff d ON c.boss_id = d.id;
-- lateral with ORDER BY and LIMIT
SELECT c.name, z.amount FROM customers c, LATERAL (SELECT amount FROM orders o WHERE o.customer_id = c.id ORDER BY amount DESC LIMIT 1) z;
-- lateral over a union
SELECT c.id, z.v FROM customers c, LATERAL (SELECT c.age AS v UNION ALL SELECT o.qty FROM orders o WHERE o.customer_id = c.id) z;
-- lateral of lateral
SELECT c.id, z.w FROM customers c, LATERAL (SELECT y.v + c.age AS w FROM LATERAL (SELECT max(qty) AS v FROM orders o WHERE o.customer_id = c.id) y) z;
-- lateral group
SELECT c.name, z.status, z.n FROM customers c JOIN LATERAL (SELECT status, count(*) AS n FROM orders o WHERE o.customer_id = c.id GROUP BY status) z ON true;
-- lateral unnest of a struct list
SELECT e.seq, i.item.sku AS sku, i.item.price * e.seq AS v FROM events e, unnest(e.items) AS i(item);
-- lateral values
SELECT c.id, v.k, v.x FROM customers c, LATERAL (VALUES ('age', c.age), ('id', c.id)) v(k, x);
-- the nearest row by distance
SELECT o.id, c.name FROM orders o JOIN customers c NEAREST 1 BY DISTANCE abs(o.customer_id - c.id);
-- the most similar rows, and those without any
SELECT o.id, c.name, c.age + o.id AS k FROM orders o LEFT JOIN customers c NEAREST 2 BY SIMILARITY o.id * c.age;
