-- Window table functions in all forms, and the legacy group windows.

-- # tumbling windows
SELECT window_start, window_end, SUM(amount) AS total
FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '10' MINUTES))
GROUP BY window_start, window_end;

-- # tumbling windows with named parameters
SELECT window_start, window_end, COUNT(*) AS n
FROM TABLE(
  TUMBLE(DATA => TABLE ticks, TIMECOL => DESCRIPTOR(trade_time), SIZE => INTERVAL '1' MINUTES))
GROUP BY window_start, window_end;

-- # tumbling windows with an offset
SELECT window_start, window_end, MAX(price) AS high
FROM TABLE(TUMBLE(TABLE ticks, DESCRIPTOR(trade_time), INTERVAL '1' DAY, INTERVAL '8' HOUR))
GROUP BY window_start, window_end;

-- # the window's own time
SELECT symbol, window_time, AVG(price) AS mean
FROM TABLE(TUMBLE(TABLE ticks, DESCRIPTOR(trade_time), INTERVAL '5' MINUTES))
GROUP BY symbol, window_start, window_end, window_time;

-- # hopping windows
SELECT symbol, window_start, window_end, SUM(volume) AS volume
FROM TABLE(HOP(TABLE ticks, DESCRIPTOR(trade_time), INTERVAL '1' MINUTES, INTERVAL '10' MINUTES))
GROUP BY symbol, window_start, window_end;

-- # hopping windows with named parameters
SELECT window_start, COUNT(DISTINCT user_id) AS buyers
FROM TABLE(
  HOP(
    DATA => TABLE orders,
    TIMECOL => DESCRIPTOR(order_time),
    SLIDE => INTERVAL '5' MINUTES,
    SIZE => INTERVAL '10' MINUTES))
GROUP BY window_start, window_end;

-- # cumulating windows
SELECT window_start, window_end, SUM(amount) AS so_far
FROM TABLE(CUMULATE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '2' MINUTES, INTERVAL '10' MINUTES))
GROUP BY window_start, window_end;

-- # cumulating windows with named parameters
SELECT window_start, window_end, status, MIN(amount) AS least
FROM TABLE(
  CUMULATE(
    DATA => TABLE orders,
    TIMECOL => DESCRIPTOR(order_time),
    STEP => INTERVAL '1' HOUR,
    SIZE => INTERVAL '1' DAY))
GROUP BY window_start, window_end, status;

-- # session windows per user
SELECT user_id, window_start, window_end, COUNT(url) AS hits, MAX(url) AS last_url
FROM TABLE(SESSION(TABLE clicks PARTITION BY user_id, DESCRIPTOR(event_time), INTERVAL '30' MINUTES))
GROUP BY user_id, window_start, window_end;

-- # session windows with named parameters
SELECT window_start, window_end, SUM(volume) AS v
FROM TABLE(
  SESSION(DATA => TABLE ticks PARTITION BY symbol, TIMECOL => DESCRIPTOR(trade_time), GAP => INTERVAL '5' MINUTES))
GROUP BY symbol, window_start, window_end;

-- # every column of a window
SELECT * FROM TABLE(TUMBLE(TABLE ticks, DESCRIPTOR(trade_time), INTERVAL '10' MINUTES));

-- # a time column that is computed from a number
SELECT window_start, window_end, COUNT(*) AS clicks_seen
FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(event_time), INTERVAL '1' HOUR))
GROUP BY window_start, window_end;

-- # a window over processing time has no source
SELECT window_start, window_end, SUM(amount) AS total
FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(proc_time), INTERVAL '1' MINUTE))
GROUP BY window_start, window_end;

-- # a window over a subquery
SELECT w.city, w.window_end, SUM(w.amount) AS total
FROM TABLE(
  TUMBLE(
    (SELECT o.amount, o.order_time, o.shipping.city AS city FROM orders AS o WHERE o.status = 'PAID'),
    DESCRIPTOR(order_time),
    INTERVAL '1' HOUR)) AS w
GROUP BY w.city, w.window_start, w.window_end;

-- # a window with an alias
SELECT w.symbol, w.window_start AS ws, w.price FROM TABLE(TUMBLE(TABLE ticks, DESCRIPTOR(trade_time), INTERVAL '1' MINUTE)) AS w;

-- # a window over a CTE
WITH paid AS (SELECT order_id, paid, pay_time FROM payments WHERE `method` = 'card')
SELECT window_start, SUM(paid) AS total
FROM TABLE(TUMBLE(TABLE paid, DESCRIPTOR(pay_time), INTERVAL '1' HOUR))
GROUP BY window_start, window_end;

-- # windows in cascade
SELECT window_start, window_end, SUM(partial) AS total
FROM TABLE(
  TUMBLE(
    (
      SELECT window_time AS rowtime, SUM(amount) AS partial
      FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '5' MINUTES))
      GROUP BY window_start, window_end, window_time
    ),
    DESCRIPTOR(rowtime),
    INTERVAL '10' MINUTES))
GROUP BY window_start, window_end;

-- # windows in cascade through a view
CREATE VIEW five_minutes AS
SELECT window_time AS rowtime, status, SUM(amount) AS partial
FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '5' MINUTES))
GROUP BY status, window_start, window_end, window_time;
SELECT window_start, window_end, status, SUM(partial) AS total
FROM TABLE(TUMBLE(TABLE five_minutes, DESCRIPTOR(rowtime), INTERVAL '1' HOUR))
GROUP BY status, window_start, window_end;

