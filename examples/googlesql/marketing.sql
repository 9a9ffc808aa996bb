-- Which campaign an order is owed to.
CREATE TABLE shop.clicks (click_id STRING, customer_id INT64, campaign STRING, cost NUMERIC, clicked_at TIMESTAMP);
CREATE TABLE shop.orders (order_id INT64, customer_id INT64, amount NUMERIC, ordered_at TIMESTAMP);
CREATE TABLE shop.attribution (order_id INT64, campaign STRING, amount NUMERIC, clicked_at TIMESTAMP);
CREATE TABLE shop.campaigns (campaign STRING, spent NUMERIC, earned NUMERIC, updated_at TIMESTAMP);

INSERT INTO shop.attribution (order_id, campaign, amount, clicked_at)
WITH touches AS (
    SELECT
        o.order_id,
        o.amount,
        c.campaign,
        c.clicked_at,
        ROW_NUMBER() OVER (PARTITION BY o.order_id ORDER BY c.clicked_at DESC) AS nearness
    FROM shop.orders AS o
    JOIN shop.clicks AS c ON c.customer_id = o.customer_id AND c.clicked_at <= o.ordered_at
)
SELECT order_id, campaign, amount, clicked_at
FROM touches
WHERE nearness = 1;

MERGE shop.campaigns AS t
USING (
    SELECT s.campaign, s.spent, e.earned
    FROM (SELECT campaign, SUM(cost) AS spent FROM shop.clicks GROUP BY campaign) AS s
    LEFT JOIN (SELECT campaign, SUM(amount) AS earned FROM shop.attribution GROUP BY campaign) AS e
        ON e.campaign = s.campaign
) AS n
ON t.campaign = n.campaign
WHEN MATCHED THEN UPDATE SET spent = n.spent, earned = n.earned, updated_at = CURRENT_TIMESTAMP()
WHEN NOT MATCHED THEN INSERT (campaign, spent, earned, updated_at)
    VALUES (n.campaign, n.spent, n.earned, CURRENT_TIMESTAMP());

CREATE OR REPLACE VIEW shop.campaign_return AS
SELECT campaign, spent, earned, SAFE_DIVIDE(earned - spent, spent) AS return_on_spend
FROM shop.campaigns;

CREATE TABLE shop.recent_buyers AS
SELECT * EXCEPT (ordered_at), DATE(ordered_at) AS day
FROM shop.orders
WHERE customer_id IN (SELECT customer_id FROM shop.clicks);
