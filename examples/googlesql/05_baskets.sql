-- What buyers of a campaign have in their baskets, in the pipe form and the usual one.
CREATE OR REPLACE TABLE marketing.campaign_baskets AS
SELECT
    a.campaign,
    l.sku,
    SUM(l.quantity) AS units,
    SUM(l.amount_eur) AS amount_eur,
    ARRAY_AGG(DISTINCT o.customer_id IGNORE NULLS LIMIT 100) AS customers
FROM marketing.attribution AS a
JOIN staging.order_facts AS o ON o.order_id = a.order_id
CROSS JOIN UNNEST(o.`lines`) AS l
GROUP BY a.campaign, l.sku;

FROM marketing.campaign_baskets
|> WHERE units > 10
|> AGGREGATE SUM(amount_eur) AS amount_eur, COUNT(*) AS products GROUP BY campaign
|> ORDER BY amount_eur DESC
|> LIMIT 10;

-- the customers of the best campaigns, without repeating them
SELECT DISTINCT b.campaign, customer_id
FROM marketing.campaign_baskets AS b, UNNEST(b.customers) AS customer_id
WHERE b.campaign IN (SELECT campaign FROM marketing.campaign_return WHERE return_on_spend > 1);

CREATE TEMP FUNCTION without_vat(gross NUMERIC) AS (gross / NUMERIC '1.19');

SELECT campaign, sku, without_vat(amount_eur) AS net_eur
FROM marketing.campaign_baskets;
