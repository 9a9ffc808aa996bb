-- The nightly stock of every warehouse: yesterday's stock and today's moves.
WITH moved AS (
    SELECT
        sku,
        warehouse,
        dt,
        SUM(CASE WHEN direction = 'in' THEN quantity ELSE -quantity END) AS change
    FROM ods.stock_moves
    WHERE dt = '2026-03-01'
    GROUP BY sku, warehouse, dt
)
INSERT OVERWRITE TABLE dwd.stock PARTITION (dt)
SELECT
    m.sku,
    p.title,
    m.warehouse,
    NVL(y.in_stock, 0) + m.change AS in_stock,
    (NVL(y.in_stock, 0) + m.change) * p.cost AS stock_value,
    m.dt
FROM moved m
LEFT JOIN dwd.stock y ON y.sku = m.sku AND y.warehouse = m.warehouse AND y.dt = '2026-02-28'
LEFT JOIN dim.products p ON m.sku = p.sku;

CREATE VIEW IF NOT EXISTS dwd.shortages (sku, title, warehouse, missing) AS
SELECT sku, title, warehouse, 10 - in_stock
FROM dwd.stock
WHERE in_stock < 10;

CREATE DATABASE IF NOT EXISTS dws;

CREATE TABLE dws.warehouse_ranking STORED AS ORC AS
SELECT
    warehouse,
    dt,
    SUM(stock_value) AS stock_value,
    RANK() OVER (PARTITION BY dt ORDER BY SUM(stock_value) DESC) AS place
FROM dwd.stock
GROUP BY warehouse, dt;
