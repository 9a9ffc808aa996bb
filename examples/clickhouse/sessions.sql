-- What visitors did before they bought.
CREATE TABLE shop.page_views
(
    visitor_id UInt64,
    session_id String,
    url String,
    viewed_at DateTime,
    duration_ms UInt32
)
ENGINE = MergeTree
ORDER BY (visitor_id, viewed_at);

CREATE TABLE shop.orders
(
    order_id UInt64,
    visitor_id UInt64,
    session_id String,
    amount Decimal(12, 2),
    ordered_at DateTime
)
ENGINE = MergeTree
ORDER BY order_id;

CREATE TABLE shop.session_facts
(
    session_id String,
    visitor_id UInt64,
    day Date,
    views UInt64,
    seconds Float64,
    revenue Decimal(18, 2)
)
ENGINE = MergeTree
ORDER BY (day, session_id);

INSERT INTO shop.session_facts
WITH
    viewed AS
    (
        SELECT
            session_id,
            visitor_id,
            min(viewed_at) AS started_at,
            count(*) AS views,
            sum(duration_ms) / 1000 AS seconds
        FROM shop.page_views
        GROUP BY session_id, visitor_id
    ),
    bought AS
    (
        SELECT session_id, sum(amount) AS revenue
        FROM shop.orders
        GROUP BY session_id
    )
SELECT
    v.session_id,
    v.visitor_id,
    toDate(v.started_at) AS day,
    v.views,
    v.seconds,
    coalesce(b.revenue, 0) AS revenue
FROM viewed AS v
LEFT JOIN bought AS b ON b.session_id = v.session_id;

CREATE VIEW shop.conversion AS
SELECT
    day,
    count(*) AS sessions,
    sum(CASE WHEN revenue > 0 THEN 1 ELSE 0 END) AS buying,
    sum(revenue) AS revenue
FROM shop.session_facts
GROUP BY day;

SELECT
    visitor_id,
    day,
    revenue,
    sum(revenue) OVER (PARTITION BY visitor_id ORDER BY day) AS revenue_so_far
FROM shop.session_facts
WHERE views > 1;
