-- The nightly stock of every warehouse, by partition.
CREATE TABLE ods.stock_moves (
    product_id BIGINT,
    warehouse STRING,
    quantity INT,
    direction STRING,
    moved_at TIMESTAMP
)
PARTITIONED BY (dt STRING);

CREATE TABLE dim.products (product_id BIGINT, title STRING, category STRING, cost DECIMAL(12, 2));

CREATE TABLE dwd.stock (
    product_id BIGINT,
    title STRING,
    warehouse STRING,
    in_stock BIGINT,
    stock_value DECIMAL(18, 2)
)
PARTITIONED BY (dt STRING);

WITH moved AS (
    SELECT
        product_id,
        warehouse,
        dt,
        SUM(CASE WHEN direction = 'in' THEN quantity ELSE -quantity END) AS in_stock
    FROM ods.stock_moves
    GROUP BY product_id, warehouse, dt
)
INSERT OVERWRITE TABLE dwd.stock PARTITION (dt)
SELECT
    m.product_id,
    p.title,
    m.warehouse,
    m.in_stock,
    m.in_stock * p.cost AS stock_value,
    m.dt
FROM moved m
LEFT JOIN dim.products p ON m.product_id = p.product_id;

CREATE VIEW dwd.shortages AS
SELECT product_id, title, warehouse, in_stock
FROM dwd.stock
WHERE in_stock < 10;

CREATE TABLE dws.warehouse_ranking AS
SELECT
    warehouse,
    dt,
    SUM(stock_value) AS stock_value,
    RANK() OVER (PARTITION BY dt ORDER BY SUM(stock_value) DESC) AS place
FROM dwd.stock
GROUP BY warehouse, dt;
