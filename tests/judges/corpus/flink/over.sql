-- OVER windows, Top-N, deduplication.

-- # a running sum
SELECT order_id, order_time, SUM(amount) OVER (PARTITION BY user_id ORDER BY order_time) AS running_total FROM orders;

-- # a window of rows
SELECT symbol, AVG(price) OVER (PARTITION BY symbol ORDER BY trade_time ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) AS ma5
FROM ticks;

-- # a window of time
SELECT symbol, MAX(price) OVER (
    PARTITION BY symbol ORDER BY trade_time RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND CURRENT ROW) AS hour_high
FROM ticks;

-- # a named window, used twice
SELECT order_id, SUM(amount) OVER w AS s, COUNT(coupon) OVER w AS c, AVG(quantity) OVER w AS q
FROM orders
WINDOW w AS (PARTITION BY user_id ORDER BY order_time ROWS BETWEEN 10 PRECEDING AND CURRENT ROW);

-- # LAG and LEAD
SELECT symbol, price - LAG(price) OVER (PARTITION BY symbol ORDER BY trade_time) AS change,
  LEAD(volume, 2, 0) OVER (PARTITION BY symbol ORDER BY trade_time) AS later
FROM ticks;

-- # LAG with a default from another column
SELECT symbol, LAG(price, 1, tax) OVER (PARTITION BY symbol ORDER BY trade_time) AS before_that FROM ticks;

-- # FIRST_VALUE and LAST_VALUE
SELECT order_id, FIRST_VALUE(status) OVER (PARTITION BY user_id ORDER BY order_time) AS first_status,
  LAST_VALUE(coupon) OVER (PARTITION BY user_id ORDER BY order_time) AS last_coupon
FROM orders;

-- # ranks have no value source
SELECT order_id,
  ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY amount DESC) AS rn,
  RANK() OVER (PARTITION BY user_id ORDER BY amount DESC) AS rk,
  DENSE_RANK() OVER (PARTITION BY user_id ORDER BY amount DESC) AS dr
FROM orders;

-- # NTILE, PERCENT_RANK, CUME_DIST
SELECT user_id, NTILE(4) OVER (ORDER BY score) AS quartile, PERCENT_RANK() OVER (ORDER BY score) AS pr,
  CUME_DIST() OVER (ORDER BY score) AS cd
FROM users;

-- # a window inside an expression
SELECT order_id, amount / SUM(amount) OVER (PARTITION BY user_id ORDER BY order_time) AS share FROM orders;

-- # a window over an expression with CASE
SELECT order_id, SUM(CASE WHEN status = 'PAID' THEN amount ELSE 0 END) OVER (PARTITION BY user_id ORDER BY proc_time) AS paid_so_far
FROM orders;

-- # a window over an aggregate
SELECT city, n, SUM(n) OVER (ORDER BY city) AS upto
FROM (SELECT city, COUNT(*) AS n FROM users GROUP BY city);

-- # a registered aggregate over a window
SELECT symbol, weighted_avg(price, volume) OVER (PARTITION BY symbol ORDER BY trade_time ROWS BETWEEN 9 PRECEDING AND CURRENT ROW) AS vwap
FROM ticks;

-- # a distinct count over a window
SELECT user_id, COUNT(DISTINCT url) OVER (PARTITION BY user_id ORDER BY event_time RANGE BETWEEN INTERVAL '1' DAY PRECEDING AND CURRENT ROW) AS pages
FROM clicks;

-- # top-n
SELECT category, title, price
FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY category ORDER BY price DESC) AS rn FROM products)
WHERE rn <= 5;

-- # top-n with the rank shown
SELECT category, title, rn
FROM (
  SELECT category, title, price, ROW_NUMBER() OVER (PARTITION BY category ORDER BY price DESC, title ASC) AS rn
  FROM products
)
WHERE rn <= 10;

-- # top-n over an aggregate
SELECT category, product_id, sold
FROM (
  SELECT category, product_id, sold, ROW_NUMBER() OVER (PARTITION BY category ORDER BY sold DESC) AS rn
  FROM (
    SELECT p.category, o.product_id, SUM(o.quantity) AS sold
    FROM orders o JOIN products p ON o.product_id = p.product_id
    GROUP BY p.category, o.product_id
  )
)
WHERE rn <= 3;

-- # the first row of each key
SELECT order_id, user_id, amount
FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY proc_time ASC) AS rn FROM orders)
WHERE rn = 1;

-- # the last row of each key
SELECT `user`, url, event_time
FROM (
  SELECT `user`, url, event_time, ROW_NUMBER() OVER (PARTITION BY `user` ORDER BY event_time DESC) AS rownum
  FROM clicks
) AS t
WHERE rownum = 1;

-- # deduplication, then a join
SELECT d.order_id, u.name
FROM (
  SELECT order_id, user_id
  FROM (SELECT order_id, user_id, ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY order_time DESC) AS rn FROM orders)
  WHERE rn = 1
) AS d
JOIN users AS u ON d.user_id = u.user_id;

-- # ORDER BY with LIMIT
SELECT product_id, price FROM products ORDER BY price DESC LIMIT 10;

-- # ORDER BY with OFFSET and FETCH
SELECT product_id, title FROM products ORDER BY price OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY;

-- # QUALIFY
SELECT order_id, amount FROM orders QUALIFY ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY order_time DESC) = 1;

-- # QUALIFY by the alias
SELECT category, title, RANK() OVER (PARTITION BY category ORDER BY price) AS r FROM products QUALIFY r <= 2;
