-- Sales as the office looks at them: by the hour, as states that merge, and the reports on top.
CREATE TABLE marts.sales_hourly
(
    hour DateTime,
    category LowCardinality(String),
    lines UInt64,
    units UInt64,
    amount_eur Decimal(38, 2)
)
ENGINE = SummingMergeTree
ORDER BY (category, hour);

CREATE MATERIALIZED VIEW marts.sales_hourly_mv TO marts.sales_hourly AS
SELECT
    toStartOfHour(ordered_at) AS hour,
    category,
    count() AS lines,
    sum(quantity) AS units,
    sum(amount_eur) AS amount_eur
FROM ingest.order_lines
GROUP BY hour, category;

CREATE TABLE marts.sales_states
(
    day Date,
    country LowCardinality(String),
    customers AggregateFunction(uniq, UInt64),
    amount AggregateFunction(sum, Decimal(18, 2)),
    middle AggregateFunction(quantile(0.5), Decimal(18, 2))
)
ENGINE = AggregatingMergeTree
ORDER BY (day, country);

CREATE MATERIALIZED VIEW marts.sales_states_mv TO marts.sales_states AS
SELECT
    toDate(ordered_at) AS day,
    country,
    uniqState(customer_id) AS customers,
    sumState(amount_eur) AS amount,
    quantileState(0.5)(amount_eur) AS middle
FROM ingest.order_lines
GROUP BY day, country;

CREATE VIEW marts.sales_by_day AS
SELECT
    day,
    country,
    uniqMerge(customers) AS customers,
    sumMerge(amount) AS amount_eur,
    quantileMerge(0.5)(middle) AS middle_eur
FROM marts.sales_states
GROUP BY day, country;

-- the three best hours of each category
SELECT category, hour, sum(amount_eur) AS amount_eur
FROM marts.sales_hourly
WHERE hour >= toDateTime('2026-03-01 00:00:00')
GROUP BY category, hour
ORDER BY category, amount_eur DESC
LIMIT 3 BY category;

SELECT
    day,
    country,
    amount_eur,
    avg(amount_eur) OVER (PARTITION BY country ORDER BY day ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS week_mean,
    amount_eur / sum(amount_eur) OVER (PARTITION BY day) AS share_of_day
FROM marts.sales_by_day;

-- what the shop sold and what Hive says it sold
SELECT
    h.day,
    h.ship_country AS country,
    h.amount_eur AS by_hive,
    c.amount_eur AS by_stream,
    h.amount_eur - c.amount_eur AS difference
FROM
(
    SELECT day, ship_country, sum(amount_eur) AS amount_eur
    FROM marts.daily_sales
    GROUP BY day, ship_country
) AS h
ANY LEFT JOIN marts.sales_by_day AS c ON c.day = h.day AND c.country = h.ship_country
WHERE abs(difference) > 1
SETTINGS join_use_nulls = 1;
