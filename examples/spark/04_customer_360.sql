-- One row a customer with everything the shop knows, and the exports made of it.
CREATE OR REPLACE TEMPORARY VIEW bought AS
SELECT
    customer_id,
    count(DISTINCT order_id) AS orders,
    sum(amount_eur) AS spent_eur,
    max(ordered_at) AS last_order_at
FROM dwd.order_lines
GROUP BY customer_id;

CREATE OR REPLACE TEMPORARY VIEW favourites AS
SELECT customer_id, category AS favourite_category
FROM (
    SELECT customer_id, category, sum(amount_eur) AS spent
    FROM dwd.order_lines
    GROUP BY customer_id, category
)
QUALIFY row_number() OVER (PARTITION BY customer_id ORDER BY spent DESC) = 1;

CACHE TABLE sent_back AS
SELECT customer_id, sum(refunded_eur) AS returned_eur FROM dwd.returns GROUP BY customer_id;

INSERT OVERWRITE TABLE dws.customer_360
SELECT /*+ BROADCAST(b) */
    c.customer_id,
    c.full_name,
    c.email,
    c.email_hash,
    c.country,
    c.age_band,
    c.marketing_consent,
    coalesce(b.orders, 0),
    coalesce(b.spent_eur, 0),
    coalesce(s.returned_eur, 0),
    b.last_order_at,
    f.favourite_category,
    CASE
        WHEN b.spent_eur > 1000 AND b.last_order_at > add_months(current_date(), -6) THEN 'gold'
        WHEN b.orders > 1 THEN 'returning'
        WHEN b.orders = 1 THEN 'new'
        ELSE 'visitor'
    END AS segment
FROM dim.customers AS c
LEFT JOIN bought AS b USING (customer_id)
LEFT JOIN favourites AS f USING (customer_id)
LEFT JOIN sent_back AS s USING (customer_id);

-- for the marketing team's BigQuery: only those who agreed
INSERT OVERWRITE export.customers BY NAME
SELECT customer_id, lower(email) AS email, email_hash, country, age_band, segment, spent_eur
FROM dws.customer_360
WHERE marketing_consent;

-- for the marts in ClickHouse: everybody
INSERT OVERWRITE DIRECTORY 'hdfs://shop/export/customer_360'
STORED AS PARQUET
SELECT customer_id, full_name, email, country, age_band, segment, orders, spent_eur, last_order_at
FROM dws.customer_360;

-- for the people who print labels, in their own form
INSERT OVERWRITE DIRECTORY 's3://shop-lake/export/labels'
USING csv OPTIONS ('header' 'true')
SELECT customer_id, full_name, country
FROM dws.customer_360
WHERE segment = 'gold';

UNCACHE TABLE sent_back;
