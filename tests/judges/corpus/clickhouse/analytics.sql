-- the seed's example
WITH x AS (
  SELECT user_id, amount, toUInt64(ts) AS ts_u64
  FROM ods.orders FINAL
)
SELECT
  user_id,
  sum(amount) AS total_amt,
  max(ts_u64) AS max_ts
FROM x
GROUP BY user_id;
-- daily revenue by country with shares and ranks
WITH
    daily AS
    (
        SELECT
            toDate(o.ts) AS day,
            u.country AS country,
            sum(o.amount) AS revenue,
            uniq(o.user_id) AS buyers,
            countIf(o.status = 'refunded') AS refunds
        FROM ods.orders AS o
        INNER JOIN dim.users AS u ON u.user_id = o.user_id
        WHERE o.status IN ('paid', 'refunded')
        GROUP BY day, country
    )
SELECT
    day,
    country,
    revenue,
    revenue / sum(revenue) OVER (PARTITION BY day) AS share,
    rank() OVER (PARTITION BY day ORDER BY revenue DESC) AS place,
    revenue - lagInFrame(revenue) OVER (PARTITION BY country ORDER BY day) AS growth,
    refunds / buyers AS refund_rate
FROM daily
ORDER BY day, place;
-- cohorts and retention
WITH
    first_order AS
    (
        SELECT user_id, min(toStartOfMonth(ts)) AS cohort FROM ods.orders GROUP BY user_id
    ),
    activity AS
    (
        SELECT DISTINCT user_id, toStartOfMonth(ts) AS month FROM ods.orders
    )
SELECT
    f.cohort AS cohort,
    dateDiff('month', f.cohort, a.month) AS age,
    uniqExact(a.user_id) AS users,
    users / max(users) OVER (PARTITION BY cohort) AS kept
FROM activity AS a
JOIN first_order AS f USING (user_id)
GROUP BY cohort, age
ORDER BY cohort, age;
-- sessions by gaps
WITH
    gaps AS
    (
        SELECT
            user_id,
            ts,
            url,
            kind,
            dateDiff('second', lagInFrame(ts, 1, ts) OVER (PARTITION BY user_id ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), ts) AS gap
        FROM events
    ),
    numbered AS
    (
        SELECT user_id, ts, url, kind, sum(if(gap > 1800, 1, 0)) OVER (PARTITION BY user_id ORDER BY ts) AS session
        FROM gaps
    )
SELECT
    user_id,
    session,
    min(ts) AS started,
    max(ts) AS ended,
    dateDiff('minute', started, ended) AS minutes,
    groupArray(url) AS path,
    argMin(url, ts) AS entry,
    argMax(url, ts) AS exit,
    countIf(kind = 'click') AS clicks
FROM numbered
GROUP BY user_id, session
HAVING minutes > 0;
-- a funnel by level
SELECT
    level,
    count() AS users,
    sum(users) OVER (ORDER BY level DESC) AS reached
FROM
(
    SELECT
        user_id,
        windowFunnel(86400)(ts, kind = 'view', kind = 'cart', kind = 'pay') AS level
    FROM events
    WHERE ts >= now() - INTERVAL 30 DAY
    GROUP BY user_id
)
GROUP BY level
ORDER BY level;
-- an order's lines from an array
SELECT
    e.user_id AS user_id,
    line.sku AS sku,
    sum(line.price) AS spent,
    count() AS n,
    any(u.name) AS name
FROM events AS e
ARRAY JOIN e.lines AS line
LEFT JOIN dim.users AS u ON u.user_id = e.user_id
WHERE e.kind = 'purchase'
GROUP BY user_id, sku
ORDER BY spent DESC
LIMIT 3 BY user_id;
-- the last state of each order
SELECT
    order_id,
    argMax(tuple(status, amount, coupon), ts) AS last,
    last.1 AS last_status,
    last.2 AS last_amount,
    ifNull(last.3, 'none') AS last_coupon,
    max(ts) AS updated
