-- Customers, payments and stock moves, from their topics into the raw layer.
INSERT INTO hive_prod.ods.customers
SELECT
    customer_id,
    full_name,
    LOWER(TRIM(email)) AS email,
    REGEXP_REPLACE(phone, '[^0-9+]', '') AS phone,
    birth_date,
    country,
    marketing_consent,
    updated_at,
    DATE_FORMAT(updated_at, 'yyyy-MM-dd')
FROM kafka.customers;

INSERT INTO hive_prod.ods.payments
SELECT payment_id, order_id, `method`, amount, card_last4, paid_at, DATE_FORMAT(paid_at, 'yyyy-MM-dd')
FROM kafka.payments /*+ OPTIONS('scan.startup.mode'='earliest-offset') */
WHERE amount > 0;

INSERT INTO hive_prod.ods.stock_moves
SELECT sku, warehouse, direction, quantity, moved_at, DATE_FORMAT(moved_at, 'yyyy-MM-dd')
FROM kafka.stock_moves;

INSERT INTO mysql.stock_levels
SELECT
    sku,
    warehouse,
    SUM(CASE WHEN direction = 'in' THEN quantity ELSE -quantity END),
    MAX(moved_at)
FROM kafka.stock_moves
GROUP BY sku, warehouse;
