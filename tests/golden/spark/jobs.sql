-- Statements as people run them, in the manner of public warehouses.

--- files, a temporary view, and a MERGE of the latest rows       [catalog: none]
CREATE OR REPLACE TEMP VIEW bronze AS SELECT *, input_file_name() AS f, current_timestamp() AS at FROM json.`/landing/{{ ds }}/*.json`;
MERGE INTO silver.customers t USING (SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY id ORDER BY ts DESC) rn FROM bronze) WHERE rn = 1) s
ON t.id = s.id WHEN MATCHED AND s.op = 'D' THEN DELETE WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *
--> *     bronze.*             DIRECT  INFERRED
--> rn    generated
--> rows  bronze.id            JOIN  INFERRED
--> rows  bronze.id            WINDOW  INFERRED
--> rows  bronze.op            FILTER  INFERRED
--> rows  bronze.ts            WINDOW  INFERRED
--> rows  silver.customers.id  JOIN  INFERRED
--! W110  2:12
--! W110  2:124

--- a chain of CTEs over nested items       [catalog: none]
INSERT OVERWRITE TABLE gold.daily PARTITION (dt = '${dt}')
WITH base AS (SELECT user_id, event.name AS name, explode(event.items) AS item, dt FROM silver.events WHERE dt = '${dt}'),
priced AS (SELECT b.user_id, b.item.sku AS sku, b.item.qty * p.price AS rev FROM base b JOIN dim.prices p ON b.item.sku = p.sku),
agg AS (SELECT user_id, collect_set(sku) AS skus, sum(rev) AS rev FROM priced GROUP BY user_id)
SELECT user_id, size(skus) AS n, rev, percent_rank() OVER (ORDER BY rev) AS pr, transform(skus, s -> upper(s)) AS up FROM agg
--> #1    silver.events.user_id            DIRECT  INFERRED
--> #2    silver.events.event.items[].sku  AGG  INFERRED
--> #3    dim.prices.price                 AGG  INFERRED
--> #3    silver.events.event.items[].qty  AGG  INFERRED
--> #4    generated
--> #5    silver.events.event.items[].sku  AGG  INFERRED
--> dt    generated
--> rows  dim.prices.sku                   JOIN  INFERRED
--> rows  silver.events.dt                 FILTER  INFERRED
--> rows  silver.events.event.items        JOIN  INFERRED
--> rows  silver.events.event.items[].sku  JOIN  INFERRED
--> rows  silver.events.user_id            GROUP_BY  INFERRED
--> #4 ~  dim.prices.price                 WINDOW  INFERRED
--> #4 ~  silver.events.event.items[].qty  WINDOW  INFERRED
--! W110  2:89
--! W110  3:94
--! W320  1:24

--- pivots, generators and JSON       [catalog: none]
SELECT * FROM (SELECT store, month, amt FROM sales) PIVOT (sum(amt) AS s, count(*) AS c FOR month IN ('jan' AS jan, 'feb' AS feb));
SELECT k, inline.a FROM t LATERAL VIEW OUTER inline(arr) inline AS a, b;
SELECT id, get_json_object(j, '$.a') a, from_json(j, 'x INT, y STRUCT<z: STRING>').y.z AS z, m['k'] AS mk FROM raw
--> id  raw.id  DIRECT  INFERRED
--> a   raw.j   DERIVED  INFERRED
--> z   raw.j   DERIVED  INFERRED
--> mk  raw.m   DERIVED  INFERRED
--! W110  3:112
