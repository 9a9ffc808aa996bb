-- Windows over streams: functions over tables, and the older ones in GROUP BY.

--- a tumbling window adds three columns                                   [catalog: streams; influence: complete; feature: windows / TUMBLE]
SELECT user_id, window_start, window_end, window_time
FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' MINUTES))
--> user_id       clicks.user_id  DIRECT
--> window_start  clicks.ts       DERIVED
--> window_end    clicks.ts       DERIVED
--> window_time   clicks.ts       DERIVED

--- a star over a window                                                   [catalog: streams; feature: windows / TUMBLE]
SELECT * FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(ordered_at), INTERVAL '1' HOUR, INTERVAL '5' MINUTE))
--> order_id      orders.order_id    DIRECT
--> user_id       orders.user_id     DIRECT
--> amount        orders.amount      DIRECT
--> currency      orders.currency    DIRECT
--> lines         orders.lines       DIRECT
--> ordered_at    orders.ordered_at  DIRECT
--> proc          orders.proc        DIRECT
--> window_start  orders.ordered_at  DERIVED
--> window_end    orders.ordered_at  DERIVED
--> window_time   orders.ordered_at  DERIVED

--- aggregates by window                                                   [catalog: streams; influence: complete; feature: windows / HOP]
SELECT window_start, window_end, user_id, SUM(price) AS total, COUNT(*) AS n
FROM TABLE(HOP(TABLE clicks, DESCRIPTOR(ts), INTERVAL '5' MINUTES, INTERVAL '10' MINUTES))
GROUP BY window_start, window_end, GROUPING SETS ((user_id), ())
--> window_start  clicks.ts       DERIVED
--> window_end    clicks.ts       DERIVED
--> user_id       clicks.user_id  DIRECT
--> total         clicks.price    AGG
--> n             generated
--> rows          clicks.ts       GROUP_BY
--> rows          clicks.user_id  GROUP_BY

--- named arguments                                                        [catalog: streams; feature: windows / CUMULATE]
SELECT w.url, w.window_end
FROM TABLE(
  CUMULATE(DATA => TABLE clicks, TIMECOL => DESCRIPTOR(ts), STEP => INTERVAL '2' MINUTES, SIZE => INTERVAL '1' DAY)) AS w
--> url         clicks.url  DIRECT
--> window_end  clicks.ts   DERIVED

--- a window function without TABLE( )                                     [catalog: streams; feature: windows / TUMBLE]
SELECT url, window_start FROM TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' MINUTES) AS w WHERE w.price > 1
--> url           clicks.url    DIRECT
--> window_start  clicks.ts     DERIVED
--> rows          clicks.price  FILTER

--- a session window: its keys have a say in its bounds                    [catalog: streams; influence: complete; feature: windows / SESSION]
SELECT user_id, window_start, SUM(price) AS s
FROM TABLE(SESSION(TABLE clicks PARTITION BY (user_id, url), DESCRIPTOR(ts), INTERVAL '10' MINUTES))
GROUP BY user_id, window_start, window_end
--> user_id       clicks.user_id  DIRECT
--> window_start  clicks.ts       DERIVED
--> s             clicks.price    AGG
--> rows          clicks.ts       GROUP_BY
--> rows          clicks.url      WINDOW
--> rows          clicks.user_id  GROUP_BY
--> rows          clicks.user_id  WINDOW

--- a session window with named arguments and one key                      [catalog: streams; feature: windows / SESSION]
SELECT window_end FROM TABLE(
  SESSION(DATA => TABLE clicks PARTITION BY user_id, TIMECOL => DESCRIPTOR(ts), GAP => INTERVAL '10' MINUTES))
--> window_end    clicks.ts       DERIVED
--> window_end ~  clicks.user_id  WINDOW

--- a window over processing time comes from that column                     [catalog: streams; feature: windows / TUMBLE]
SELECT window_start, COUNT(*) AS n
FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(proc), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end
--> window_start  clicks.proc  DERIVED
--> n             generated

--- a window over a query                                                  [catalog: streams; influence: complete; feature: windows / windows over queries and windows]
SELECT window_start, u FROM TABLE(
  TUMBLE((SELECT UPPER(url) AS u, ts AS at_ FROM clicks WHERE price > 0), DESCRIPTOR(at_), INTERVAL '1' MINUTE))
--> window_start  clicks.ts     DERIVED
--> u             clicks.url    DERIVED
--> rows          clicks.price  FILTER

--- a window over a CTE                                                    [catalog: streams; feature: windows / windows over queries and windows]
WITH c AS (SELECT url, ts FROM clicks)
SELECT url, window_end FROM TABLE(TUMBLE(TABLE c, DESCRIPTOR(ts), INTERVAL '1' MINUTE))
--> url         clicks.url  DIRECT
--> window_end  clicks.ts   DERIVED

--- windows of windows                                                     [catalog: streams; influence: complete; feature: windows / windows over queries and windows]
WITH minutes AS (
  SELECT window_time AS rowtime, url, SUM(price) AS s
  FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '1' MINUTE))
  GROUP BY window_start, window_end, window_time, url
)
SELECT window_start, MAX(s) AS best
FROM TABLE(TUMBLE(TABLE minutes, DESCRIPTOR(rowtime), INTERVAL '1' HOUR)) GROUP BY window_start, window_end
--> window_start  clicks.ts     DERIVED
--> best          clicks.price  AGG
--> rows          clicks.ts     GROUP_BY
--> rows          clicks.url    GROUP_BY

