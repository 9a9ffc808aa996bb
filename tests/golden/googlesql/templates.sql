-- Templates in the names of BigQuery.

--- a quoted name with several parts and several templates       [catalog: none]
CREATE OR REPLACE TABLE `{{ project }}.stage.orders_{{ ds_nodash }}` AS
SELECT id, `total-{{ unit }}` AS total FROM `{{ params.project }}.{{ params.dataset }}.orders_{{ ds_nodash }}`
WHERE day = DATE('{{ ds }}')
--> id     """{{ params.project }}"".""{{ params.dataset }}"".orders_{{ ds_nodash }}.id"                DIRECT  INFERRED
--> total  """{{ params.project }}"".""{{ params.dataset }}"".orders_{{ ds_nodash }}.total-{{ unit }}"  DIRECT  INFERRED
--> rows   """{{ params.project }}"".""{{ params.dataset }}"".orders_{{ ds_nodash }}.day"               FILTER  INFERRED
--! W010  1:26
--! W010  1:53
--! W010  2:19
--! W010  2:46
--! W010  2:67
--! W110  2:45
