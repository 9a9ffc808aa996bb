-- Sales by day, country and category with their totals (DWS), and the days as a file for other engines.
CREATE TABLE IF NOT EXISTS dws.daily_sales (
    ship_country STRING,
    category STRING,
    orders BIGINT,
    units BIGINT,
    amount_eur DECIMAL(18, 2),
    margin_eur DECIMAL(18, 2)
)
PARTITIONED BY (dt STRING)
STORED AS PARQUET;

INSERT OVERWRITE TABLE dws.daily_sales PARTITION (dt)
SELECT
    ship_country,
    category,
    COUNT(DISTINCT order_id),
    SUM(quantity),
    SUM(amount_eur),
    SUM(margin_eur),
    dt
FROM dwd.order_lines
GROUP BY dt, ship_country, category
GROUPING SETS ((dt, ship_country, category), (dt, ship_country), (dt));

CREATE VIEW IF NOT EXISTS dws.sales_growth AS
SELECT
    dt,
    ship_country,
    amount_eur,
    amount_eur - LAG(amount_eur, 7) OVER (PARTITION BY ship_country ORDER BY dt) AS over_last_week
FROM dws.daily_sales
WHERE category IS NULL AND ship_country IS NOT NULL;

INSERT OVERWRITE DIRECTORY 's3://shop-lake/export/daily_sales'
STORED AS PARQUET
SELECT dt, ship_country, category, orders, units, amount_eur, margin_eur
FROM dws.daily_sales
WHERE category IS NOT NULL;
