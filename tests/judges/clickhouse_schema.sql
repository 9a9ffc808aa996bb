-- The tables that the ClickHouse corpus asks about. Read by the engine and by headwater alike.
CREATE DATABASE IF NOT EXISTS ods;
CREATE DATABASE IF NOT EXISTS dim;
CREATE DATABASE IF NOT EXISTS dwh;
CREATE TABLE ods.orders
(
    order_id UInt64,
    user_id UInt64,
    product_id UInt32,
    amount Float64,
    qty UInt32,
    ts DateTime,
    status LowCardinality(String),
    coupon Nullable(String),
    day Date MATERIALIZED toDate(ts),
    unit_price Float64 ALIAS amount / qty,
    version UInt32 DEFAULT 1
)
ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(ts) ORDER BY (user_id, order_id, intHash32(user_id)) SAMPLE BY intHash32(user_id);
CREATE TABLE dim.users
(
    user_id UInt64,
    name String,
    country LowCardinality(String),
    age UInt8,
    joined Date,
    email Nullable(String),
    segments Array(String),
    address Tuple(city String, zip UInt32)
)
ENGINE = MergeTree ORDER BY user_id;
CREATE TABLE dim.segment_users
(
    user_id UInt64
)
ENGINE = Set;
CREATE TABLE dim.products
(
    product_id UInt32,
    title String,
    category LowCardinality(String),
    price Float64,
    attrs Map(String, String)
)
ENGINE = MergeTree ORDER BY product_id;
CREATE TABLE events
(
    event_id UInt64,
    user_id UInt64,
    ts DateTime,
    kind LowCardinality(String),
    url String,
    props Map(String, String),
    counters Map(String, UInt64),
    tags Array(String),
    scores Array(Float64),
    payload Tuple(buyer Tuple(id UInt64, name String), kind String),
    pair Tuple(UInt64, String),
    lines Array(Tuple(sku String, price Float64)),
    goals Nested(id UInt32, price Float64, label String),
    doc JSON,
    mix Variant(UInt64, String, Array(UInt64)),
    dyn Dynamic
)
ENGINE = MergeTree ORDER BY (user_id, ts);
CREATE TABLE staff
(
    id UInt32,
    boss_id UInt32,
    name String,
    salary Float64,
    team String,
    hired Date
)
ENGINE = Memory;
CREATE TABLE rates
(
    product_id UInt32,
    day Date,
    rate Float64,
    since DateTime
)
ENGINE = Memory;
CREATE TABLE metrics
(
    host String,
    at DateTime,
    cpu Float64,
    mem Float64,
    m_read UInt64,
    m_write UInt64,
    m_wait UInt64
)
ENGINE = MergeTree ORDER BY (host, at);
CREATE TABLE dwh.daily
(
    day Date,
    country String,
    revenue AggregateFunction(sum, Float64),
    buyers AggregateFunction(uniq, UInt64),
    spread AggregateFunction(quantiles(0.5, 0.9), Float64),
    biggest SimpleAggregateFunction(max, Float64)
)
ENGINE = AggregatingMergeTree ORDER BY (day, country);
CREATE TABLE user_join
(
    user_id UInt64,
    level UInt32,
    label String
)
ENGINE = Join(ANY, LEFT, user_id);
CREATE DICTIONARY dim.user_dict
(
    user_id UInt64,
    name String,
    country String DEFAULT 'unknown'
)
PRIMARY KEY user_id SOURCE(CLICKHOUSE(TABLE 'users' DB 'dim')) LAYOUT(FLAT()) LIFETIME(0);
CREATE DICTIONARY dim.price_dict
(
    product_id UInt32,
    category String,
    price Float64
)
PRIMARY KEY product_id, category SOURCE(CLICKHOUSE(TABLE 'products' DB 'dim')) LAYOUT(COMPLEX_KEY_HASHED()) LIFETIME(0);
CREATE VIEW dwh.big_orders AS SELECT order_id, user_id, amount * 2 AS twice FROM ods.orders WHERE amount > 100;
CREATE VIEW dwh.orders_of AS SELECT order_id, amount FROM ods.orders WHERE user_id = {uid:UInt64};
