-- Statements as people run them, in the manner of public warehouses.

--- an external model over files       [catalog: none]
{{ config(materialized='external', location='out/x.parquet') }}
with src as (select * from read_parquet('{{ var("path") }}/*.parquet', hive_partitioning=true)), dedup as (select *, row_number() over (partition by id order by ts desc) as rn from src)
select * exclude (rn) from dedup where rn = 1
--> *     "{{ var(""path"") }}/*.parquet.*"   DIRECT  INFERRED
--> rows  "{{ var(""path"") }}/*.parquet.id"  WINDOW  INFERRED
--> rows  "{{ var(""path"") }}/*.parquet.ts"  WINDOW  INFERRED
--! W110  2:28

--- from files through tables to a file       [catalog: none]
CREATE OR REPLACE TABLE stg AS SELECT id, unnest(json_extract(payload, '$.items[*]')) AS item, strptime(d, '%Y') AS d FROM 's3://b/x/*.json';
CREATE TABLE out AS SELECT id, item->>'$.sku' AS sku, sum((item->>'qty')::INT) AS q FROM stg GROUP BY ALL;
COPY (SELECT * FROM out) TO 'out.parquet' (FORMAT parquet)
--> id   out.id   DIRECT
--> sku  out.sku  DIRECT
--> q    out.q    DIRECT
