-- Statements as people run them, in the manner of public warehouses.

--- a cleaned view over pings: functions and structs in the place of columns       [catalog: none]
CREATE OR REPLACE VIEW `moz.telemetry.main_clean` AS
SELECT * REPLACE (mozfun.norm.metadata(metadata) AS metadata, (SELECT AS STRUCT payload.* EXCEPT (histograms)) AS payload)
FROM `moz.telemetry_stable.main_v4`
--> *         moz.telemetry_stable.main_v4.*          DIRECT  INFERRED
--> metadata  moz.telemetry_stable.main_v4.metadata   UNKNOWN  COARSE
--> payload   moz.telemetry_stable.main_v4.payload.*  DERIVED  INFERRED
--! W110  3:6
--! W210  2:19
--! W229  2:81

--- arrays inside arrays, through a function nobody described       [catalog: none]
SELECT client_id, hist.key, SUM(h.value) AS v
FROM telemetry.main, UNNEST(payload.keyed_histograms.search_counts) AS hist, UNNEST(mozfun.hist.extract(hist.value).values) AS h
WHERE DATE(submission_timestamp) = @submission_date AND sample_id = 0 GROUP BY 1, 2
--> client_id  telemetry.main.client_id                                       DIRECT  INFERRED
--> key        telemetry.main.payload.keyed_histograms.search_counts[].key    DERIVED_ARRAY  INFERRED
--> v          telemetry.main.payload.keyed_histograms.search_counts[].value  UNKNOWN  COARSE
--> rows       telemetry.main.client_id                                       GROUP_BY  INFERRED
--> rows       telemetry.main.payload.keyed_histograms.search_counts          JOIN  INFERRED
--> rows       telemetry.main.payload.keyed_histograms.search_counts[].key    GROUP_BY  INFERRED
--> rows       telemetry.main.payload.keyed_histograms.search_counts[].value  JOIN  INFERRED
--> rows       telemetry.main.sample_id                                       FILTER  INFERRED
--> rows       telemetry.main.submission_timestamp                            FILTER  INFERRED
--! W110  2:6
--! W210  2:85

--- first seen: a MERGE of aggregates       [catalog: none]
MERGE INTO d.clients_first_seen T USING (
  SELECT client_id, MIN(submission_date) AS first_seen, ARRAY_AGG(country IGNORE NULLS ORDER BY submission_date LIMIT 1)[SAFE_OFFSET(0)] AS country
  FROM d.daily WHERE submission_date = @d GROUP BY client_id) S ON T.client_id = S.client_id
WHEN NOT MATCHED THEN INSERT (client_id, first_seen, country) VALUES (S.client_id, S.first_seen, S.country)
WHEN MATCHED AND T.country IS NULL THEN UPDATE SET country = S.country
--> client_id    d.daily.client_id               DIRECT  INFERRED
--> first_seen   d.daily.submission_date         AGG  INFERRED
--> country    d.daily.country                 AGG  INFERRED
--> rows         d.clients_first_seen.client_id  JOIN  INFERRED
--> rows         d.clients_first_seen.country    FILTER  INFERRED
--> rows         d.daily.client_id               GROUP_BY  INFERRED
--> rows         d.daily.client_id               JOIN  INFERRED
--> rows         d.daily.submission_date         FILTER  INFERRED
--> country ~  d.daily.submission_date         SORT  INFERRED
--! W110  1:12
--! W110  3:8

--- yesterday and today, as whole rows of unknown columns       [catalog: none]
WITH _current AS (SELECT CAST(TRUE AS INT64) AS days_seen_bits, * EXCEPT (submission_date) FROM d.daily WHERE submission_date = @d),
_previous AS (SELECT * EXCEPT (submission_date) FROM d.last_seen WHERE submission_date = DATE_SUB(@d, INTERVAL 1 DAY))
SELECT @d AS submission_date, IF(_current.client_id IS NOT NULL, _current, _previous).* REPLACE (
  udf.combine(_previous.days_seen_bits, _current.days_seen_bits) AS days_seen_bits)
