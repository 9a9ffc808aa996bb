-- One FROM, several INSERTs.

-- # two tables
FROM customers INSERT INTO TABLE people SELECT customer_id, name, city INSERT OVERWRITE TABLE totals SELECT region, sum(score), count(name) GROUP BY region;

-- # filters of their own
FROM orders o INSERT INTO TABLE words SELECT o.status, o.order_id WHERE o.amount > 1 INSERT INTO TABLE people SELECT o.customer_id, o.note, o.coupon WHERE o.quantity = 2;

-- # three
FROM customers c
INSERT INTO TABLE people SELECT c.customer_id, c.name, c.city
INSERT INTO TABLE words SELECT c.email, c.customer_id
INSERT OVERWRITE TABLE totals SELECT c.region, avg(c.score), max(c.customer_id) GROUP BY c.region;

-- # partitions
FROM orders INSERT OVERWRITE TABLE parts PARTITION (dt = 'a', hr = '1') SELECT order_id, amount, status WHERE dt = 'a' INSERT OVERWRITE TABLE parts PARTITION (dt = 'b', hr) SELECT order_id, quantity, coupon, note WHERE dt = 'b';

-- # a table and a directory
FROM customers INSERT INTO TABLE people SELECT customer_id, name, city INSERT OVERWRITE DIRECTORY '/out/names' SELECT email WHERE score > 1;

-- # over a derived table
FROM (SELECT customer_id AS id, upper(name) AS n, city AS p, score AS s FROM customers) q INSERT INTO TABLE people SELECT q.id, q.n, q.p INSERT INTO TABLE words SELECT q.n, q.id WHERE q.s > 2;

-- # over a join
FROM orders o JOIN customers c ON o.customer_id = c.customer_id INSERT INTO TABLE people SELECT o.order_id, c.name, c.city INSERT OVERWRITE TABLE totals SELECT c.region, sum(o.amount), count(o.order_id) GROUP BY c.region;

-- # over a lateral view
-- ! count-star
FROM orders LATERAL VIEW explode(split(note, ' ')) x AS word INSERT INTO TABLE words SELECT word, count(1) GROUP BY word INSERT INTO TABLE people SELECT order_id, word, status;

-- # a CTE before it
WITH q AS (SELECT customer_id AS id, name, city, score FROM customers WHERE region = 'x') FROM q INSERT INTO TABLE people SELECT q.id, q.name, q.city INSERT INTO TABLE words SELECT q.city, q.id WHERE q.score > 1;

-- # a CTE with an aggregate before it
WITH q AS (SELECT region, sum(score) AS s, count(name) AS n FROM customers GROUP BY region) FROM q INSERT INTO TABLE totals SELECT region, s, n INSERT INTO TABLE words SELECT region, n;

-- # over a union
FROM (SELECT name AS k, score AS v FROM customers UNION ALL SELECT title AS k, price AS v FROM products) u INSERT INTO TABLE words SELECT u.k, count(u.v) GROUP BY u.k INSERT INTO TABLE totals SELECT u.k, u.v, 1;

-- # distinct and limits
FROM customers INSERT INTO TABLE words SELECT DISTINCT city, customer_id INSERT INTO TABLE people SELECT customer_id, name, region LIMIT 3;

-- # the same table twice
FROM orders INSERT OVERWRITE TABLE parts PARTITION (dt = 'a', hr = '1') SELECT order_id, amount, status INSERT OVERWRITE TABLE parts PARTITION (dt = 'a', hr = '2') SELECT order_id, quantity, coupon;

-- # having of their own
FROM orders INSERT INTO TABLE words SELECT status, count(order_id) GROUP BY status HAVING count(order_id) > 2 INSERT INTO TABLE totals SELECT coupon, sum(quantity), max(order_id) GROUP BY coupon;

-- # sorted each in its own way
FROM customers INSERT OVERWRITE TABLE people SELECT customer_id, name, city CLUSTER BY city INSERT OVERWRITE TABLE words SELECT name, customer_id SORT BY name;

-- # a lateral view in a branch
FROM events INSERT INTO TABLE words SELECT tag, id LATERAL VIEW explode(tags) x AS tag INSERT INTO TABLE people SELECT id, kind, raw;

-- # lists of columns
FROM customers INSERT INTO TABLE people (name, id) SELECT name, customer_id INSERT INTO TABLE words (hits, word) SELECT customer_id, city;

-- # cases
FROM orders INSERT INTO TABLE words SELECT CASE WHEN amount > 1 THEN status ELSE coupon END, order_id INSERT INTO TABLE people SELECT order_id, concat(status, note), if(quantity > 1, coupon, note);

-- # aggregates on different keys
FROM customers INSERT OVERWRITE TABLE words SELECT city, count(DISTINCT name) GROUP BY city INSERT OVERWRITE TABLE totals SELECT region, max(score), count(DISTINCT email) GROUP BY region;

-- # directories alone
FROM customers INSERT OVERWRITE DIRECTORY '/out/a' SELECT name INSERT OVERWRITE DIRECTORY '/out/b' SELECT city, region;
