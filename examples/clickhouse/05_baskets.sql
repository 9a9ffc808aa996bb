-- Baskets: arrays opened, tuples gathered, the order before joined by time.
CREATE TABLE marts.basket_lines
ENGINE = MergeTree
ORDER BY (sku, order_id)
AS
SELECT order_id, customer_id, sku, quantity, country, ordered_at
FROM ingest.orders FINAL
ARRAY JOIN skus AS sku, quantities AS quantity
WHERE status != 'cancelled';

SELECT
    customer_id,
    groupArray((sku, quantity)) AS basket,
    arraySort(groupUniqArray(sku)) AS skus,
    topK(3)(sku) AS favourites,
    argMax(sku, ordered_at) AS last_sku
FROM marts.basket_lines
GROUP BY customer_id;

-- days since the customer's order before this one
SELECT
    now_order.order_id,
    now_order.customer_id,
    dateDiff('day', before.ordered_at, now_order.ordered_at) AS days_since
FROM ingest.orders AS now_order
ASOF LEFT JOIN ingest.orders AS before
    ON before.customer_id = now_order.customer_id AND before.ordered_at < now_order.ordered_at;

WITH
    toStartOfMonth(ordered_at) AS month,
    sum(quantity) AS units
SELECT
    month,
    multiIf(quantity = 1, 'one', quantity < 10, 'some', 'many') AS kind,
    units
FROM marts.basket_lines
GROUP BY month, kind WITH ROLLUP
HAVING units > 100;

SELECT sku, order_id
FROM marts.basket_lines
PREWHERE country = 'DE'
WHERE quantity > 1
ORDER BY ordered_at DESC
LIMIT 2 BY sku
LIMIT 100;
