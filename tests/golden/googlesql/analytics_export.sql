-- The export of Google Analytics: shards under a wildcard, parameters in arrays.

--- parameters by scalar subqueries, without a catalog       [catalog: none]
SELECT
  PARSE_DATE('%Y%m%d', event_date) AS day,
  (SELECT value.string_value FROM UNNEST(event_params) WHERE key = 'page_location') AS page,
  traffic_source.medium,
  COUNT(DISTINCT user_pseudo_id) AS users
FROM `proj.analytics_123.events_*`
WHERE _TABLE_SUFFIX BETWEEN '20240101' AND '20240131' AND event_name = 'page_view'
GROUP BY 1, 2, traffic_source.medium
--> day     proj.analytics_123.events_*.event_date                         DERIVED  INFERRED
--> page    proj.analytics_123.events_*.event_params[].value.string_value  DERIVED_ARRAY  INFERRED
--> medium  proj.analytics_123.events_*.traffic_source.medium              DIRECT  INFERRED
--> users   proj.analytics_123.events_*.user_pseudo_id                     AGG  INFERRED
--> rows    proj.analytics_123.events_*._TABLE_SUFFIX                      FILTER  INFERRED
--> rows    proj.analytics_123.events_*.event_date                         GROUP_BY  INFERRED
--> rows    proj.analytics_123.events_*.event_name                         FILTER  INFERRED
--> rows    proj.analytics_123.events_*.event_params                       JOIN  INFERRED
--> rows    proj.analytics_123.events_*.event_params[].key                 FILTER  INFERRED
--> rows    proj.analytics_123.events_*.event_params[].value.string_value  GROUP_BY  INFERRED
--> rows    proj.analytics_123.events_*.traffic_source.medium              GROUP_BY  INFERRED
--! W110  6:6

--- the wildcard table of the catalog keeps the fields of its columns apart       [catalog: none]
CREATE TABLE `p.analytics_1.events_*` (
  event_name STRING,
  event_params ARRAY<STRUCT<key STRING, value STRUCT<string_value STRING, int_value INT64>>>,
  device STRUCT<category STRING, mobile_brand_name STRING>
);
SELECT
  event_name,
  device.category,
  (SELECT value.int_value FROM UNNEST(event_params) WHERE key = 'ga_session_id') AS session_id
FROM `p.analytics_1.events_*`
WHERE _TABLE_SUFFIX > '20240101'
--> event_name    p.analytics_1.events_*.event_name                      DIRECT
--> category      p.analytics_1.events_*.device.category                 DIRECT
--> session_id    p.analytics_1.events_*.event_params[].value.int_value  DERIVED_ARRAY
--> rows          p.analytics_1.events_*._TABLE_SUFFIX                   FILTER
--> session_id ~  p.analytics_1.events_*.event_params                    JOIN
--> session_id ~  p.analytics_1.events_*.event_params[].key              FILTER

--- so do the shards under a wildcard, together       [catalog: none]
CREATE TABLE p.a.events_20240101 (event_params ARRAY<STRUCT<key STRING, value STRUCT<int_value INT64>>>);
CREATE TABLE p.a.events_20240102 (event_params ARRAY<STRUCT<key STRING, value STRUCT<int_value INT64>>>);
SELECT (SELECT value.int_value FROM UNNEST(event_params) WHERE key = 'x') AS x FROM `p.a.events_*`
--> x    p.a.events_20240101.event_params[].value.int_value  DERIVED_ARRAY
--> x    p.a.events_20240102.event_params[].value.int_value  DERIVED_ARRAY
--> x ~  p.a.events_20240101.event_params                    JOIN
--> x ~  p.a.events_20240101.event_params[].key              FILTER
--> x ~  p.a.events_20240102.event_params                    JOIN
--> x ~  p.a.events_20240102.event_params[].key              FILTER

