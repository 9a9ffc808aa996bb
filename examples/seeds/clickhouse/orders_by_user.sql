CREATE TABLE ods.orders (user_id UInt64, amount Decimal(18, 2), ts DateTime) ENGINE = ReplacingMergeTree ORDER BY user_id;

WITH x AS (
  SELECT user_id, amount, toUInt64(ts) AS ts_u64
  FROM ods.orders FINAL
)
SELECT
  user_id,
  sum(amount) AS total_amt,
  max(ts_u64) AS max_ts
FROM x
GROUP BY user_id;
