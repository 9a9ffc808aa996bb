-- Orders and their lines, from the topic into the raw layer.
SET 'execution.checkpointing.interval' = '1 min';

-- the shop may send an order twice: the first one counts
CREATE TEMPORARY VIEW first_orders AS
SELECT order_id, customer_id, customer_email, currency, status, coupon, items, shipping, ordered_at
FROM (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY proc_time) AS arrival
    FROM kafka.orders
)
WHERE arrival = 1;

INSERT INTO hive_prod.ods.orders
SELECT
    order_id,
    customer_id,
    customer_email,
    UPPER(currency),
    status,
    NULLIF(TRIM(coupon), ''),
    shipping.city,
    shipping.country,
    ordered_at,
    DATE_FORMAT(ordered_at, 'yyyy-MM-dd')
FROM first_orders;

INSERT INTO hive_prod.ods.order_items
SELECT o.order_id, i.sku, i.quantity, i.unit_price, DATE_FORMAT(o.ordered_at, 'yyyy-MM-dd')
FROM first_orders AS o
CROSS JOIN UNNEST(o.items) AS i (sku, quantity, unit_price);
