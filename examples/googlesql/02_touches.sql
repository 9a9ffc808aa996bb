-- Web events, flattened to touches: who came when by which campaign.
CREATE OR REPLACE VIEW marketing.events_flat AS
SELECT
    event_name,
    event_at,
    user_pseudo_id,
    SAFE_CAST(user_id AS INT64) AS customer_id,
    device.category AS device,
    (SELECT p.value.string_value FROM UNNEST(event_params) AS p WHERE p.key = 'campaign') AS campaign,
    (SELECT p.value.string_value FROM UNNEST(event_params) AS p WHERE p.key = 'source') AS source,
    (SELECT p.value.int_value FROM UNNEST(event_params) AS p WHERE p.key = 'engaged_ms') AS engaged_ms,
    JSON_VALUE(consent, '$.ads.allowed') = 'true' AS ads_allowed
FROM staging.web_events;

CREATE OR REPLACE TABLE marketing.touches
PARTITION BY DATE(touched_at)
AS
SELECT
    customer_id,
    user_pseudo_id,
    event_at AS touched_at,
    campaign,
    source,
    device
FROM marketing.events_flat
WHERE campaign IS NOT NULL AND ads_allowed
QUALIFY ROW_NUMBER() OVER (PARTITION BY user_pseudo_id, campaign, DATE(event_at) ORDER BY event_at) = 1;

-- every parameter as a row
SELECT e.event_name, p.key, COALESCE(p.value.string_value, CAST(p.value.int_value AS STRING)) AS value, place
FROM staging.web_events AS e
CROSS JOIN UNNEST(e.event_params) AS p WITH OFFSET AS place
WHERE DATE(e.event_at) = '2026-03-01';
