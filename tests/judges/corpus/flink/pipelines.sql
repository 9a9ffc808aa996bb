-- Whole jobs, as they are deployed: several features in one statement.

-- # orders made wide
CREATE TEMPORARY VIEW order_lines AS
SELECT
  o.order_id,
  o.user_id,
  o.product_id,
  o.currency,
  o.amount,
  o.quantity,
  i.sku,
  i.price AS unit_price,
  i.qty,
  o.order_time,
  o.proc_time
FROM orders AS o
LEFT JOIN UNNEST(o.items) AS i(sku, price, qty) ON TRUE
WHERE o.status IN ('PAID', 'SHIPPED');

CREATE TEMPORARY VIEW order_lines_converted AS
SELECT
  l.order_id,
  l.user_id,
  l.product_id,
  l.sku,
  l.qty,
  l.unit_price * CAST(r.rate AS DOUBLE) AS unit_price_eur,
  l.unit_price * l.qty * CAST(r.rate AS DOUBLE) AS line_eur,
  l.order_time,
  l.proc_time
FROM order_lines AS l
LEFT JOIN rates FOR SYSTEM_TIME AS OF l.order_time AS r ON l.currency = r.currency;

CREATE TABLE wide_lines (
  order_id BIGINT,
  sku STRING,
  buyer STRING,
  buyer_city STRING,
  product STRING,
  margin DOUBLE,
  line_eur DOUBLE,
  order_time TIMESTAMP(3),
  dt STRING
) PARTITIONED BY (dt) WITH (
  'connector' = 'iceberg',
  'catalog-name' = 'lake',
  'warehouse' = 's3://lake/warehouse'
);

INSERT INTO wide_lines
SELECT
  c.order_id,
  c.sku,
  COALESCE(u.name, 'unknown'),
  u.city,
  p.title,
  c.unit_price_eur - CAST(p.cost AS DOUBLE),
  c.line_eur,
  c.order_time,
  DATE_FORMAT(c.order_time, 'yyyy-MM-dd')
FROM order_lines_converted AS c
LEFT JOIN users FOR SYSTEM_TIME AS OF c.proc_time AS u ON c.user_id = u.user_id
LEFT JOIN products FOR SYSTEM_TIME AS OF c.proc_time AS p ON c.product_id = p.product_id;

-- # a funnel per session
WITH hits AS (
  SELECT
    user_id,
    event_time,
    CASE
      WHEN url LIKE '%/checkout%' THEN 'checkout'
      WHEN url LIKE '%/cart%' THEN 'cart'
      ELSE 'browse'
    END AS step,
    JSON_VALUE(payload, '$.campaign') AS campaign,
    device.os AS os
  FROM clicks
  WHERE user_id IS NOT NULL
),
sessions AS (
  SELECT
    user_id,
    window_start AS session_start,
    window_end AS session_end,
    COUNT(*) FILTER (WHERE step = 'browse') AS browses,
    COUNT(*) FILTER (WHERE step = 'cart') AS carts,
    MAX(CASE WHEN step = 'checkout' THEN 1 ELSE 0 END) AS bought,
    FIRST_VALUE(campaign) AS campaign,
    LISTAGG(DISTINCT os) AS systems
  FROM TABLE(SESSION(TABLE hits PARTITION BY user_id, DESCRIPTOR(event_time), INTERVAL '30' MINUTES))
  GROUP BY user_id, window_start, window_end
)
SELECT
  s.campaign,
  DATE_FORMAT(s.session_start, 'yyyy-MM-dd') AS d,
  COUNT(*) AS n_sessions,
  SUM(s.carts) AS carts,
  SUM(s.bought) AS purchases,
  CAST(SUM(s.bought) AS DOUBLE) / COUNT(*) AS conversion,
  AVG(TIMESTAMPDIFF(SECOND, s.session_start, s.session_end)) AS avg_seconds,
  MAX(s.systems) AS any_systems
FROM sessions AS s
GROUP BY s.campaign, DATE_FORMAT(s.session_start, 'yyyy-MM-dd');

-- # several sinks from one stream
CREATE TEMPORARY VIEW paid AS
SELECT o.order_id, o.user_id, o.product_id, o.total, o.order_day, o.order_time, p.paid, p.`method`, p.card.country AS country
FROM orders AS o
JOIN payments AS p
  ON o.order_id = p.order_id
  AND p.pay_time BETWEEN o.order_time - INTERVAL '1' MINUTE AND o.order_time + INTERVAL '1' HOUR;
EXECUTE STATEMENT SET
BEGIN
INSERT INTO dws_daily
SELECT x.order_day, pr.category, COUNT(*), COUNT(DISTINCT x.user_id), SUM(x.paid), MAX(x.order_time)
FROM paid AS x
JOIN products AS pr ON x.product_id = pr.product_id
GROUP BY x.order_day, pr.category;
INSERT INTO alerts
SELECT
  CONCAT('unpaid-', CAST(order_id AS STRING)),
  `method`,
  user_id,
  CONCAT_WS(' ', country, CAST(total AS STRING), CAST(paid AS STRING)),
  CAST(total - paid AS DOUBLE),
  order_time