--- windows joined                                                         [catalog: streams; influence: complete; feature: windows / window joins]
SELECT l.user_id, r.amount, COALESCE(l.window_start, r.window_start) AS ws
FROM (SELECT * FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '5' MINUTES))) l
FULL JOIN TUMBLE(TABLE orders, DESCRIPTOR(ordered_at), INTERVAL '5' MINUTES) r
ON l.user_id = r.user_id AND l.window_start = r.window_start AND l.window_end = r.window_end
--> user_id  clicks.user_id     DIRECT
--> amount   orders.amount      DIRECT
--> ws       clicks.ts          DERIVED
--> ws       orders.ordered_at  DERIVED
--> rows     clicks.ts          JOIN
--> rows     clicks.user_id     JOIN
--> rows     orders.ordered_at  JOIN
--> rows     orders.user_id     JOIN

--- the best of each window                                                [catalog: streams; influence: complete; feature: windows / Top-N and deduplication]
SELECT * FROM (
  SELECT url, price, window_start, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY price DESC) AS r
  FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' MINUTES))
) WHERE r <= 3
--> url           clicks.url    DIRECT
--> price         clicks.price  DIRECT
--> window_start  clicks.ts     DERIVED
--> r             generated
--> rows          clicks.price  WINDOW
--> rows          clicks.ts     WINDOW

--- names for the columns of a window                                      [catalog: streams; feature: windows / TUMBLE]
SELECT a, g FROM TABLE(TUMBLE(TABLE totals, DESCRIPTOR(k), INTERVAL '1' MINUTE)) AS w (a, b, c, e, f, g)
--> a  totals.k  DIRECT
--> g  totals.k  DERIVED

--- a window over a table that is not known                                   [catalog: none]
SELECT user_id, window_start FROM TABLE(TUMBLE(TABLE kafka.clicks, DESCRIPTOR(ts), INTERVAL '1' MINUTE))
--> user_id       kafka.clicks.user_id  DIRECT  INFERRED
--> window_start  kafka.clicks.ts       DERIVED  INFERRED
--! W110  1:54

--- a time column that is not there                                           [catalog: streams]
SELECT window_start FROM TABLE(TUMBLE(TABLE totals, DESCRIPTOR(tz), INTERVAL '1' MINUTE))
--> window_start  generated
--! W111  1:64

--- group windows                                                          [catalog: streams; influence: complete; feature: windows / group windows (TUMBLE_START …)]
SELECT user_id, TUMBLE_START(ts, INTERVAL '1' DAY) AS ws, TUMBLE_END(ts, INTERVAL '1' DAY) AS we,
       TUMBLE_ROWTIME(ts, INTERVAL '1' DAY) AS wt, SUM(price) AS s
FROM clicks GROUP BY TUMBLE(ts, INTERVAL '1' DAY), user_id
--> user_id  clicks.user_id  DIRECT
--> ws       clicks.ts       DERIVED
--> we       clicks.ts       DERIVED
--> wt       clicks.ts       DERIVED
--> s        clicks.price    AGG
--> rows     clicks.ts       GROUP_BY
--> rows     clicks.user_id  GROUP_BY

--- hopping and session group windows                                      [catalog: streams; influence: complete; feature: windows / group windows (TUMBLE_START …)]
SELECT HOP_START(ts, INTERVAL '1' HOUR, INTERVAL '1' DAY) AS a, SESSION_END(ts, INTERVAL '1' HOUR) AS b
FROM clicks GROUP BY HOP(ts, INTERVAL '1' HOUR, INTERVAL '1' DAY), SESSION(ts, INTERVAL '1' HOUR)
--> a     clicks.ts  DERIVED
--> b     clicks.ts  DERIVED
--> rows  clicks.ts  GROUP_BY

--- group windows over processing time                                     [catalog: streams; influence: complete; feature: windows / group windows (TUMBLE_START …)]
SELECT TUMBLE_PROCTIME(proc, INTERVAL '1' DAY) AS p, COUNT(url) AS n FROM clicks GROUP BY TUMBLE(proc, INTERVAL '1' DAY)
--> p     generated
--> n     clicks.url   AGG
--> rows  clicks.proc  GROUP_BY

--- OVER windows                                                           [catalog: streams; influence: complete; feature: windows / OVER]
SELECT user_id, SUM(price) OVER w AS s, FIRST_VALUE(url) OVER w AS f,
       COUNT(*) OVER (PARTITION BY url ORDER BY ts ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS n
FROM clicks
WINDOW w AS (PARTITION BY user_id ORDER BY ts RANGE BETWEEN INTERVAL '30' MINUTE PRECEDING AND CURRENT ROW)
--> user_id  clicks.user_id  DIRECT
--> s        clicks.price    WINDOW
--> f        clicks.url      WINDOW
--> n        generated
--> s ~      clicks.ts       WINDOW
--> s ~      clicks.user_id  WINDOW
--> f ~      clicks.ts       WINDOW
--> f ~      clicks.user_id  WINDOW
--> n ~      clicks.ts       WINDOW
--> n ~      clicks.url      WINDOW

--- the first of equal rows                                                [catalog: streams; influence: complete; feature: windows / Top-N and deduplication]
SELECT order_id, amount FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY proc ASC) AS nth FROM orders
) WHERE nth = 1
--> order_id  orders.order_id  DIRECT
--> amount    orders.amount    DIRECT
--> rows      orders.order_id  WINDOW
--> rows      orders.proc      WINDOW
