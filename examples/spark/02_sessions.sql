-- Page views cut into sessions: a pause of half an hour begins a new one.
CREATE OR REPLACE TEMPORARY VIEW stitched AS
WITH gaps AS (
    SELECT
        *,
        unix_timestamp(viewed_at) - unix_timestamp(LAG(viewed_at) OVER (PARTITION BY visitor_id ORDER BY viewed_at)) AS pause
    FROM ods.page_views
)
SELECT
    visitor_id,
    customer_id,
    url,
    utm_source,
    utm_campaign,
    viewed_at,
    dt,
    SUM(IF(pause IS NULL OR pause > 1800, 1, 0)) OVER (PARTITION BY visitor_id ORDER BY viewed_at) AS number
FROM gaps;

INSERT OVERWRITE TABLE dwd.sessions PARTITION (dt)
SELECT
    concat_ws('-', visitor_id, number) AS session_id,
    visitor_id,
    max(customer_id) AS customer_id,
    min(viewed_at) AS started_at,
    unix_timestamp(max(viewed_at)) - unix_timestamp(min(viewed_at)) AS seconds,
    count(*) AS views,
    min_by(utm_source, viewed_at) AS utm_source,
    min_by(utm_campaign, viewed_at) AS utm_campaign,
    transform(array_sort(collect_list(struct(viewed_at, url))), visit -> visit.url) AS urls,
    min(dt) AS dt
FROM stitched
GROUP BY visitor_id, number;

CREATE OR REPLACE VIEW dwd.landing_pages AS
SELECT urls[0] AS url, parse_url(urls[0], 'PATH') AS path, utm_source, views, dt
FROM dwd.sessions
WHERE size(urls) > 0;

-- how often each page follows another
CREATE OR REPLACE TABLE dws.page_steps USING delta AS
SELECT step.page AS from_page, step.next_page AS to_page, count(*) AS times
FROM (
    SELECT explode(transform(
        slice(urls, 1, size(urls) - 1),
        (url, place) -> struct(url AS page, urls[place + 1] AS next_page)
    )) AS step
    FROM dwd.sessions
    WHERE size(urls) > 1
)
GROUP BY step.page, step.next_page;
