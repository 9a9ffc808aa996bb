-- Order lines in euro with their margin, by day.
SET hive.exec.dynamic.partition.mode = nonstrict;

WITH lines AS (
    SELECT
        o.order_id,
        o.customer_id,
        i.sku,
        i.quantity,
        i.quantity * i.unit_price * r.to_eur AS amount_eur,
        o.ship_country,
        o.ordered_at,
        o.dt
    FROM ods.orders o
    JOIN ods.order_items i ON o.order_id = i.order_id AND o.dt = i.dt
    JOIN ods.exchange_rates r ON r.currency = o.currency AND r.day = o.dt
    WHERE o.status NOT IN ('cancelled', 'forget me')
)
INSERT OVERWRITE TABLE dwd.order_lines PARTITION (dt)
SELECT
    l.order_id,
    l.customer_id,
    l.sku,
    NVL(p.category, 'unknown') AS category,
    l.quantity,
    CAST(l.amount_eur AS DECIMAL(18, 2)) AS amount_eur,
    CAST(l.amount_eur - l.quantity * p.cost AS DECIMAL(18, 2)) AS margin_eur,
    l.ship_country,
    l.ordered_at,
    l.dt
FROM lines l
LEFT JOIN dim.products p ON l.sku = p.sku;

-- one reading of the day's orders, two tables
FROM ods.orders o
INSERT OVERWRITE TABLE dwd.orders_done PARTITION (dt = '2026-03-01')
    SELECT o.order_id, o.customer_id, o.customer_email, o.ordered_at
    WHERE o.dt = '2026-03-01' AND o.status = 'delivered'
INSERT OVERWRITE TABLE dwd.orders_cancelled PARTITION (dt = '2026-03-01')
    SELECT o.order_id, o.customer_id, o.status, o.ordered_at
    WHERE o.dt = '2026-03-01' AND o.status IN ('cancelled', 'forget me');

-- how each order was paid in the end: of structs the one with the latest time is the greatest, and it is taken whole
CREATE TABLE dwd.last_payments STORED AS ORC AS
SELECT order_id, newest.`method` AS last_method, newest.amount AS last_amount, attempts
FROM (
    SELECT
        order_id,
        MAX(named_struct('paid_at', paid_at, 'method', `method`, 'amount', amount)) AS newest,
        COUNT(*) AS attempts
    FROM ods.payments
    GROUP BY order_id
) p;
