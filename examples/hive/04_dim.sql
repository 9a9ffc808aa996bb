-- The dimensions, rebuilt or merged every night.
INSERT OVERWRITE TABLE dim.products
SELECT p.sku, p.title, p.category, p.attributes['brand'] AS brand, p.cost
FROM ods.products p
JOIN (SELECT sku, MAX(dt) AS dt FROM ods.products GROUP BY sku) newest ON p.sku = newest.sku AND p.dt = newest.dt;

INSERT OVERWRITE TABLE dim.product_tags
SELECT p.sku, LOWER(TRIM(t.tag)) AS tag, t.place
FROM ods.products p
LATERAL VIEW OUTER posexplode(p.tags) t AS place, tag
WHERE p.dt = '2026-03-01';

-- the newest row of each customer
CREATE TEMPORARY TABLE newest_customers AS
SELECT
    customer_id,
    full_name,
    email,
    phone,
    country,
    birth_date,
    marketing_consent,
    first_seen,
    updated_at AS last_changed
FROM (
    SELECT
        *,
        MIN(updated_at) OVER (PARTITION BY customer_id) AS first_seen,
        ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY updated_at DESC) AS age
    FROM ods.customers
) c
WHERE age = 1;

MERGE INTO dim.customers AS c
USING (
    SELECT
        customer_id,
        full_name,
        email,
        sha2(email, 256) AS email_hash,
        phone,
        country,
        CASE
            WHEN months_between(current_date, birth_date) < 360 THEN 'under 30'
            WHEN months_between(current_date, birth_date) < 600 THEN '30 to 50'
            ELSE 'over 50'
        END AS age_band,
        marketing_consent,
        first_seen,
        last_changed
    FROM newest_customers
) AS n
ON c.customer_id = n.customer_id
WHEN MATCHED AND n.last_changed > c.last_changed THEN UPDATE SET
    full_name = n.full_name,
    email = n.email,
    email_hash = n.email_hash,
    phone = n.phone,
    country = n.country,
    age_band = n.age_band,
    marketing_consent = n.marketing_consent,
    last_changed = n.last_changed
WHEN NOT MATCHED THEN INSERT VALUES (
    n.customer_id, n.full_name, n.email, n.email_hash, n.phone, n.country, n.age_band, n.marketing_consent,
    n.first_seen, n.last_changed
);

-- customers who asked to be forgotten keep a row, but no name
UPDATE dim.customers
SET full_name = NULL, phone = NULL, email = email_hash
WHERE customer_id IN (SELECT customer_id FROM dwd.orders_cancelled WHERE status = 'forget me');
