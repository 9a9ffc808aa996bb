-- Joins of every kind.

-- # inner
SELECT o.order_id, c.name FROM orders o JOIN customers c ON o.customer_id = c.customer_id;

-- # inner, spelt out
SELECT o.order_id, c.name FROM orders o INNER JOIN customers c ON o.customer_id = c.customer_id;

-- # left
SELECT o.order_id, c.name FROM orders o LEFT JOIN customers c ON o.customer_id = c.customer_id;

-- # left outer
SELECT o.order_id, c.city FROM orders o LEFT OUTER JOIN customers c ON (o.customer_id = c.customer_id AND c.region = 'x');

-- # right
SELECT o.order_id, c.name FROM orders o RIGHT JOIN customers c ON o.customer_id = c.customer_id;

-- # full
SELECT o.customer_id, c.customer_id AS other, o.amount + c.score AS s FROM orders o FULL OUTER JOIN customers c ON o.customer_id = c.customer_id;

-- # left semi
SELECT o.order_id, o.amount FROM orders o LEFT SEMI JOIN customers c ON o.customer_id = c.customer_id AND c.region = 'x';

-- # left semi with a star
SELECT * FROM customers c LEFT SEMI JOIN orders o ON c.customer_id = o.customer_id;

-- # cross
SELECT c.name, p.title FROM customers c CROSS JOIN products p;

-- # a comma
SELECT c.name, o.amount FROM customers c, orders o WHERE c.customer_id = o.customer_id;

-- # three tables
SELECT o.order_id, c.name, i.price FROM orders o JOIN customers c ON o.customer_id = c.customer_id JOIN items i ON i.order_id = o.order_id;

-- # four tables
SELECT c.name, p.title, i.qty * i.price AS paid FROM orders o JOIN customers c ON o.customer_id = c.customer_id
JOIN items i ON i.order_id = o.order_id LEFT JOIN products p ON p.product_id = i.product_id WHERE p.category = 'x';

-- # a self join
SELECT a.name, b.name AS other FROM customers a JOIN customers b ON a.city = b.city WHERE a.customer_id <> b.customer_id;

-- # a star over a join
SELECT * FROM items i JOIN products p ON i.product_id = p.product_id;

-- # bare names across a join
SELECT amount, name FROM orders JOIN customers ON orders.customer_id = customers.customer_id;

-- # join of subqueries
SELECT a.order_id, b.total FROM (SELECT order_id FROM orders) a JOIN (SELECT order_id, sum(price) AS total FROM items GROUP BY order_id) b ON a.order_id = b.order_id;

-- # a join in parentheses of a subquery
SELECT q.name, q.amount FROM (SELECT c.name, o.amount FROM customers c JOIN orders o ON c.customer_id = o.customer_id) q;

-- # a mapjoin hint
SELECT /*+ MAPJOIN(c) */ o.order_id, c.name FROM orders o JOIN customers c ON o.customer_id = c.customer_id;

-- # a streamtable hint
SELECT /*+ STREAMTABLE(o) */ o.order_id, c.name FROM orders o JOIN customers c ON o.customer_id = c.customer_id;

-- # join on an expression
SELECT o.order_id, c.name FROM orders o JOIN customers c ON lower(o.note) = lower(c.email);

-- # unequal joins
SELECT o.order_id, c.name FROM orders o JOIN customers c ON o.customer_id = c.customer_id AND o.amount > c.score;

-- # a filter on the other side of a left join
SELECT c.name, o.amount FROM customers c LEFT JOIN orders o ON c.customer_id = o.customer_id WHERE o.status = 'paid';

-- # expressions over both sides
SELECT concat(c.name, p.title) AS k, i.price - p.price AS lower_by FROM items i JOIN products p ON i.product_id = p.product_id JOIN orders o ON o.order_id = i.order_id JOIN customers c ON c.customer_id = o.customer_id;

-- # join with a table of another database
SELECT p.title, s.sold FROM products p LEFT JOIN mart.sales s ON p.product_id = s.product_id;

-- # a semi join, then a join
SELECT o.order_id, i.price FROM orders o LEFT SEMI JOIN customers c ON o.customer_id = c.customer_id JOIN items i ON i.order_id = o.order_id;

-- # unique join
FROM UNIQUEJOIN PRESERVE orders a (a.order_id), PRESERVE items b (b.order_id) SELECT a.order_id, b.price, a.amount;

-- # unique join of three
FROM UNIQUEJOIN orders a (a.order_id), PRESERVE items b (b.order_id), parts c (c.order_id) SELECT b.qty, c.status;

-- # case over a join
SELECT CASE WHEN c.score > 1 THEN o.amount ELSE i.price END AS v FROM orders o JOIN customers c ON o.customer_id = c.customer_id JOIN items i ON o.order_id = i.order_id;

-- # coalesce over a full join
SELECT coalesce(a.order_id, b.order_id) AS id FROM orders a FULL JOIN items b ON a.order_id = b.order_id;

-- # an empty ON
SELECT c.name, p.title FROM customers c JOIN products p;
