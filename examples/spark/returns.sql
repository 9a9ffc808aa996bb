-- What came back, and what it cost.
CREATE TABLE shop.orders (order_id BIGINT, customer_id BIGINT, product_id BIGINT, amount DECIMAL(12, 2), ordered_at TIMESTAMP) USING parquet;
CREATE TABLE shop.returns (return_id BIGINT, order_id BIGINT, reason STRING, refunded DECIMAL(12, 2), returned_at TIMESTAMP) USING parquet;
CREATE TABLE shop.return_facts (order_id BIGINT, customer_id BIGINT, product_id BIGINT, reason STRING, refunded DECIMAL(12, 2), days_kept INT) USING delta;
CREATE TABLE shop.customer_risk (customer_id BIGINT, returned DECIMAL(18, 2), ordered DECIMAL(18, 2), share DOUBLE) USING delta;

INSERT OVERWRITE TABLE shop.return_facts
SELECT
    o.order_id,
    o.customer_id,
    o.product_id,
    COALESCE(r.reason, 'unknown') AS reason,
    r.refunded,
    DATEDIFF(r.returned_at, o.ordered_at) AS days_kept
FROM shop.returns AS r
JOIN shop.orders AS o ON o.order_id = r.order_id;

CREATE OR REPLACE TEMPORARY VIEW risk AS
WITH ordered AS (
    SELECT customer_id, SUM(amount) AS ordered FROM shop.orders GROUP BY customer_id
),
returned AS (
    SELECT customer_id, SUM(refunded) AS returned FROM shop.return_facts GROUP BY customer_id
)
SELECT
    o.customer_id,
    COALESCE(r.returned, 0) AS returned,
    o.ordered,
    COALESCE(r.returned, 0) / o.ordered AS share
FROM ordered AS o
LEFT JOIN returned AS r ON r.customer_id = o.customer_id;

MERGE INTO shop.customer_risk AS t
USING risk AS s ON t.customer_id = s.customer_id
WHEN MATCHED THEN UPDATE SET t.returned = s.returned, t.ordered = s.ordered, t.share = s.share
WHEN NOT MATCHED THEN INSERT (customer_id, returned, ordered, share)
    VALUES (s.customer_id, s.returned, s.ordered, s.share);

SELECT reason, refunded, SUM(refunded) OVER (PARTITION BY reason ORDER BY order_id) AS refunded_so_far
FROM shop.return_facts
WHERE days_kept <= 30;
