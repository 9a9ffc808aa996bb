-- The notebook's copy of what the lake, the marts and marketing exported.
CREATE TABLE daily_sales (
    dt DATE,
    ship_country VARCHAR,
    category VARCHAR,
    orders BIGINT,
    units BIGINT,
    amount_eur DECIMAL(18, 2),
    margin_eur DECIMAL(18, 2)
);

INSERT INTO daily_sales BY NAME
SELECT dt::DATE AS dt, ship_country, category, orders, units, amount_eur, margin_eur
FROM read_parquet('s3://shop-lake/export/daily_sales/*.parquet');

CREATE TABLE segments AS
SELECT customer_id::BIGINT AS customer_id, email, segment, spent_eur, bucket
FROM 's3://shop-lake/export/segments.parquet';

CREATE TABLE audience AS
SELECT customer_id, email, hashed_email, country, segment, spent_eur
FROM read_parquet('gs://shop-exports/audience/*.parquet');

CREATE TABLE exchange_rates (day DATE, currency VARCHAR, to_eur DECIMAL(18, 6));

COPY exchange_rates FROM 's3://shop-lake/ods/exchange_rates/*.parquet' (FORMAT parquet);

CREATE TABLE experiments (
    experiment VARCHAR,
    variant VARCHAR,
    customer_id BIGINT,
    sku VARCHAR,
    shown STRUCT(price DECIMAL(12, 2), shown_at TIMESTAMP),
    clicks TIMESTAMP[],
    bought BOOLEAN
);

INSERT INTO experiments
SELECT experiment, variant, customer_id, sku, shown, clicks, bought
FROM read_json('s3://shop-lake/landing/experiments/*.json');
