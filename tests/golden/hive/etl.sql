-- Statements as people run them, in the manner of public warehouses.

--- a load with variables, hints and dynamic partitions       [catalog: none]
SET hive.exec.dynamic.partition.mode=nonstrict;
SET hivevar:src=ods;
USE ${hiveconf:db};
INSERT OVERWRITE TABLE dw.fact_orders PARTITION (dt='${hiveconf:dt}', region)
SELECT /*+ MAPJOIN(c) */ o.order_id, nvl(o.amount, 0) * c.rate AS amount, get_json_object(o.ext, '$.channel') AS channel, o.region
FROM ${hivevar:src}.orders o LEFT JOIN dim.currency c ON o.cur = c.cur
LATERAL VIEW explode(split(o.tags, ',')) t AS tag
WHERE o.dt >= '${hiveconf:start}' AND o.dt < date_add('${hiveconf:dt}', 1) AND tag <> ''
--> #1      ods.orders.order_id  DIRECT  INFERRED
--> #2      dim.currency.rate    DERIVED  INFERRED
--> #2      ods.orders.amount    DERIVED  INFERRED
--> #3      ods.orders.ext       DERIVED  INFERRED
--> region  ods.orders.region    DIRECT  INFERRED
--> dt      generated
--> rows    dim.currency.cur     JOIN  INFERRED
--> rows    ods.orders.cur       JOIN  INFERRED
--> rows    ods.orders.dt        FILTER  INFERRED
--> rows    ods.orders.tags      FILTER  INFERRED
--> rows    ods.orders.tags      JOIN  INFERRED
--! W110  6:6
--! W110  6:40
--! W320  4:24

--- one scan, two targets       [catalog: none]
FROM (SELECT user_id, page, dt, row_number() OVER (PARTITION BY user_id ORDER BY ts) rn FROM ods.pv WHERE dt='${dt}') a
INSERT OVERWRITE TABLE dw.first_pv PARTITION(dt) SELECT user_id, page, dt WHERE rn = 1
INSERT OVERWRITE TABLE dw.pv_cnt PARTITION(dt='${dt}') SELECT page, count(1) GROUP BY page
--> #1#0  ods.pv.page     DIRECT  INFERRED
--> #1#0  ods.pv.user_id  DIRECT  INFERRED
--> #2#1  generated
--> #2#1  ods.pv.page     DIRECT  INFERRED
--> dt#2  generated
--> dt#2  ods.pv.dt       DIRECT  INFERRED
--> rows  ods.pv.dt       FILTER  INFERRED
--> rows  ods.pv.page     GROUP_BY  INFERRED
--> rows  ods.pv.ts       WINDOW  INFERRED
--> rows  ods.pv.user_id  WINDOW  INFERRED
--! W110  1:94
--! W320  2:24
--! W320  3:24

--- a temporary table with a date in its name       [catalog: none]
DROP TABLE IF EXISTS tmp.t_${dt}; CREATE TABLE tmp.t_${dt} STORED AS ORC AS SELECT id, max(struct(ts, v)).col2 AS v FROM s GROUP BY id; INSERT INTO TABLE d.x SELECT * FROM tmp.t_${dt}
--> #1  tmp.t_${dt}.id  DIRECT  INFERRED
--> #2  tmp.t_${dt}.v   DIRECT  INFERRED
--! W010  1:179
--! W320  1:155