FROM _current FULL JOIN _previous USING (client_id)
--> submission_date  generated
--> *                d.daily.*                    DERIVED  INFERRED
--> *                d.last_seen.*                DERIVED  INFERRED
--> days_seen_bits   d.last_seen.days_seen_bits   UNKNOWN  COARSE
--> rows             d.daily.client_id            JOIN  INFERRED
--> rows             d.daily.submission_date      FILTER  INFERRED
--> rows             d.last_seen.client_id        JOIN  INFERRED
--> rows             d.last_seen.submission_date  FILTER  INFERRED
--> * ~              d.daily.client_id            CONDITIONAL  INFERRED
--! W110  1:97
--! W110  2:54
--! W229  3:34
--! W210  4:3

--- sessions by gaps between events       [catalog: none]
SELECT *, SUM(is_new) OVER (PARTITION BY user_id ORDER BY ts) AS session_number FROM (
 SELECT user_id, ts, IF(TIMESTAMP_DIFF(ts, LAG(ts) OVER (PARTITION BY user_id ORDER BY ts), MINUTE) > 30, 1, 0) AS is_new FROM d.hits) QUALIFY ROW_NUMBER() OVER (PARTITION BY user_id, session_number ORDER BY ts) = 1
--> user_id           d.hits.user_id  DIRECT  INFERRED
--> ts                d.hits.ts       DIRECT  INFERRED
--> is_new            generated
--> session_number    generated
--> rows              d.hits.ts       WINDOW  INFERRED
--> rows              d.hits.user_id  WINDOW  INFERRED
--> is_new ~          d.hits.ts       CONDITIONAL  INFERRED
--> session_number ~  d.hits.ts       CONDITIONAL  INFERRED
--! W110  2:128

--- an incremental model with a loop over payment methods       [catalog: none]
{{ config(materialized='incremental', unique_key='order_id') }}
with orders as (select * from {{ ref('stg_orders') }}),
payments as (select order_id, {% for m in methods %} sum(case when payment_method = '{{ m }}' then amount else 0 end) as {{ m }}_amount, {% endfor %} sum(amount) as total from {{ source('stripe', 'payments') }} group by 1)
select orders.order_id, orders.customer_id, payments.total, {{ dbt_utils.generate_surrogate_key(['orders.order_id']) }} as sk
from orders left join payments using (order_id)
{% if is_incremental() %} where orders.updated_at > (select max(updated_at) from {{ this }}) {% endif %}
--> order_id     stg_orders.order_id       DIRECT  INFERRED
--> customer_id  stg_orders.customer_id    DIRECT  INFERRED
--> total        stripe.payments.amount    AGG  INFERRED
--> sk           generated
--> rows         stg_orders.order_id       JOIN  INFERRED
--> rows         stg_orders.updated_at     FILTER  INFERRED
--> rows         stripe.payments.order_id  GROUP_BY  INFERRED
--> rows         stripe.payments.order_id  JOIN  INFERRED
--> rows         "{{ this }}.updated_at"   FILTER  INFERRED
--! W010  2:31
--! W011  3:31
--! W010  3:122
--! W010  3:177
--! W010  4:61
--! W011  6:1
--! W010  6:82
--! W110  2:31
--! W110  3:177
--! W110  6:82

--- a load with a template in every name       [catalog: none]
INSERT INTO `{{ params.project }}.dw.fact_sales` (day, store_id, revenue)
SELECT DATE('{{ ds }}'), s.store_id, SUM(s.qty * p.price) FROM `{{ params.project }}.raw.sales_{{ ds_nodash }}` s JOIN `{{ params.project }}.dim.products` p ON s.sku = p.sku GROUP BY 2
--> day       generated
--> store_id  """{{ params.project }}"".raw.sales_{{ ds_nodash }}.store_id"  DIRECT  INFERRED
--> revenue   """{{ params.project }}"".dim.products.price"                  AGG  INFERRED
--> revenue   """{{ params.project }}"".raw.sales_{{ ds_nodash }}.qty"       AGG  INFERRED
--> rows      """{{ params.project }}"".dim.products.sku"                    JOIN  INFERRED
--> rows      """{{ params.project }}"".raw.sales_{{ ds_nodash }}.sku"       JOIN  INFERRED
--> rows      """{{ params.project }}"".raw.sales_{{ ds_nodash }}.store_id"  GROUP_BY  INFERRED
--! W010  1:14
--! W010  2:96
--! W110  2:64
--! W110  2:120
--! W110  1:13
