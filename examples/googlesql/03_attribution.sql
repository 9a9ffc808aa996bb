-- Which campaign an order is owed to, and what campaigns earn.
CREATE TABLE IF NOT EXISTS marketing.attribution (
    order_id INT64,
    customer_id INT64,
    campaign STRING,
    amount_eur NUMERIC,
    touches ARRAY<STRUCT<campaign STRING, touched_at TIMESTAMP>>,
    ordered_at TIMESTAMP
);

CREATE TABLE IF NOT EXISTS marketing.campaigns (
    campaign STRING,
    spent_eur NUMERIC,
    earned_eur NUMERIC,
    orders INT64,
    updated_at TIMESTAMP
);

INSERT INTO marketing.attribution (order_id, customer_id, campaign, amount_eur, touches, ordered_at)
WITH paths AS (
    SELECT
        o.order_id,
        o.customer_id,
        o.amount_eur,
        o.ordered_at,
        ARRAY_AGG(STRUCT(t.campaign, t.touched_at) ORDER BY t.touched_at) AS touches
    FROM staging.order_facts AS o
    JOIN marketing.touches AS t
        ON t.customer_id = o.customer_id
        AND t.touched_at BETWEEN TIMESTAMP_SUB(o.ordered_at, INTERVAL 30 DAY) AND o.ordered_at
    GROUP BY o.order_id, o.customer_id, o.amount_eur, o.ordered_at
)
SELECT
    order_id,
    customer_id,
    touches[SAFE_OFFSET(ARRAY_LENGTH(touches) - 1)].campaign,
    amount_eur,
    touches,
    ordered_at
FROM paths;

MERGE INTO marketing.campaigns AS t
USING (
    SELECT s.campaign, s.spent_eur, IFNULL(e.earned_eur, 0) AS earned_eur, IFNULL(e.orders, 0) AS orders
    FROM (SELECT campaign, SUM(cost_eur) AS spent_eur FROM staging.ad_costs GROUP BY campaign) AS s
    LEFT JOIN (
        SELECT campaign, SUM(amount_eur) AS earned_eur, COUNT(DISTINCT order_id) AS orders
        FROM marketing.attribution
        GROUP BY campaign
    ) AS e USING (campaign)
) AS n
ON t.campaign = n.campaign
WHEN MATCHED THEN
    UPDATE SET spent_eur = n.spent_eur, earned_eur = n.earned_eur, orders = n.orders, updated_at = CURRENT_TIMESTAMP()
WHEN NOT MATCHED THEN
    INSERT (campaign, spent_eur, earned_eur, orders, updated_at)
    VALUES (n.campaign, n.spent_eur, n.earned_eur, n.orders, CURRENT_TIMESTAMP())
WHEN NOT MATCHED BY SOURCE AND t.orders = 0 THEN
    DELETE;

CREATE OR REPLACE VIEW marketing.campaign_return AS
SELECT * EXCEPT (updated_at), SAFE_DIVIDE(earned_eur - spent_eur, spent_eur) AS return_on_spend
FROM marketing.campaigns;

CREATE MATERIALIZED VIEW marketing.cost_by_channel AS
SELECT channel, day, SUM(cost_eur) AS cost_eur, SUM(clicks) AS clicks
FROM staging.ad_costs
GROUP BY channel, day;

-- how much each channel cost in each quarter
SELECT *
FROM (SELECT channel, EXTRACT(QUARTER FROM day) AS quarter, cost_eur FROM staging.ad_costs)
PIVOT (SUM(cost_eur) AS cost FOR quarter IN (1 AS q1, 2 AS q2, 3 AS q3, 4 AS q4));
