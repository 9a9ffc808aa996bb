-- INSERT in all its forms.

-- # into a table by position
INSERT INTO TABLE totals SELECT region, sum(score), count(customer_id) FROM customers GROUP BY region;

-- # without the word TABLE
INSERT INTO people SELECT customer_id, name, city FROM customers;

-- # overwrite
INSERT OVERWRITE TABLE people SELECT customer_id, name, region FROM customers;

-- # position, not name
INSERT INTO TABLE people SELECT order_id AS name, status AS id, note AS place FROM orders;

-- # a list of columns
INSERT INTO TABLE people (name, id) SELECT name, customer_id FROM customers;

-- # a list in another order
INSERT INTO people (place, name, id) SELECT city, upper(name), customer_id FROM customers;

-- # values
-- ! values
INSERT INTO TABLE people VALUES (1, 'a', 'b'), (2, 'c', 'd');

-- # a static partition
INSERT OVERWRITE TABLE parts PARTITION (dt = '2024-01-01', hr = '01') SELECT order_id, amount, status FROM orders;

-- # dynamic partitions
INSERT OVERWRITE TABLE parts PARTITION (dt, hr) SELECT order_id, amount, status, dt, substr(order_ts, 12, 2) FROM orders;

-- # mixed partitions
INSERT OVERWRITE TABLE parts PARTITION (dt = '2024-01-01', hr) SELECT order_id, amount, status, hour(order_ts) FROM orders;

-- # into a partition
INSERT INTO TABLE parts PARTITION (dt = 'x', hr = 'y') SELECT o.order_id, i.price, o.status FROM orders o JOIN items i ON o.order_id = i.order_id;

-- # if not exists
INSERT OVERWRITE TABLE parts PARTITION (dt = 'x', hr = 'y') IF NOT EXISTS SELECT order_id, amount, status FROM orders;

-- # a star
INSERT INTO TABLE totals SELECT * FROM totals;

-- # a star into dynamic partitions
INSERT INTO TABLE parts PARTITION (dt, hr) SELECT * FROM parts WHERE dt > 'x';

-- # a CTE
WITH q AS (SELECT region, sum(score) AS s, count(name) AS n FROM customers GROUP BY region) INSERT INTO TABLE totals SELECT region, s, n FROM q;

-- # a CTE and overwrite
WITH q AS (SELECT * FROM customers WHERE region = 'x') INSERT OVERWRITE TABLE people SELECT q.customer_id, q.name, q.city FROM q;

-- # from first
FROM customers INSERT INTO TABLE people SELECT customer_id, name, city;

-- # a union
INSERT INTO TABLE words SELECT q.w, q.n FROM (SELECT city AS w, count(name) AS n FROM customers GROUP BY city UNION ALL SELECT category AS w, count(title) AS n FROM products GROUP BY category) q;

-- # casts of the target are no change
INSERT INTO TABLE people SELECT quantity, amount, order_ts FROM orders;

-- # another database
INSERT INTO TABLE mart.summary PARTITION (sold_year) SELECT region, sum(sold), year(sold_on) FROM mart.sales GROUP BY region, year(sold_on);

-- # within another database
USE mart;
INSERT OVERWRITE TABLE summary PARTITION (sold_year = 2024) SELECT region, sold FROM sales;

-- # a directory
INSERT OVERWRITE DIRECTORY '/out/people' SELECT customer_id, name FROM customers;

-- # a local directory
INSERT OVERWRITE LOCAL DIRECTORY '/out/local' SELECT name, city FROM customers WHERE region = 'x';

-- # a directory with a row format
INSERT OVERWRITE LOCAL DIRECTORY '/out/rows' ROW FORMAT DELIMITED FIELDS TERMINATED BY ',' SELECT upper(name) AS n, score * 2 AS s FROM customers;

-- # a directory stored as
INSERT OVERWRITE DIRECTORY '/out/orc' STORED AS ORC SELECT c.name AS n, o.amount AS a FROM customers c JOIN orders o ON c.customer_id = o.customer_id;

-- # a lateral view
-- ! count-star
INSERT OVERWRITE TABLE words SELECT word, count(1) FROM orders LATERAL VIEW explode(split(note, ' ')) x AS word GROUP BY word;

-- # structs
INSERT INTO TABLE nested SELECT id, payload.buyer, tags, attrs FROM events;

-- # a struct put together
INSERT INTO TABLE nested SELECT customer_id, named_struct('id', customer_id, 'name', name), array(city, region), map('e', email) FROM customers;

-- # itself
INSERT OVERWRITE TABLE totals SELECT region, total * 2, orders FROM totals;

-- # order within
INSERT OVERWRITE TABLE people SELECT customer_id, name, city FROM customers DISTRIBUTE BY city SORT BY name;

-- # constants
INSERT INTO TABLE people SELECT customer_id, 'x', NULL FROM customers;

-- # a case
INSERT INTO TABLE people SELECT customer_id, CASE WHEN score > 1 THEN name ELSE email END, if(region IS NULL, city, region) FROM customers;

-- # a column list and a partition
INSERT INTO parts PARTITION (dt = 'a', hr = 'b') (order_id, status) SELECT order_id, status FROM orders;

-- # a column list with dynamic partitions
INSERT INTO parts PARTITION (dt, hr) (order_id, status, dt, hr) SELECT order_id, status, dt, coupon FROM orders;

-- # subqueries without use
INSERT INTO TABLE people SELECT q.a, q.b, q.c FROM (SELECT customer_id AS a, name AS b, city AS c, concat(email, region) AS d FROM customers) q;

-- # a bucketed table
INSERT INTO TABLE accounts SELECT customer_id, name, score, city FROM customers;

-- # a transactional partition
INSERT INTO TABLE ledger PARTITION (dt) SELECT order_id, note, amount, dt FROM orders;

-- # a variable
SET hivevar:day=2024-01-01;
INSERT OVERWRITE TABLE parts PARTITION (dt = '2024-01-01', hr = '1') SELECT order_id, amount, status FROM orders WHERE dt = '2024-01-01';

-- # the seed
INSERT INTO TABLE people SELECT t1.id, t2.name, t2.name FROM (SELECT order_id + customer_id AS id FROM orders) t1 LEFT JOIN (SELECT q.id, q.name FROM (SELECT customer_id AS id, email AS name FROM customers) q) t2 ON t1.id = t2.id;

-- # a semi join
INSERT INTO TABLE people SELECT c.customer_id, c.name, c.city FROM customers c LEFT SEMI JOIN orders o ON o.customer_id = c.customer_id;
