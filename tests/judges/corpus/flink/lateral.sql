-- LATERAL TABLE with registered functions, lateral subqueries, UNNEST.

-- # a table function with named columns
SELECT c.user_id, t.w, t.l FROM clicks AS c, LATERAL TABLE(split_words(c.url)) AS t(w, l);

-- # a table function with its own column names
SELECT user_id, word, word_length FROM clicks, LATERAL TABLE(split_words(url));

-- # a left join of a table function
SELECT user_id, w FROM clicks LEFT JOIN LATERAL TABLE(split_words(url)) AS t(w, l) ON TRUE;

-- # several parameters
SELECT user_id, w, l FROM clicks, LATERAL TABLE(split_words(url, referrer, '/')) AS t(w, l);

-- # two table functions, the second over the first
SELECT c.user_id, a.w AS outer_word, b.w AS inner_word
FROM clicks AS c,
  LATERAL TABLE(split_words(c.payload)) AS a(w, l),
  LATERAL TABLE(split_words(a.w, c.referrer)) AS b(w, l);

-- # a table function of three columns, aggregated
SELECT sku, SUM(price * quantity) AS revenue, COUNT(DISTINCT user_id) AS buyers
FROM clicks, LATERAL TABLE(parse_items(payload)) AS t(sku, price, quantity)
GROUP BY sku;

-- # a cross join of a table function over an expression
SELECT c.user_id, t.sku, t.price
FROM clicks c
CROSS JOIN LATERAL TABLE(parse_items(CONCAT(c.payload, c.referrer))) AS t(sku, price, quantity);

-- # a table function over a nested field
SELECT order_id, w FROM orders AS o, LATERAL TABLE(split_words(o.shipping.street)) AS t(w, l);

-- # a table function over a constant
SELECT o.order_id, t.w FROM orders o, LATERAL TABLE(split_words('a b c')) AS t(w, l);

-- # a table function over a computed column
SELECT order_id, w FROM orders, LATERAL TABLE(split_words(order_day, status)) AS t(w, l);

-- # a star over a table function
SELECT * FROM users AS u, LATERAL TABLE(split_words(u.name)) AS t(part, size);

-- # a lateral subquery
SELECT u.name, x.order_id, x.amount
FROM users u,
  LATERAL (SELECT order_id, amount FROM orders o WHERE o.user_id = u.user_id ORDER BY amount DESC LIMIT 3) AS x;

-- # a lateral subquery that hands on the outer value
SELECT u.name, x.mixed
FROM users u,
  LATERAL (SELECT CONCAT(u.email, o.status) AS mixed FROM orders o WHERE o.user_id = u.user_id) AS x;

-- # unnest an array of strings
SELECT order_id, tag FROM orders CROSS JOIN UNNEST(tags) AS t(tag);

-- # unnest an array of rows
SELECT order_id, sku, price * qty AS line_total FROM orders CROSS JOIN UNNEST(items) AS t(sku, price, qty);

-- # unnest an array of rows, its own names
SELECT order_id, t.sku, t.qty FROM orders, UNNEST(items) AS t;

-- # unnest with ordinality
SELECT order_id, tag, pos FROM orders CROSS JOIN UNNEST(tags) WITH ORDINALITY AS t(tag, pos);

-- # unnest rows with ordinality
SELECT order_id, sku, price, pos FROM orders CROSS JOIN UNNEST(items) WITH ORDINALITY AS t(sku, price, qty, pos);

-- # unnest a map
SELECT order_id, k, v FROM orders CROSS JOIN UNNEST(attributes) AS t(k, v);

-- # unnest a map with ordinality
SELECT product_id, k, UPPER(v) AS v, n FROM products CROSS JOIN UNNEST(props) WITH ORDINALITY AS t(k, v, n);

-- # a left join of an unnest
SELECT order_id, tag FROM orders LEFT JOIN UNNEST(tags) AS t(tag) ON TRUE;

-- # unnest an array that is made there
SELECT u.user_id, c.contact FROM users u CROSS JOIN UNNEST(ARRAY[u.email, u.phone]) AS c(contact);

-- # unnest what an aggregate collected
SELECT city, one_name
FROM (SELECT city, ARRAY_AGG(name) AS names FROM users GROUP BY city)
CROSS JOIN UNNEST(names) AS t(one_name);

-- # unnest a split string
SELECT user_id, part FROM clicks CROSS JOIN UNNEST(SPLIT(url, '/')) AS t(part);

-- # unnest, then aggregate per item
SELECT sku, SUM(qty) AS sold, AVG(price) AS avg_price
FROM orders CROSS JOIN UNNEST(items) AS i(sku, price, qty)
GROUP BY sku;

-- # two unnests beside each other
SELECT order_id, tag, sku
FROM orders
CROSS JOIN UNNEST(tags) AS t(tag)
CROSS JOIN UNNEST(items) AS i(sku, price, qty);

-- # unnest an array inside a row
CREATE TABLE carts (
  cart_id BIGINT,
  content ROW<owner STRING, lines ARRAY<ROW<sku STRING, price DOUBLE>>>
) WITH ('connector' = 'kafka', 'topic' = 'carts');
SELECT c.cart_id, c.content.owner, l.sku, l.price
FROM carts AS c CROSS JOIN UNNEST(c.content.lines) AS l(sku, price);

-- # unnest of constants
SELECT u.user_id, x.v FROM users u CROSS JOIN UNNEST(ARRAY[1, 2, 3]) AS x(v);