FROM ods.orders
GROUP BY order_id;
-- prices as of the order
SELECT
    o.order_id,
    o.amount,
    r.rate,
    o.amount * r.rate AS converted,
    p.title,
    p.attrs['color'] AS color
FROM ods.orders AS o
ASOF LEFT JOIN rates AS r ON r.product_id = o.product_id AND r.since <= o.ts
LEFT JOIN dim.products AS p ON p.product_id = o.product_id;
-- a pivot by hand
SELECT
    user_id,
    sumIf(amount, status = 'paid') AS paid,
    sumIf(amount, status = 'open') AS open,
    countIf(status = 'refunded') AS refunded,
    paid / nullIf(paid + open, 0) AS paid_share,
    maxIf(ts, status = 'paid') AS last_paid,
    groupArrayIf(order_id, status = 'open') AS open_orders
FROM ods.orders
GROUP BY user_id;
-- moving averages
SELECT
    host,
    at,
    avg(cpu) OVER w AS cpu_avg,
    max(mem) OVER w AS mem_max,
    cpu - cpu_avg AS cpu_off,
    (m_read - lagInFrame(m_read) OVER (PARTITION BY host ORDER BY at)) / 60 AS reads
FROM metrics
WINDOW w AS (PARTITION BY host ORDER BY at ROWS BETWEEN 5 PRECEDING AND CURRENT ROW);
-- a calendar filled with zeros
WITH
    toDate('2024-01-01') AS first,
    calendar AS (SELECT first + number AS day FROM numbers(366)),
    sales AS (SELECT toDate(ts) AS day, sum(amount) AS amount, uniq(user_id) AS users FROM ods.orders GROUP BY day)
SELECT
    c.day AS day,
    coalesce(s.amount, 0) AS amount,
    s.users AS users,
    sum(s.amount) OVER (ORDER BY c.day) AS running
FROM calendar AS c
LEFT JOIN sales AS s ON s.day = c.day;
-- top products per country
SELECT country, product_id, title, revenue
FROM
(
    SELECT
        u.country AS country,
        o.product_id AS product_id,
        any(p.title) AS title,
        sum(o.amount) AS revenue,
        row_number() OVER (PARTITION BY u.country ORDER BY sum(o.amount) DESC) AS rn
    FROM ods.orders AS o
    JOIN dim.users AS u ON o.user_id = u.user_id
    JOIN dim.products AS p ON o.product_id = p.product_id
    GROUP BY country, product_id
)
WHERE rn <= 5;
-- attribution by the last touch
WITH touches AS
(
    SELECT user_id, ts, extractURLParameter(url, 'utm_source') AS source FROM events WHERE source != ''
)
SELECT
    o.order_id AS order_id,
    o.amount AS amount,
    argMaxIf(t.source, t.ts, t.ts <= o.ts) AS last_touch,
    argMinIf(t.source, t.ts, t.ts <= o.ts) AS first_touch,
    arrayDistinct(groupArrayIf(t.source, t.ts <= o.ts)) AS all_touches
FROM ods.orders AS o
LEFT JOIN touches AS t ON t.user_id = o.user_id
GROUP BY order_id, amount;
-- quantiles by group with names
WITH quantiles(0.5, 0.9, 0.99)(amount) AS q
SELECT
    status,
    q[1] AS p50,
    q[2] AS p90,
    q[3] AS p99,
    p99 / p50 AS tail
FROM ods.orders
GROUP BY status;
-- paths of pages
SELECT
    arrayStringConcat(arrayMap(x -> x.2, arraySort(x -> x.1, groupArray((ts, path(url))))), ' > ') AS journey,
    count() AS steps,
    user_id
FROM events
GROUP BY user_id;
-- sums by tag with arrayZip
SELECT
    pair.1 AS tag,
    sum(pair.2) AS score,
    uniq(user_id) AS users
FROM events
ARRAY JOIN arrayZip(tags, scores) AS pair
GROUP BY tag
HAVING score > 1;
-- states into a daily table
SELECT
    toDate(o.ts) AS day,
    u.country AS country,
    sumState(o.amount) AS revenue,
    uniqState(o.user_id) AS buyers,
    quantilesState(0.5, 0.9)(o.amount) AS spread,
    maxSimpleState(o.amount) AS biggest