FROM paid
WHERE paid < total;
INSERT INTO dwd_orders PARTITION (hr = '00')
SELECT x.order_id, u.name, country, x.paid, x.order_time, x.order_day
FROM paid AS x LEFT JOIN users AS u ON x.user_id = u.user_id;
END;

-- # best sellers of the last hour
SELECT window_start, window_end, category, title, revenue, rank_no
FROM (
  SELECT
    window_start,
    window_end,
    category,
    title,
    revenue,
    ROW_NUMBER() OVER (PARTITION BY window_start, window_end, category ORDER BY revenue DESC) AS rank_no
  FROM (
    SELECT w.window_start, w.window_end, p.category, p.title, SUM(w.total) AS revenue
    FROM TABLE(HOP(TABLE orders, DESCRIPTOR(order_time), INTERVAL '5' MINUTES, INTERVAL '1' HOUR)) AS w
    JOIN products AS p ON w.product_id = p.product_id
    GROUP BY w.window_start, w.window_end, p.category, p.title
  )
)
WHERE rank_no <= 10;

-- # fraud: a small payment, then a large one
INSERT INTO alerts
SELECT
  CONCAT('fraud-', CAST(m.order_id AS STRING)) AS alert_id,
  m.second_method AS kind,
  o.user_id,
  JSON_OBJECT('first' VALUE m.first_paid, 'second' VALUE m.second_paid, 'who' VALUE u.email) AS detail,
  risk_score(m.second_paid, u.score) AS score,
  m.at_time
FROM payments
MATCH_RECOGNIZE (
  PARTITION BY order_id
  ORDER BY pay_time
  MEASURES
    S.paid AS first_paid,
    L.paid AS second_paid,
    L.`method` AS second_method,
    L.pay_time AS at_time
  ONE ROW PER MATCH
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (S L) WITHIN INTERVAL '5' MINUTE
  DEFINE
    S AS S.paid < 1.00,
    L AS L.paid > 500.00
) AS m
JOIN orders AS o ON m.order_id = o.order_id
LEFT JOIN users AS u ON o.user_id = u.user_id;

-- # the newest state of each order, from its changes
CREATE TABLE order_state (
  order_id BIGINT,
  status STRING,
  amount DECIMAL(12, 2),
  city STRING,
  changes BIGINT,
  PRIMARY KEY (order_id) NOT ENFORCED
) WITH ('connector' = 'upsert-kafka', 'topic' = 'order.state');
INSERT INTO order_state
SELECT s.order_id, s.status, s.amount, s.city, c.n
FROM (
  SELECT order_id, status, amount, o.shipping.city AS city,
    ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY order_time DESC) AS rn
  FROM orders AS o
) AS s
JOIN (SELECT order_id, COUNT(*) AS n FROM orders GROUP BY order_id) AS c ON s.order_id = c.order_id
WHERE s.rn = 1;

-- # documents enriched by a model and by search
CREATE MODEL embedder INPUT (txt STRING) OUTPUT (vec ARRAY<FLOAT>) WITH ('provider' = 'openai', 'task' = 'embedding');
CREATE VIEW judged AS
SELECT doc_id, body, lang, label, confidence
FROM ML_PREDICT(TABLE documents, MODEL sentiment, DESCRIPTOR(body));
CREATE VIEW asked AS
SELECT user_id, url, vec FROM ML_PREDICT(TABLE clicks, MODEL embedder, DESCRIPTOR(url));
SELECT a.user_id, j.label, j.confidence * r.score AS weight, r.lang
FROM asked AS a,
  LATERAL TABLE(VECTOR_SEARCH(TABLE documents, DESCRIPTOR(embedding), a.vec, 5)) AS r
JOIN judged AS j ON r.doc_id = j.doc_id;

-- # candles, and their change
WITH candles AS (
  SELECT
    symbol,
    window_start AS opened_at,
    window_time AS rowtime,
    FIRST_VALUE(price) AS o,
    MAX(price) AS h,
    MIN(price) AS l,
    LAST_VALUE(price) AS c,
    SUM(volume) AS v,
    SUM(price * volume) / SUM(volume) AS vwap
  FROM TABLE(TUMBLE(TABLE ticks, DESCRIPTOR(trade_time), INTERVAL '1' MINUTE))
  GROUP BY symbol, window_start, window_end, window_time
)
SELECT
  symbol,
  opened_at,
  o, h, l, c, v,
  ROUND(vwap, 4) AS vwap,
  c - LAG(c) OVER w AS change,
  AVG(c) OVER (PARTITION BY symbol ORDER BY rowtime ROWS BETWEEN 19 PRECEDING AND CURRENT ROW) AS ma20,
  CASE WHEN c > o THEN 'up' WHEN c < o THEN 'down' ELSE 'flat' END AS direction
