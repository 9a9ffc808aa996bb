-- Price experiments, judged; the result goes back to the lake, where ClickHouse reads it.
CREATE VIEW exposures AS
SELECT
    experiment,
    variant,
    customer_id,
    sku,
    shown.price AS price,
    len(clicks) AS clicks,
    list_min(list_transform(clicks, lambda t: date_diff('second', shown.shown_at, t))) AS first_click_s,
    bought
FROM experiments;

CREATE TABLE click_times AS
SELECT experiment, variant, customer_id, unnest(clicks) AS clicked_at
FROM experiments;

CREATE TABLE price_tests AS
WITH by_variant AS (
    SELECT sku, variant, avg(price) AS price, avg(bought::INT) AS bought
    FROM exposures
    GROUP BY ALL
),
base AS (
    SELECT sku, bought FROM by_variant WHERE variant = 'control'
)
SELECT v.sku, v.variant, v.price::DECIMAL(12, 2) AS price, v.bought / nullif(b.bought, 0) - 1 AS uplift
FROM by_variant AS v
JOIN base AS b USING (sku);

COPY price_tests TO 's3://shop-lake/notebooks/price_tests.parquet' (FORMAT parquet, COMPRESSION zstd);

-- clicks beside the exchange rate of their day
SELECT c.experiment, c.clicked_at, r.to_eur
FROM click_times AS c
ASOF JOIN exchange_rates AS r ON c.clicked_at >= r.day
WHERE r.currency = 'USD';

SUMMARIZE price_tests;