--- items of purchases, aggregated into structs       [catalog: none]
WITH purchases AS (
  SELECT ecommerce.transaction_id AS tx, item.item_name, item.price * item.quantity AS revenue
  FROM `proj.analytics_123.events_*`, UNNEST(items) AS item
  WHERE event_name = 'purchase'
)
SELECT tx, SUM(revenue) AS total, ARRAY_AGG(STRUCT(item_name, revenue) ORDER BY revenue DESC LIMIT 1)[OFFSET(0)].item_name AS best
FROM purchases GROUP BY tx
--> tx      proj.analytics_123.events_*.ecommerce.transaction_id  DIRECT  INFERRED
--> total   proj.analytics_123.events_*.items[].price             AGG  INFERRED
--> total   proj.analytics_123.events_*.items[].quantity          AGG  INFERRED
--> best    proj.analytics_123.events_*.items[].item_name         AGG  INFERRED
--> rows    proj.analytics_123.events_*.ecommerce.transaction_id  GROUP_BY  INFERRED
--> rows    proj.analytics_123.events_*.event_name                FILTER  INFERRED
--> rows    proj.analytics_123.events_*.items                     JOIN  INFERRED
--> best ~  proj.analytics_123.events_*.items[].price             SORT  INFERRED
--> best ~  proj.analytics_123.events_*.items[].quantity          SORT  INFERRED
--! W110  3:8

--- parameters as columns, by conditional aggregates       [catalog: none]
SELECT user_pseudo_id,
  MAX(IF(ep.key = 'ga_session_id', ep.value.int_value, NULL)) AS session_id,
  MAX(IF(ep.key = 'source', COALESCE(ep.value.string_value, CAST(ep.value.double_value AS STRING)), NULL)) AS source
FROM `p.analytics_1.events_intraday_*` LEFT JOIN UNNEST(event_params) ep
GROUP BY user_pseudo_id
--> user_pseudo_id  p.analytics_1.events_intraday_*.user_pseudo_id                     DIRECT  INFERRED
--> session_id      p.analytics_1.events_intraday_*.event_params[].value.int_value     AGG  INFERRED
--> source          p.analytics_1.events_intraday_*.event_params[].value.double_value  AGG  INFERRED
--> source          p.analytics_1.events_intraday_*.event_params[].value.string_value  AGG  INFERRED
--> rows            p.analytics_1.events_intraday_*.event_params                       JOIN  INFERRED
--> rows            p.analytics_1.events_intraday_*.user_pseudo_id                     GROUP_BY  INFERRED
--> session_id ~    p.analytics_1.events_intraday_*.event_params[].key                 CONDITIONAL  INFERRED
--> source ~        p.analytics_1.events_intraday_*.event_params[].key                 CONDITIONAL  INFERRED
--! W110  4:6

--- a name inside UNNEST of what nobody described belongs to the element, and is no dataset
SELECT value.int_value, key FROM UNNEST(event_params) WHERE key = 'x';
--> int_value  generated
--> key        generated
--! W114  1:41
--! W118  1:41

--- an array that one of two unknown tables may have
SELECT (SELECT value.int_value FROM UNNEST(event_params) WHERE key = 'x') AS x FROM p.a.events AS e JOIN p.a.users AS u ON e.id = u.id;
--> x     p.a.events.event_params[].value.int_value  DERIVED_ARRAY  AMBIGUOUS
--> x     p.a.users.event_params[].value.int_value   DERIVED_ARRAY  AMBIGUOUS
--> rows  p.a.events.id                              JOIN  INFERRED
--> rows  p.a.users.id                               JOIN  INFERRED
--> x ~   p.a.events.event_params                    JOIN  AMBIGUOUS
--> x ~   p.a.events.event_params[].key              FILTER  AMBIGUOUS
--> x ~   p.a.users.event_params                     JOIN  AMBIGUOUS
--> x ~   p.a.users.event_params[].key               FILTER  AMBIGUOUS
--! W110  1:85
--! W110  1:106
--! W112  1:44

--- an array of a table that is not in sight
SELECT value.int_value FROM UNNEST(e.event_params) WHERE key = 'x';
--> int_value  e.event_params[].value.int_value  DERIVED_ARRAY  INFERRED
--> rows       e.event_params                    JOIN  INFERRED
--> rows       e.event_params[].key              FILTER  INFERRED
--! W113  1:36

--- elements of what an unknown function returns
SELECT (SELECT value.int_value FROM UNNEST(my_udf(event_params)) WHERE key = 'x') AS x FROM p.a.events;
--> x    p.a.events.event_params  UNKNOWN  COARSE
--> x ~  p.a.events.event_params  FILTER  COARSE
--> x ~  p.a.events.event_params  JOIN  INFERRED
--! W110  1:93
--! W210  1:44

--- elements of a variable
DECLARE wanted ARRAY<STRUCT<key STRING, label STRING>>;
SELECT label FROM UNNEST(wanted) WHERE key = 'x';
--> label  wanted.value[].label  DERIVED_ARRAY  INFERRED
--> rows   wanted.value          JOIN
--> rows   wanted.value[].key    FILTER  INFERRED
--! W118  2:26
