-- Joins.

-- # an inner join
SELECT o.amount, u.name FROM orders o JOIN users u ON o.user_id = u.user_id;

-- # USING
SELECT user_id, o.amount, u.name FROM orders o JOIN users u USING (user_id);

-- # USING and a star
SELECT * FROM t JOIN u USING (a);

-- # a left join with USING
SELECT user_id, name FROM orders LEFT JOIN users USING (user_id);

-- # a right join with USING
SELECT user_id, name FROM orders RIGHT JOIN users USING (user_id);

-- # a full join with USING
SELECT user_id, name, amount FROM orders FULL OUTER JOIN users USING (user_id);

-- # a natural join
SELECT * FROM t NATURAL JOIN u;

-- # a natural left join
SELECT a, x, c FROM t NATURAL LEFT JOIN u;

-- # a cross join
SELECT t.a, u.a FROM t CROSS JOIN u;

-- # a comma
SELECT t.b, u.y FROM t, u WHERE t.a = u.a;

-- # a semi join
SELECT * FROM orders LEFT SEMI JOIN users ON orders.user_id = users.user_id AND users.vip;

-- # an anti join
SELECT order_id FROM orders o LEFT ANTI JOIN users u ON o.user_id = u.user_id;

-- # a self join
SELECT e.name, m.name AS boss FROM users e LEFT JOIN users m ON e.manager_id = m.user_id;

-- # three tables
SELECT u.name, p.title, o.amount * o.qty FROM orders o JOIN users u ON o.user_id = u.user_id JOIN products p ON o.product_id = p.product_id WHERE u.country = 'IT';

-- # USING over three tables
SELECT a, t.b, u.x, w.y FROM t JOIN u USING (a) JOIN u AS w USING (a);

-- # a lateral subquery
SELECT t.a, z.m FROM t, LATERAL (SELECT max(x) AS m FROM u WHERE u.a = t.a) z;

-- # a lateral subquery of outer columns alone
SELECT * FROM t, LATERAL (SELECT a + b AS s, c AS k);

-- # a chain of lateral subqueries
SELECT z.s, w.r FROM t, LATERAL (SELECT a + b AS s) z, LATERAL (SELECT z.s * d AS r) w;

-- # a left lateral join
SELECT t.a, z.y FROM t LEFT JOIN LATERAL (SELECT y FROM u WHERE u.a = t.a ORDER BY x LIMIT 1) z ON true;

-- # a join of subqueries
SELECT x.s, y.m FROM (SELECT a, sum(b) AS s FROM t GROUP BY a) x JOIN (SELECT a, max(x) AS m FROM u GROUP BY a) y ON x.a = y.a;

-- # a join in parentheses
SELECT t.a, z.x FROM t LEFT JOIN (u AS z JOIN users AS w ON z.a = w.age) ON t.a = z.a;

-- # aliases of columns
SELECT p, q FROM u AS z(p, q, r);

-- # join conditions with functions
SELECT t.a FROM t JOIN u ON lower(t.c) = upper(u.y) AND t.b BETWEEN u.a AND u.x;

-- # a sample
SELECT a, b FROM t TABLESAMPLE (10 PERCENT);

-- # a sample of rows
SELECT a FROM t TABLESAMPLE (5 ROWS) AS s;

-- # a full join by ON
SELECT coalesce(t.a, u.a) AS k, t.b, u.y FROM t FULL JOIN u ON t.a = u.a;

-- # a qualified USING column
SELECT t.a, u.a FROM t RIGHT JOIN u USING (a);

-- # a full natural join
SELECT a, b, y FROM t NATURAL FULL JOIN u;
