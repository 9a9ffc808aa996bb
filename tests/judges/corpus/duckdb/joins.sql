-- inner join
SELECT c.name, o.amount FROM customers c JOIN orders o ON c.id = o.customer_id;
-- left join
SELECT c.name, o.amount FROM customers c LEFT JOIN orders o ON c.id = o.customer_id AND o.qty > 1;
-- right join
SELECT c.name, o.amount FROM customers c RIGHT JOIN orders o ON c.id = o.customer_id;
-- full join
SELECT c.name, o.amount, coalesce(c.id, o.customer_id) AS k FROM customers c FULL JOIN orders o ON c.id = o.customer_id;
-- inner USING takes the left
SELECT id, c.name, s.salary FROM customers c JOIN staff s USING (id);
-- left USING takes the left
SELECT id, c.name, s.salary FROM customers c LEFT JOIN staff s USING (id);
-- right USING takes the right
SELECT id, c.name, s.salary FROM customers c RIGHT JOIN staff s USING (id);
-- full USING takes both
SELECT id, c.name, s.salary FROM customers c FULL JOIN staff s USING (id);
-- full USING under a star
SELECT * FROM products FULL JOIN (SELECT id, salary FROM staff) s USING (id);
-- qualified names of USING columns stay themselves
SELECT c.id, s.id, id FROM customers c FULL JOIN staff s USING (id);
-- three tables and USING
SELECT id, c.age, s.salary, p.price FROM customers c JOIN staff s USING (id) JOIN products p USING (id);
-- natural join
SELECT * FROM rates NATURAL JOIN (SELECT product_id, amount FROM orders);
-- natural left join
SELECT * FROM (SELECT id, title FROM products) NATURAL LEFT JOIN (SELECT id, team FROM staff);
-- cross join
SELECT c.region, s.team FROM customers c CROSS JOIN staff s;
-- comma join
SELECT o.amount, p.price FROM orders o, products p WHERE o.product_id = p.id;
-- self join
SELECT a.name AS worker, b.name AS boss FROM staff a LEFT JOIN staff b ON a.boss_id = b.id;
-- join on an expression
SELECT a.salary, b.age FROM staff a JOIN customers b ON a.id + 1 = b.id AND lower(a.team) = b.region;
-- join on inequality
SELECT a.salary, b.price FROM staff a JOIN products b ON a.salary < b.price;
-- join on OR
SELECT a.salary, b.price FROM staff a LEFT JOIN products b ON a.id = b.id OR a.team = b.category;
-- semi join
SELECT * FROM products SEMI JOIN orders ON products.id = orders.product_id;
-- semi join USING
SELECT team FROM staff SEMI JOIN customers USING (id);
-- anti join
SELECT title FROM products ANTI JOIN orders ON products.id = orders.product_id AND orders.qty > 2;
-- asof join
SELECT o.id, o.amount * r.rate AS v FROM orders o ASOF JOIN (SELECT product_id, day, max(rate) AS rate FROM rates GROUP BY product_id, day) r ON o.product_id = r.product_id AND o.day >= r.day;
-- asof left join USING
SELECT o.id, r.rate, day FROM orders o ASOF LEFT JOIN (SELECT product_id, day, max(rate) AS rate FROM rates GROUP BY ALL) r USING (product_id, day);
-- positional join
SELECT a.name, b.title FROM customers a POSITIONAL JOIN products b;
-- parenthesised joins
SELECT c.name, p.title FROM customers c LEFT JOIN (orders o JOIN products p ON o.product_id = p.id) ON c.id = o.customer_id;
-- join of derived tables
SELECT x.total, c.name FROM customers c JOIN (SELECT customer_id, sum(amount) AS total FROM orders GROUP BY customer_id) x ON x.customer_id = c.id;
-- lateral subquery
SELECT c.name, z.m FROM customers c, LATERAL (SELECT max(o.amount) AS m FROM orders o WHERE o.customer_id = c.id) z;
-- lateral that hands on outer columns
SELECT c.name, z.v FROM customers c, LATERAL (SELECT o.amount + c.age AS v FROM orders o WHERE o.customer_id = c.id) z;
-- left join lateral
SELECT c.name, z.k, z.w FROM customers c LEFT JOIN LATERAL (SELECT o.customer_id + 1 AS k, c.id + 2 AS w FROM orders o WHERE o.customer_id = c.id) z ON true;
-- lateral without the word
SELECT s.name, t.d FROM staff s, (SELECT s.salary * 2 AS d) t;
-- lateral chain
SELECT a.x, b.y, c.z FROM (SELECT qty AS x FROM orders) a, LATERAL (SELECT a.x + 1 AS y) b, LATERAL (SELECT b.y * a.x AS z) c;
-- is not distinct from
SELECT a.team, b.region FROM staff a JOIN customers b ON a.boss_id IS NOT DISTINCT FROM b.age;
