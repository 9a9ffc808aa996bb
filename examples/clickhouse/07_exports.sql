-- What leaves ClickHouse: segments for the notebooks and for marketing, a list for the support desk.
INSERT INTO FUNCTION s3('s3://shop-lake/export/segments.parquet', 'Parquet')
SELECT customer_id, email, segment, spent_eur, cityHash64(email) AS bucket
FROM marts.customers FINAL;

CREATE TEMPORARY TABLE callers AS
SELECT customer_id, full_name, email
FROM marts.customers
WHERE segment = 'gold';

CREATE TABLE marts.call_list
(
    customer_id UInt64,
    full_name String,
    email String,
    last_order UInt64,
    ordered_at DateTime64(3)
)
ENGINE = MergeTree
ORDER BY customer_id;

INSERT INTO marts.call_list
SELECT c.customer_id, c.full_name, c.email, max(o.order_id), max(o.ordered_at)
FROM callers AS c
INNER JOIN ingest.orders AS o ON o.customer_id = c.customer_id
GROUP BY c.customer_id, c.full_name, c.email;

SELECT customer_id, full_name, email, last_order
FROM marts.call_list
INTO OUTFILE 'call_list.csv'
FORMAT CSVWithNames;

SELECT t.sku, t.variant, t.price, t.uplift, p.cost, t.price - p.cost AS margin
FROM lake.price_tests AS t
LEFT JOIN lake.products AS p USING (sku)
WHERE t.uplift > 0;
