CREATE TABLE ods.orders (order_id UInt64, user_id UInt64, product_id UInt32, amount Float64, qty UInt32, ts DateTime,
  status LowCardinality(String), coupon Nullable(String), day Date MATERIALIZED toDate(ts), unit Float64 ALIAS amount / qty,
  version UInt32 DEFAULT 1) ENGINE = ReplacingMergeTree(version) ORDER BY order_id;
CREATE TABLE dim.users (user_id UInt64, name String, country LowCardinality(String),
  address Tuple(city String, zip UInt32)) ENGINE = MergeTree ORDER BY user_id;
CREATE TABLE events (event_id UInt64, user_id UInt64, ts DateTime, kind String, url String, props Map(String, String),
  tags Array(String), scores Array(Float64), payload Tuple(buyer Tuple(id UInt64, name String), kind String),
  lines Array(Tuple(sku String, price Float64)), goals Nested(id UInt32, price Float64), doc JSON,
  mix Variant(UInt64, String)) ENGINE = MergeTree ORDER BY event_id;
CREATE TABLE rates (product_id UInt32, day Date, rate Float64, since DateTime) ENGINE = Memory;
CREATE TABLE dwh.daily (day Date, revenue AggregateFunction(sum, Float64), buyers AggregateFunction(uniq, UInt64))
  ENGINE = AggregatingMergeTree ORDER BY day;
