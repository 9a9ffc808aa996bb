-- MATCH_RECOGNIZE.

-- # measures from pattern variables
SELECT *
FROM ticks
MATCH_RECOGNIZE (
  PARTITION BY symbol
  ORDER BY trade_time
  MEASURES
    START_ROW.trade_time AS start_time,
    LAST(DOWN.trade_time) AS bottom_time,
    LAST(UP.trade_time) AS end_time,
    LAST(DOWN.price) AS bottom_price
  ONE ROW PER MATCH
  AFTER MATCH SKIP TO LAST UP
  PATTERN (START_ROW DOWN+ UP)
  DEFINE
    DOWN AS (LAST(DOWN.price, 1) IS NULL AND DOWN.price < START_ROW.price) OR DOWN.price < LAST(DOWN.price, 1),
    UP AS UP.price > LAST(DOWN.price, 1)
) AS mr;

-- # aggregates in measures
SELECT symbol, avg_price, n, total_volume
FROM ticks
MATCH_RECOGNIZE (
  PARTITION BY symbol
  ORDER BY trade_time
  MEASURES AVG(A.price) AS avg_price, COUNT(A.price) AS n, SUM(A.volume * 2) AS total_volume
  ONE ROW PER MATCH
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A+ B)
  DEFINE A AS AVG(A.price) < 15
);

-- # FIRST and LAST with offsets, and arithmetic
SELECT T.symbol, T.first_price, T.second_last, T.delta
FROM ticks
MATCH_RECOGNIZE (
  PARTITION BY symbol
  ORDER BY trade_time
  MEASURES
    FIRST(A.price) AS first_price,
    LAST(A.price, 1) AS second_last,
    LAST(B.price) - FIRST(A.price) + B.tax AS delta
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A+ B)
  DEFINE A AS A.price > 10, B AS B.volume > 5
) AS T;

-- # FINAL LAST
SELECT *
FROM ticks
MATCH_RECOGNIZE (
  PARTITION BY symbol
  ORDER BY trade_time
  MEASURES FINAL LAST(A.price) AS last_price, FINAL FIRST(A.volume) AS first_volume
  ONE ROW PER MATCH
  PATTERN (A B)
  DEFINE B AS B.price < A.price
);

-- # the time of the match
SELECT user_id, rt, n_hits
FROM clicks
MATCH_RECOGNIZE (
  PARTITION BY user_id
  ORDER BY event_time
  MEASURES MATCH_ROWTIME() AS rt, COUNT(A.url) AS n_hits
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A{3,} B)
  DEFINE A AS A.url LIKE '%/cart%', B AS B.url LIKE '%/pay%'
);

-- # a match by processing time
SELECT m.uid, m.pt, m.paid
FROM orders
MATCH_RECOGNIZE (
  PARTITION BY user_id
  ORDER BY proc_time
  MEASURES A.user_id AS uid, MATCH_PROCTIME() AS pt, B.amount AS paid
  PATTERN (A B)
  DEFINE A AS A.status = 'NEW', B AS B.status = 'PAID'
) AS m;

-- # WITHIN, and alternatives by quantifiers
SELECT *
FROM payments
MATCH_RECOGNIZE (
  PARTITION BY order_id
  ORDER BY pay_time
  MEASURES A.paid AS first_paid, LAST(B.paid) AS last_paid, A.card AS first_card, C.`method` AS last_method
  PATTERN (A B*? C) WITHIN INTERVAL '1' HOUR
  DEFINE A AS A.paid > 0, B AS B.`method` = 'card', C AS C.`method` <> A.`method`
);

-- # no partition
SELECT *
FROM ticks
MATCH_RECOGNIZE (
  ORDER BY trade_time
  MEASURES A.symbol AS a, B.symbol AS b, CONCAT(A.symbol, B.symbol) AS ab
  PATTERN (A B)
  DEFINE B AS B.price > A.price * 2
);

-- # two partition keys
SELECT user_id, status, first_id, last_id
FROM orders
MATCH_RECOGNIZE (
  PARTITION BY user_id, status
  ORDER BY order_time
  MEASURES FIRST(A.order_id) AS first_id, LAST(A.order_id) AS last_id
  PATTERN (A{2})
  DEFINE A AS A.amount > 10
);

-- # CASE and functions in a measure
SELECT *
FROM orders
MATCH_RECOGNIZE (
  PARTITION BY user_id
  ORDER BY order_time
  MEASURES
    CASE WHEN B.amount > A.amount THEN 'up' ELSE A.status END AS trend,
    CAST(B.quantity AS STRING) AS q,
    UPPER(B.coupon) AS coupon_used
  PATTERN (A B)
  DEFINE B AS B.quantity > A.quantity
);

-- # over a derived table
SELECT *
FROM (SELECT symbol, price * volume AS turnover, trade_time FROM ticks WHERE volume > 0)
MATCH_RECOGNIZE (
  PARTITION BY symbol
  ORDER BY trade_time
  MEASURES A.turnover AS start_turnover, MAX(B.turnover) AS peak
  PATTERN (A B+ C)
  DEFINE B AS B.turnover >= A.turnover, C AS C.turnover < A.turnover
);

-- # the match joined and aggregated
SELECT u.city, COUNT(*) AS alarms, MAX(m.paid_after) AS worst
FROM orders
MATCH_RECOGNIZE (
  PARTITION BY user_id
  ORDER BY order_time
  MEASURES B.amount - A.amount AS paid_after
  PATTERN (A B)
  DEFINE B AS B.amount > A.amount
) AS m
JOIN users AS u ON m.user_id = u.user_id
GROUP BY u.city;

-- # into a sink
INSERT INTO alerts
SELECT CAST(first_id AS STRING), 'burst', user_id, last_status, CAST(total AS DOUBLE), last_time
FROM orders
MATCH_RECOGNIZE (
  PARTITION BY user_id
  ORDER BY order_time
  MEASURES
    FIRST(A.order_id) AS first_id,
    LAST(A.status) AS last_status,
    SUM(A.amount) AS total,
    LAST(A.order_time) AS last_time
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A{5}) WITHIN INTERVAL '1' MINUTE
  DEFINE A AS A.amount > 100
);

-- # a variable that is not defined matches every row
SELECT *
FROM ticks
MATCH_RECOGNIZE (
  PARTITION BY symbol
  ORDER BY trade_time
  MEASURES X.price AS x, LAST(Y.tax) AS y, SUM(Y.tax) AS all_tax
  AFTER MATCH SKIP TO FIRST Y
  PATTERN (X Y+ Z)
  DEFINE Z AS Z.price > 100
);
