-- Lookup, temporal, interval and regular joins.

-- # a lookup join at processing time
SELECT o.order_id, o.amount, u.name, u.city
FROM orders AS o
JOIN users FOR SYSTEM_TIME AS OF o.proc_time AS u ON o.user_id = u.user_id;

-- # a left lookup join with a condition on the dimension
SELECT o.order_id, u.name AS buyer, COALESCE(u.city, 'unknown') AS city
FROM orders AS o
LEFT JOIN users FOR SYSTEM_TIME AS OF o.proc_time AS u
  ON o.user_id = u.user_id AND u.vip = TRUE;

-- # two lookup joins
SELECT o.order_id, u.name, p.title, o.quantity * p.price AS list_price
FROM orders AS o
LEFT JOIN users FOR SYSTEM_TIME AS OF o.proc_time AS u ON o.user_id = u.user_id
LEFT JOIN products FOR SYSTEM_TIME AS OF o.proc_time AS p ON o.product_id = p.product_id;

-- # a lookup join by an expression
SELECT c.url, u.name
FROM clicks AS c
JOIN users FOR SYSTEM_TIME AS OF c.proc_time AS u ON CAST(c.`user` AS BIGINT) = u.user_id;

-- # a lookup join on a derived table
SELECT x.order_id, x.doubled, u.email
FROM (
  SELECT order_id, user_id, amount * 2 AS doubled, PROCTIME() AS pt FROM orders WHERE status = 'NEW'
) AS x
JOIN users FOR SYSTEM_TIME AS OF x.pt AS u ON x.user_id = u.user_id;

-- # a lookup join with a hint
SELECT /*+ LOOKUP('table'='u', 'async'='true', 'retry-predicate'='lookup_miss', 'retry-strategy'='fixed_delay', 'fixed-delay'='10s', 'max-attempts'='3') */ o.order_id, u.score
FROM orders AS o
JOIN users FOR SYSTEM_TIME AS OF o.proc_time AS u ON o.user_id = u.user_id;

-- # a lookup join, then an aggregate
SELECT u.city, p.category, SUM(o.amount) AS revenue, COUNT(DISTINCT o.user_id) AS buyers
FROM orders AS o
JOIN users FOR SYSTEM_TIME AS OF o.proc_time AS u ON o.user_id = u.user_id
JOIN products FOR SYSTEM_TIME AS OF o.proc_time AS p ON o.product_id = p.product_id
GROUP BY u.city, p.category;

-- # a temporal join at event time
SELECT o.order_id, o.amount, r.rate, o.amount * r.rate AS converted
FROM orders AS o
LEFT JOIN rates FOR SYSTEM_TIME AS OF o.order_time AS r ON o.currency = r.currency;

-- # a temporal join, its version's time read
SELECT o.order_id, r.update_time AS rate_as_of
FROM orders AS o
JOIN rates FOR SYSTEM_TIME AS OF o.order_time AS r ON o.currency = r.currency;

-- # a temporal join to a versioned view
CREATE VIEW versioned_rates AS
SELECT currency, rate, update_time
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY currency ORDER BY update_time DESC) AS rn FROM rates
)
WHERE rn = 1;
SELECT o.order_id, o.amount * r.rate AS converted
FROM orders AS o
JOIN versioned_rates AS r ON o.currency = r.currency;

-- # an interval join
SELECT o.order_id, o.amount, s.carrier, s.ship_time
FROM orders AS o, shipments AS s
WHERE o.order_id = s.order_id
  AND s.ship_time BETWEEN o.order_time AND o.order_time + INTERVAL '4' HOUR;

-- # an interval join written with ON
SELECT o.order_id, p.paid, p.pay_time, TIMESTAMPDIFF(MINUTE, o.order_time, p.pay_time) AS minutes
FROM orders AS o
JOIN payments AS p
  ON o.order_id = p.order_id
  AND p.pay_time >= o.order_time
  AND p.pay_time < o.order_time + INTERVAL '1' DAY;

-- # an interval join of three streams
SELECT o.order_id, p.`method`, s.carrier, o.amount - p.paid AS open_amount, s.cost
FROM orders AS o
JOIN payments AS p
  ON o.order_id = p.order_id AND p.pay_time BETWEEN o.order_time - INTERVAL '1' HOUR AND o.order_time + INTERVAL '1' HOUR
JOIN shipments AS s
  ON o.order_id = s.order_id AND s.ship_time BETWEEN o.order_time AND o.order_time + INTERVAL '2' DAY;

-- # a left outer interval join
SELECT o.order_id, COALESCE(s.carrier, 'none') AS carrier
FROM orders AS o
LEFT JOIN shipments AS s
  ON o.order_id = s.order_id AND s.ship_time BETWEEN o.order_time AND o.order_time + INTERVAL '4' HOUR;

-- # an inner join
SELECT o.order_id, u.name FROM orders o INNER JOIN users u ON o.user_id = u.user_id;

-- # a right join
SELECT u.user_id, o.amount FROM orders o RIGHT JOIN users u ON o.user_id = u.user_id;

-- # a full join
SELECT COALESCE(o.user_id, u.user_id) AS uid, o.amount, u.name
FROM orders o FULL OUTER JOIN users u ON o.user_id = u.user_id;

-- # a cross join
SELECT u.name, p.title FROM users u CROSS JOIN products p;

-- # a self join
SELECT a.order_id AS first_order, b.order_id AS second_order, a.amount + b.amount AS both_amounts
FROM orders a JOIN orders b ON a.user_id = b.user_id AND a.order_id < b.order_id;

-- # a join by USING
SELECT user_id, order_id, name FROM orders JOIN users USING (user_id);

-- # a left join by USING
SELECT user_id, order_id, name FROM orders LEFT JOIN users USING (user_id);

-- # a full join by USING
SELECT order_id, paid, carrier FROM payments FULL JOIN shipments USING (order_id);

-- # a natural join
SELECT name, url FROM clicks NATURAL JOIN users;

-- # a star over two tables with the same names
SELECT * FROM payments p JOIN shipments s ON p.order_id = s.order_id;

-- # one table's star beside other columns
SELECT u.*, p.title AS bought FROM users u, products p WHERE u.score > p.price;

-- # a join against a derived table
SELECT o.order_id, t.top_price
FROM orders o
JOIN (SELECT category, MAX(price) AS top_price FROM products GROUP BY category) t ON o.status = t.category;

-- # a semi join by IN, an anti join by NOT EXISTS
SELECT order_id, amount
FROM orders o
WHERE user_id IN (SELECT user_id FROM users WHERE vip)
  AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.order_id);

-- # join hints
SELECT /*+ BROADCAST(u) */ o.order_id, u.name FROM orders o JOIN users u ON o.user_id = u.user_id;

-- # a temporal join with its rows aggregated
SELECT r.currency, SUM(o.amount * r.rate) AS total_converted, MAX(r.rate) AS best
FROM orders AS o
JOIN rates FOR SYSTEM_TIME AS OF o.order_time AS r ON o.currency = r.currency
GROUP BY r.currency;