FROM candles
WINDOW w AS (PARTITION BY symbol ORDER BY rowtime);

-- # the seed's three tables, joined and looked up
CREATE TABLE ods_mysql_users (
  id BIGINT,
  name STRING,
  birthday TIMESTAMP(3),
  ts TIMESTAMP(3),
  proc_time AS PROCTIME()
) WITH ('connector' = 'mysql-cdc', 'hostname' = 'db', 'table-name' = 'users');
CREATE TABLE dim_mysql_company (
  user_id BIGINT,
  company_name STRING
) WITH ('connector' = 'jdbc', 'table-name' = 'company');
CREATE TABLE dwd_hudi_users (
  id BIGINT,
  name STRING,
  company_name STRING,
  birthday TIMESTAMP(3),
  ts TIMESTAMP(3),
  `partition` VARCHAR(20)
) PARTITIONED BY (`partition`) WITH ('connector' = 'hudi', 'path' = 'hdfs://nn/dwd_hudi_users');
INSERT INTO dwd_hudi_users
SELECT id, name, name AS company_name, birthday, ts, DATE_FORMAT(birthday, 'yyyyMMdd') FROM ods_mysql_users;
INSERT INTO dwd_hudi_users
SELECT a.id AS id1, CONCAT(a.name, b.company_name), b.company_name, a.birthday, a.ts, DATE_FORMAT(a.birthday, 'yyyyMMdd') AS p
FROM ods_mysql_users AS a
JOIN dim_mysql_company AS b ON a.id = b.user_id;
INSERT INTO dwd_hudi_users
SELECT a.id AS id1, CONCAT(a.name, b.company_name), b.company_name, a.birthday, a.ts, DATE_FORMAT(a.birthday, 'yyyyMMdd') AS p
FROM ods_mysql_users AS a
JOIN dim_mysql_company FOR SYSTEM_TIME AS OF a.proc_time AS b ON a.id = b.user_id;

-- # a data vault: hub, link and satellite
CREATE TABLE hub_user (hk STRING, user_id BIGINT, load_ts TIMESTAMP_LTZ(3)) WITH ('connector' = 'paimon', 'path' = 's3://v/hub');
CREATE TABLE link_order (hk STRING, user_hk STRING, product_hk STRING) WITH ('connector' = 'paimon', 'path' = 's3://v/link');
CREATE TABLE sat_order (hk STRING, hash_diff STRING, amount DECIMAL(12, 2), status STRING, city STRING)
WITH ('connector' = 'paimon', 'path' = 's3://v/sat');
EXECUTE STATEMENT SET
BEGIN
INSERT INTO hub_user SELECT DISTINCT MD5(CAST(user_id AS STRING)), user_id, CURRENT_TIMESTAMP FROM orders;
INSERT INTO link_order
SELECT MD5(CONCAT_WS('|', CAST(order_id AS STRING), CAST(user_id AS STRING))), MD5(CAST(user_id AS STRING)), MD5(CAST(product_id AS STRING))
FROM orders;
INSERT INTO sat_order
SELECT
  MD5(CONCAT_WS('|', CAST(o.order_id AS STRING), CAST(o.user_id AS STRING))),
  SHA256(CONCAT_WS('|', CAST(o.amount AS STRING), o.status, o.shipping.city)),
  o.amount,
  o.status,
  o.shipping.city
FROM orders AS o;
END;

-- # attribution: the last click before an order
SELECT order_id, user_id, amount, url, referrer, minutes_before
FROM (
  SELECT
    o.order_id,
    o.user_id,
    o.amount,
    c.url,
    c.referrer,
    TIMESTAMPDIFF(MINUTE, CAST(c.event_time AS TIMESTAMP(3)), o.order_time) AS minutes_before,
    ROW_NUMBER() OVER (PARTITION BY o.order_id ORDER BY c.event_time DESC) AS rn
  FROM orders AS o
  LEFT JOIN clicks AS c
    ON o.user_id = c.user_id
    AND CAST(c.event_time AS TIMESTAMP(3)) BETWEEN o.order_time - INTERVAL '1' DAY AND o.order_time
) AS joined
WHERE rn = 1;

-- # pivoted by hand
SELECT
  user_id,
  SUM(CASE WHEN currency = 'EUR' THEN amount END) AS eur,
  SUM(CASE WHEN currency = 'USD' THEN amount END) AS usd,
  SUM(amount) FILTER (WHERE currency NOT IN ('EUR', 'USD')) AS other,
  MAP['first', MIN(status), 'last', MAX(status)] AS statuses,
  ROW(MIN(order_time), MAX(order_time)) AS span,
  ARRAY_AGG(DISTINCT coupon) AS coupons
FROM orders
GROUP BY user_id
HAVING COUNT(*) > 3;
