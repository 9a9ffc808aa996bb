-- Order lines with product and price in euro, looked up while they pass, back to Kafka for the marts.
CREATE TEMPORARY VIEW order_lines AS
SELECT
    o.order_id,
    o.customer_id,
    o.customer_email,
    o.shipping.country AS country,
    o.currency,
    l.sku,
    l.quantity,
    l.quantity * l.unit_price AS amount,
    o.ordered_at,
    o.proc_time
FROM kafka.orders AS o
CROSS JOIN UNNEST(o.items) AS l (sku, quantity, unit_price)
WHERE o.status <> 'cancelled';

INSERT INTO kafka.orders_enriched
SELECT
    l.order_id,
    l.customer_id,
    l.customer_email,
    l.country,
    l.sku,
    p.title,
    COALESCE(p.category, 'unknown') AS category,
    l.quantity,
    CAST(l.amount * r.to_eur AS DECIMAL(18, 2)) AS amount_eur,
    l.ordered_at
FROM order_lines AS l
LEFT JOIN mysql.products FOR SYSTEM_TIME AS OF l.proc_time AS p ON p.sku = l.sku
JOIN mysql.exchange_rates FOR SYSTEM_TIME AS OF l.proc_time AS r ON r.currency = l.currency;

-- orders that were paid within the day, joined by time
CREATE TEMPORARY VIEW paid_orders AS
SELECT o.order_id, o.customer_id, p.payment_id, p.`method`, p.amount, p.paid_at
FROM kafka.orders AS o
JOIN kafka.payments AS p ON o.order_id = p.order_id
WHERE p.paid_at BETWEEN o.ordered_at AND o.ordered_at + INTERVAL '1' DAY;
