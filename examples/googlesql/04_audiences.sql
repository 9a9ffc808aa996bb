-- Audiences for the ad networks: addresses leave the house only as hashes.
DECLARE newest_day DATE DEFAULT CURRENT_DATE();

SET newest_day = (SELECT MAX(DATE(ordered_at)) FROM staging.order_facts);

CREATE TEMP TABLE recent_buyers AS
SELECT o.customer_id, SUM(o.amount_eur) AS spent_eur, COUNT(*) AS orders
FROM staging.order_facts AS o
WHERE DATE(o.ordered_at) > DATE_SUB(newest_day, INTERVAL 90 DAY)
GROUP BY o.customer_id;

CREATE OR REPLACE TABLE marketing.audience AS
SELECT
    c.customer_id,
    TO_HEX(SHA256(LOWER(TRIM(c.email)))) AS hashed_email,
    c.email,
    STRUCT(c.country AS country, c.age_band AS age_band) AS place,
    c.segment,
    b.spent_eur
FROM staging.customers AS c
JOIN recent_buyers AS b USING (customer_id);

CREATE OR REPLACE VIEW marketing.audience_upload AS
SELECT hashed_email, place.country AS country, IF(spent_eur > 500, 'high', 'normal') AS value_band
FROM marketing.audience;

EXPORT DATA OPTIONS (
    uri = 'gs://shop-exports/audience/*.parquet',
    format = 'PARQUET',
    overwrite = TRUE
) AS
SELECT customer_id, email, hashed_email, place.country AS country, segment, spent_eur
FROM marketing.audience;

UPDATE marketing.audience AS a
SET segment = c.segment
FROM staging.customers AS c
WHERE c.customer_id = a.customer_id AND c.segment != a.segment;
