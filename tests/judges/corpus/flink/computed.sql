-- Computed columns, metadata columns, watermarks.

-- # a computed column is followed to what it is computed from
SELECT order_id, total FROM orders;

-- # processing time has no source
SELECT order_id, proc_time FROM orders;

-- # a computed column in an expression
SELECT order_id, total * 0.19 AS vat, UPPER(order_day) AS d FROM orders;

-- # a star opens computed columns, too
SELECT * FROM orders;

-- # a star over metadata columns
SELECT * FROM clicks;

-- # metadata under another name
SELECT user_id, kafka_time, kafka_partition FROM clicks;

-- # metadata under its own name
SELECT `offset`, `offset` + 1 AS next_offset FROM clicks;

-- # a time attribute computed from a number
SELECT user_id, event_time, CAST(event_time AS STRING) AS shown FROM clicks;

-- # an aggregate over a computed column
SELECT order_day, SUM(total) AS revenue, COUNT(*) AS n FROM orders GROUP BY order_day;

-- # a computed column of an aliased table
SELECT o.total, o.order_day FROM orders AS o WHERE o.total > 100;

-- # a table with computed columns made in the script
CREATE TABLE sensor (
  id STRING,
  reading ROW<celsius DOUBLE, humidity DOUBLE>,
  raw_text STRING,
  taken_at BIGINT,
  fahrenheit AS reading.celsius * 9 / 5 + 32,
  ts AS TO_TIMESTAMP_LTZ(taken_at, 0),
  shouted AS UPPER(TRIM(raw_text)),
  arrived AS PROCTIME(),
  WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE
) WITH ('connector' = 'kafka', 'topic' = 'sensors');
SELECT id, fahrenheit, ts, shouted, arrived FROM sensor;

-- # a watermark over a stored column changes no value
CREATE TABLE logs (
  line STRING,
  logged_at TIMESTAMP(3),
  WATERMARK FOR logged_at AS logged_at - INTERVAL '1' SECOND
) WITH ('connector' = 'kafka', 'topic' = 'logs');
SELECT line, logged_at, EXTRACT(HOUR FROM logged_at) AS h FROM logs;

-- # a table like another, with one more computed column
CREATE TABLE orders_priced (
  gross AS amount * 1.19
) WITH ('topic' = 'shop.orders.priced') LIKE orders;
SELECT order_id, gross, total FROM orders_priced;

-- # a table like another without its computed columns
CREATE TABLE orders_plain WITH ('topic' = 'shop.orders.plain')
LIKE orders (EXCLUDING GENERATED EXCLUDING WATERMARKS);
SELECT * FROM orders_plain;

-- # a table like another, overwriting its watermark
CREATE TABLE ticks_late (
  WATERMARK FOR trade_time AS trade_time - INTERVAL '1' HOUR
) WITH ('topic' = 'market.late') LIKE ticks (OVERWRITING WATERMARKS);
SELECT symbol, price * volume AS turnover, trade_time FROM ticks_late;

-- # a computed column with CASE: the condition is no value
CREATE TABLE graded (
  name STRING,
  points INT,
  bonus INT,
  grade AS CASE WHEN points > 90 THEN 'A' WHEN points > 50 THEN name ELSE 'F' END,
  final_points AS IF(bonus > 0, points + bonus, points)
) WITH ('connector' = 'jdbc', 'table-name' = 'graded');
SELECT name, grade, final_points FROM graded;

-- # computed columns over nested data and maps
CREATE TABLE nested_in (
  doc ROW<head ROW<id BIGINT, tags ARRAY<STRING>>, body STRING>,
  extra MAP<STRING, STRING>,
  doc_id AS doc.head.id,
  first_tag AS doc.head.tags[1],
  source AS extra['source']
) WITH ('connector' = 'kafka', 'topic' = 'docs');
SELECT doc_id, first_tag, source, CHAR_LENGTH(doc.body) AS size FROM nested_in;

-- # a registered function in a computed column
CREATE TABLE contacts (
  id BIGINT,
  phone STRING,
  masked AS mask_phone(phone)
) WITH ('connector' = 'jdbc', 'table-name' = 'contacts');
SELECT id, masked FROM contacts;

-- # metadata in an expression and as a filter
SELECT url, TIMESTAMPDIFF(SECOND, event_time, kafka_time) AS lag_seconds
FROM clicks
WHERE kafka_partition = 3;

-- # options given by a hint change no column
SELECT order_id, amount FROM orders /*+ OPTIONS('scan.startup.mode' = 'earliest-offset') */;

-- # a hint after an alias-free join
SELECT o.order_id, u.name
FROM orders /*+ OPTIONS('scan.startup.mode' = 'latest-offset') */ AS o
JOIN users /*+ OPTIONS('lookup.cache' = 'PARTIAL') */ AS u ON o.user_id = u.user_id;