FROM ods.orders AS o
LEFT JOIN dim.users AS u USING (user_id)
GROUP BY day, country;
-- states merged by month
SELECT
    toStartOfMonth(day) AS month,
    country,
    sumMerge(revenue) AS total,
    uniqMerge(buyers) AS people,
    total / people AS per_head,
    quantilesMerge(0.5, 0.9)(spread)[2] AS p90
FROM dwh.daily
GROUP BY month, country
WITH TOTALS;
-- the tree of staff with paid sums
WITH RECURSIVE tree AS
(
    SELECT id, boss_id, name, salary, [id] AS path, 0 AS depth FROM staff WHERE boss_id = 0
    UNION ALL
    SELECT s.id, s.boss_id, s.name, s.salary, arrayConcat(t.path, [s.id]), t.depth + 1
    FROM staff AS s
    INNER JOIN tree AS t ON s.boss_id = t.id
)
SELECT depth, count() AS people, sum(salary) AS cost, groupArray(name) AS names, max(length(path)) AS longest
FROM tree
GROUP BY depth;
-- anomalies by z-score
WITH
    (SELECT avg(cpu) FROM metrics) AS mean,
    (SELECT stddevPop(cpu) FROM metrics) AS dev
SELECT host, at, cpu, (cpu - mean) / dev AS z, abs(z) > 3 AS strange
FROM metrics
WHERE strange
ORDER BY z DESC
LIMIT 10;
-- users without orders
SELECT u.user_id, u.name, u.email, dictGet('dim.user_dict', 'country', u.user_id) AS country
FROM dim.users AS u
LEFT ANTI JOIN ods.orders AS o ON o.user_id = u.user_id
WHERE u.joined < today() - 30;
-- changes between two days
SELECT
    coalesce(a.product_id, b.product_id) AS product_id,
    a.s AS before,
    b.s AS after,
    after - before AS diff,
    if(before = 0, NULL, diff / before) AS rate
FROM (SELECT product_id, sum(amount) AS s FROM ods.orders WHERE toDate(ts) = yesterday() GROUP BY product_id) AS a
FULL JOIN (SELECT product_id, sum(amount) AS s FROM ods.orders WHERE toDate(ts) = today() GROUP BY product_id) AS b ON a.product_id = b.product_id;
-- baskets
SELECT a.product_id AS x, b.product_id AS y, count() AS together, avg(a.amount + b.amount) AS basket
FROM ods.orders AS a
JOIN ods.orders AS b ON a.user_id = b.user_id AND toDate(a.ts) = toDate(b.ts)
WHERE a.product_id < b.product_id
GROUP BY x, y
HAVING together > 10
ORDER BY together DESC
LIMIT 100;
-- a wide report by COLUMNS
SELECT
    host,
    toStartOfHour(at) AS hour,
    COLUMNS('^m_') APPLY sum,
    COLUMNS('cpu|mem') APPLY (x -> round(avg(x), 2))
FROM metrics
GROUP BY host, hour;
-- deduplication by version
SELECT * EXCEPT (rn)
FROM
(
    SELECT order_id, user_id, amount, status, row_number() OVER (PARTITION BY order_id ORDER BY version DESC) AS rn
    FROM ods.orders
)
WHERE rn = 1;
-- JSON events flattened
SELECT
    event_id,
    doc.user.id.:Int64 AS uid,
    doc.`event`.`type`::String AS type,
    JSONExtractFloat(toString(doc), 'price') AS price,
    payload.buyer.name AS buyer,
    mix.UInt64 AS number
FROM events
WHERE type != '';
-- percent of a total by scalar subquery
SELECT
    category,
    sum(amount) AS revenue,
    round(100 * revenue / (SELECT sum(amount) FROM ods.orders WHERE status = 'paid'), 2) AS percent
