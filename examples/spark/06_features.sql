-- Features for the model that says who will leave: unpivoted months, running sums, a recursive calendar.
CREATE OR REPLACE TABLE dws.churn_features
USING parquet
PARTITIONED BY (country)
AS
WITH months AS (
    SELECT customer_id, date_trunc('MONTH', ordered_at) AS month, sum(amount_eur) AS spent
    FROM dwd.order_lines
    GROUP BY ALL
),
running AS (
    SELECT
        customer_id,
        month,
        spent,
        avg(spent) OVER w AS mean_spent,
        stddev(spent) OVER w AS spread,
        months_between(month, lag(month) OVER (PARTITION BY customer_id ORDER BY month)) AS gap
    FROM months
    WINDOW w AS (PARTITION BY customer_id ORDER BY month ROWS BETWEEN 5 PRECEDING AND CURRENT ROW)
)
SELECT
    r.customer_id,
    max(r.gap) AS longest_gap,
    max_by(r.mean_spent, r.month) AS recent_mean,
    max_by(r.spread, r.month) AS recent_spread,
    c.country
FROM running AS r
JOIN dim.customers AS c ON c.customer_id = r.customer_id
GROUP BY r.customer_id, c.country;

CREATE OR REPLACE VIEW dws.feature_rows AS
SELECT customer_id, feature, value
FROM (
    SELECT customer_id, longest_gap, recent_mean, recent_spread
    FROM (SELECT customer_id, double(longest_gap), double(recent_mean), double(recent_spread) FROM dws.churn_features)
      AS t (customer_id, longest_gap, recent_mean, recent_spread)
)
UNPIVOT INCLUDE NULLS (value FOR feature IN (longest_gap, recent_mean, recent_spread));

-- every week with what was sold in it, also the empty ones
WITH RECURSIVE weeks (week) AS (
    SELECT DATE '2026-01-05'
    UNION ALL
    SELECT date_add(week, 7) FROM weeks WHERE week < DATE '2026-03-30'
)
SELECT w.week, coalesce(sum(l.amount_eur), 0) AS amount_eur
FROM weeks AS w
LEFT JOIN dwd.order_lines AS l ON date(date_trunc('WEEK', l.ordered_at)) = w.week
GROUP BY w.week;

-- sales by the hour
SELECT window.start AS hour_start, sum(amount_eur) AS amount_eur
FROM dwd.order_lines
GROUP BY window(ordered_at, '1 hour');