-- # grouping sets over a window
SELECT window_start, window_end, symbol, GROUPING(symbol) AS g, SUM(volume) AS v
FROM TABLE(TUMBLE(TABLE ticks, DESCRIPTOR(trade_time), INTERVAL '10' MINUTES))
GROUP BY window_start, window_end, GROUPING SETS ((symbol), ());

-- # rollup over a window
SELECT window_start, status, currency, SUM(amount) AS total
FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '1' DAY))
GROUP BY window_start, window_end, ROLLUP (status, currency);

-- # cube over a window
SELECT window_end, status, currency, COUNT(coupon) AS coupons
FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '1' DAY))
GROUP BY window_start, window_end, CUBE (status, currency);

-- # a window join
SELECT l.order_id, r.carrier, COALESCE(l.window_start, r.window_start) AS window_start
FROM (SELECT * FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '5' MINUTES))) AS l
FULL JOIN (SELECT * FROM TABLE(TUMBLE(TABLE shipments, DESCRIPTOR(ship_time), INTERVAL '5' MINUTES))) AS r
  ON l.order_id = r.order_id AND l.window_start = r.window_start AND l.window_end = r.window_end;

-- # a window semi join
SELECT l.order_id, l.amount, l.window_end
FROM (SELECT * FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '5' MINUTES))) AS l
WHERE l.order_id IN (
  SELECT order_id
  FROM (SELECT * FROM TABLE(TUMBLE(TABLE payments, DESCRIPTOR(pay_time), INTERVAL '5' MINUTES))) AS r
  WHERE l.window_start = r.window_start AND l.window_end = r.window_end);

-- # window top-n
SELECT window_start, window_end, symbol, v, rownum
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY v DESC) AS rownum
  FROM (
    SELECT window_start, window_end, symbol, SUM(volume) AS v
    FROM TABLE(TUMBLE(TABLE ticks, DESCRIPTOR(trade_time), INTERVAL '10' MINUTES))
    GROUP BY window_start, window_end, symbol
  )
)
WHERE rownum <= 3;

-- # window top-n without an aggregate
SELECT window_start, symbol, price
FROM (
  SELECT window_start, window_end, symbol, price,
    ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY price DESC) AS rn
  FROM TABLE(TUMBLE(TABLE ticks, DESCRIPTOR(trade_time), INTERVAL '10' MINUTES))
)
WHERE rn <= 5;

-- # window deduplication
SELECT symbol, price, window_start, window_end
FROM (
  SELECT symbol, price, window_start, window_end,
    ROW_NUMBER() OVER (PARTITION BY window_start, window_end, symbol ORDER BY trade_time DESC) AS rn
  FROM TABLE(TUMBLE(TABLE ticks, DESCRIPTOR(trade_time), INTERVAL '10' MINUTES))
)
WHERE rn = 1;

-- # an old tumbling group window
SELECT user_id, TUMBLE_START(order_time, INTERVAL '1' DAY) AS day_start, SUM(amount) AS total
FROM orders
GROUP BY TUMBLE(order_time, INTERVAL '1' DAY), user_id;

-- # all the functions of an old tumbling window
SELECT
  TUMBLE_START(order_time, INTERVAL '1' HOUR) AS s,
  TUMBLE_END(order_time, INTERVAL '1' HOUR) AS e,
  TUMBLE_ROWTIME(order_time, INTERVAL '1' HOUR) AS rt,
  COUNT(*) AS n
FROM orders
GROUP BY TUMBLE(order_time, INTERVAL '1' HOUR);

-- # an old window over processing time
SELECT TUMBLE_PROCTIME(proc_time, INTERVAL '1' HOUR) AS pt, TUMBLE_START(proc_time, INTERVAL '1' HOUR) AS s, MAX(amount) AS m
FROM orders
GROUP BY TUMBLE(proc_time, INTERVAL '1' HOUR);

-- # an old hopping window
SELECT symbol, HOP_START(trade_time, INTERVAL '1' MINUTE, INTERVAL '5' MINUTE) AS s,
  HOP_END(trade_time, INTERVAL '1' MINUTE, INTERVAL '5' MINUTE) AS e, AVG(price) AS mean
FROM ticks
GROUP BY HOP(trade_time, INTERVAL '1' MINUTE, INTERVAL '5' MINUTE), symbol;

-- # an old session window
SELECT user_id, SESSION_START(event_time, INTERVAL '30' MINUTE) AS s, SESSION_END(event_time, INTERVAL '30' MINUTE) AS e,
  SESSION_ROWTIME(event_time, INTERVAL '30' MINUTE) AS rt, COUNT(url) AS hits
FROM clicks
GROUP BY SESSION(event_time, INTERVAL '30' MINUTE), user_id;

-- # old windows, one over the other
SELECT TUMBLE_END(rt, INTERVAL '1' DAY) AS day_end, SUM(hourly) AS daily
FROM (
  SELECT TUMBLE_ROWTIME(order_time, INTERVAL '1' HOUR) AS rt, SUM(amount) AS hourly
  FROM orders
  GROUP BY TUMBLE(order_time, INTERVAL '1' HOUR)
)
GROUP BY TUMBLE(rt, INTERVAL '1' DAY);

-- # an old window with HAVING
SELECT symbol, TUMBLE_START(trade_time, INTERVAL '1' MINUTE) AS s, SUM(volume) AS v
FROM ticks
GROUP BY symbol, TUMBLE(trade_time, INTERVAL '1' MINUTE)
HAVING SUM(volume) > 1000;

-- # the window's bounds in an expression
SELECT DATE_FORMAT(window_start, 'HH:mm') AS slot, TIMESTAMPDIFF(MINUTE, window_start, window_end) AS width, SUM(amount) AS total
FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '15' MINUTES))
GROUP BY window_start, window_end;
