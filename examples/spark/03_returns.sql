-- What came back, and what it cost.
CREATE TABLE IF NOT EXISTS ods.returns (
    return_id BIGINT,
    order_id BIGINT,
    sku STRING,
    details STRING,
    returned_at TIMESTAMP
) USING json
LOCATION 's3://shop-lake/landing/returns';

MERGE INTO dwd.returns AS t
USING (
    SELECT
        r.return_id,
        r.order_id,
        r.sku,
        l.customer_id,
        coalesce(from_json(r.details, 'STRUCT<reason: STRING, comment: STRING>').reason, 'unknown') AS reason,
        l.amount_eur AS refunded_eur,
        datediff(r.returned_at, l.ordered_at) AS days_kept,
        r.returned_at
    FROM ods.returns AS r
    JOIN dwd.order_lines AS l ON l.order_id = r.order_id AND l.sku = r.sku
) AS s
ON t.return_id = s.return_id
WHEN MATCHED AND s.days_kept > 365 THEN DELETE
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *;

CREATE OR REPLACE VIEW dws.return_rates AS
SELECT
    l.category,
    sum(r.refunded_eur) AS refunded_eur,
    sum(l.amount_eur) AS sold_eur,
    try_divide(sum(r.refunded_eur), sum(l.amount_eur)) AS share,
    count_if(r.reason = 'broken') AS broken
FROM dwd.order_lines AS l
LEFT JOIN dwd.returns AS r ON r.order_id = l.order_id AND r.sku = l.sku
GROUP BY l.category;

CREATE OR REPLACE TABLE dws.returns_by_reason USING parquet AS
SELECT *
FROM (SELECT sku, reason, refunded_eur FROM dwd.returns)
PIVOT (
    sum(refunded_eur) AS eur, count(*) AS times
    FOR reason IN ('broken' AS broken, 'too late' AS late, 'changed my mind' AS mind)
);