FROM ods.orders
JOIN dim.products USING (product_id)
GROUP BY category;
-- an A/B test
SELECT
    cityHash64(user_id) % 2 AS bucket,
    uniq(user_id) AS users,
    avg(spent) AS mean,
    stddevSamp(spent) AS dev,
    sum(spent > 0) / users AS conversion
FROM
(
    SELECT e.user_id AS user_id, sum(o.amount) AS spent
    FROM (SELECT DISTINCT user_id FROM events WHERE kind = 'exposed') AS e
    LEFT JOIN ods.orders AS o ON o.user_id = e.user_id
    GROUP BY user_id
)
GROUP BY bucket;
-- inventory of tags by rollup
SELECT kind, tag, count() AS c, grouping(kind) AS g
FROM events
ARRAY JOIN arrayDistinct(tags) AS tag
GROUP BY ROLLUP(kind, tag)
ORDER BY g, c DESC;
-- union of sources into one timeline
SELECT user_id, ts, what, weight
FROM
(
    SELECT user_id, ts, 'order' AS what, amount AS weight FROM ods.orders
    UNION ALL
    SELECT user_id, ts, concat('event:', kind), toFloat64(length(tags)) FROM events
    UNION ALL
    SELECT user_id, toDateTime(joined), 'joined', 1. FROM dim.users
)
ORDER BY user_id, ts
LIMIT 100 BY user_id;
-- gaps and islands
SELECT user_id, min(day) AS since, max(day) AS until, count() AS days
FROM
(
    SELECT user_id, day, day - row_number() OVER (PARTITION BY user_id ORDER BY day) AS island
    FROM (SELECT DISTINCT user_id, toDate(ts) AS day FROM events)
)
GROUP BY user_id, island
HAVING days >= 3;
-- lambda helpers in WITH
WITH
    (x, lo, hi) -> least(greatest(x, lo), hi) AS clamp,
    x -> if(isNaN(x), 0, x) AS clean
SELECT host, clamp(cpu, 0., 1.) AS cpu, clean(mem / cpu) AS ratio
FROM metrics;
-- a map of counters unpivoted and pivoted again
SELECT user_id, sumMap(map(k, v)) AS again, maxIf(v, k = 'clicks') AS clicks
FROM events
ARRAY JOIN mapKeys(counters) AS k, mapValues(counters) AS v
GROUP BY user_id;
-- nested goals with a dictionary
SELECT
    g.label AS goal,
    dictGetOrDefault('dim.user_dict', 'country', user_id, 'n/a') AS country,
    sum(g.price) AS value,
    avgWeighted(g.price, g.id) AS weighted
FROM events
ARRAY JOIN goals AS g
GROUP BY goal, country;
-- running totals by arrays
SELECT
    user_id,
    arrayMap(x -> x.1, sorted) AS days,
    arrayCumSum(arrayMap(x -> x.2, sorted)) AS running
FROM
(
    SELECT user_id, arraySort(groupArray((toDate(ts), amount))) AS sorted FROM ods.orders GROUP BY user_id
);
-- everything at once
WITH
    30 AS days,
    recent AS (SELECT * EXCEPT (coupon) FROM ods.orders WHERE ts > now() - toIntervalDay(days)),
    (SELECT quantile(0.95)(amount) FROM recent) AS cap,
    per_user AS
    (
        SELECT
            user_id,
            count() AS n,
            sum(least(amount, cap)) AS capped,
            argMax(status, ts) AS last_status,
            groupUniqArray(product_id) AS products
        FROM recent
        GROUP BY user_id
    )
SELECT
    u.country AS country,
    u.address.city AS city,
    sum(p.capped) AS revenue,
    sum(p.n) AS orders,
    uniqArray(p.products) AS distinct_products,
    topK(3)(p.last_status) AS statuses,
    revenue / orders AS mean_order,
    row_number() OVER (ORDER BY revenue DESC) AS place
FROM per_user AS p
ANY LEFT JOIN dim.users AS u USING (user_id)
WHERE u.age BETWEEN 18 AND 65
GROUP BY country, city
HAVING orders > 10
ORDER BY revenue DESC
LIMIT 5 BY country
LIMIT 100
SETTINGS max_threads = 4;
