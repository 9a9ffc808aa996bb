-- What visitors did before they bought, who came back, and where from.
CREATE TABLE marts.funnel
(
    day Date,
    source LowCardinality(String),
    step UInt8,
    visitors UInt64
)
ENGINE = MergeTree
ORDER BY (day, source, step);

INSERT INTO marts.funnel
WITH steps AS
(
    SELECT
        visitor_id,
        any(source) AS source,
        min(toDate(viewed_at)) AS day,
        windowFunnel(3600)(viewed_at, path = '/', path LIKE '/product/%', path = '/basket', path = '/thanks') AS step
    FROM ingest.page_views
    GROUP BY visitor_id
)
SELECT day, source, step, count() AS visitors
FROM steps
GROUP BY day, source, step;

CREATE VIEW marts.conversion AS
SELECT day, source, sumIf(visitors, step = 4) / sum(visitors) AS conversion
FROM marts.funnel
GROUP BY day, source;

CREATE TABLE marts.identified_visitors
ENGINE = MergeTree
ORDER BY visitor_id
AS
SELECT
    v.visitor_id AS visitor_id,
    c.customer_id AS customer_id,
    c.email AS email,
    c.segment AS segment,
    count() AS views
FROM ingest.page_views AS v
GLOBAL INNER JOIN marts.customers AS c ON c.customer_id = v.customer_id
GROUP BY visitor_id, customer_id, email, segment;

SELECT
    toMonday(first_day) AS week,
    sum(r[1]) AS came,
    sum(r[2]) AS came_back
FROM
(
    SELECT
        visitor_id,
        min(toDate(viewed_at)) AS first_day,
        retention(toDate(viewed_at) = '2026-03-01', toDate(viewed_at) > '2026-03-01') AS r
    FROM ingest.page_views
    GROUP BY visitor_id
)
GROUP BY week
ORDER BY week WITH FILL STEP 7;
