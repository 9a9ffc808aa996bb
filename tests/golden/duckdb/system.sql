-- What the engine knows of itself, and what it says of tables and queries.

--- a function of the engine has columns                  [feature: about tables / duckdb_tables() and its like]
SELECT table_name, estimated_size * 2 AS n FROM duckdb_tables() WHERE schema_name = 'main'
--> table_name  duckdb_tables().table_name      DIRECT
--> n           duckdb_tables().estimated_size  DERIVED
--> rows        duckdb_tables().schema_name     FILTER

--- a star over it is known
SELECT * FROM duckdb_variables()
--> name   duckdb_variables().name   DIRECT
--> value  duckdb_variables().value  DIRECT
--> type   duckdb_variables().type   DIRECT

--- the view of that name
SELECT schema_name, sql FROM duckdb_views
--> schema_name  duckdb_views.schema_name  DIRECT
--> sql          duckdb_views.sql          DIRECT

--- information_schema                                    [feature: about tables / information_schema, pg_catalog]
SELECT c.column_name FROM information_schema.columns AS c WHERE c.table_name = 't'
--> column_name  information_schema.columns.column_name  DIRECT
--> rows         information_schema.columns.table_name   FILTER

--- pg_catalog is found without its name
SELECT relname FROM pg_class JOIN pg_catalog.pg_namespace AS n ON relnamespace = n.oid
--> relname  pg_catalog.pg_class.relname       DIRECT
--> rows     pg_catalog.pg_class.relnamespace  JOIN
--> rows     pg_catalog.pg_namespace.oid       JOIN

--- pragma_table_info                                     [feature: about tables / pragma_table_info]
SELECT name, "notnull" FROM pragma_table_info('t')
--> name     pragma_table_info('t').name     DIRECT
--> notnull  pragma_table_info('t').notnull  DIRECT

--- DESCRIBE as a table                                   [feature: about tables / FROM (DESCRIBE t)]
SELECT column_name, column_type FROM (DESCRIBE t)
--> column_name  generated
--> column_type  generated

--- DESCRIBE of a query as a table, in a WITH
WITH d AS (DESCRIBE SELECT a FROM t) SELECT * FROM d
--> column_name  generated
--> column_type  generated
--> null         generated
--> key          generated
--> default      generated
--> extra        generated

--- SHOW as a table                                       [feature: about tables / FROM (SHOW TABLES)]
SELECT s.name, c.column_name FROM (SHOW TABLES) AS s, (SHOW t) AS c
--> name         generated
--> column_name  generated

--- SHOW ALL TABLES as a table
SELECT * FROM (SHOW ALL TABLES)
--> database      generated
--> schema        generated
--> name          generated
--> column_names  generated
--> column_types  generated
--> temporary     generated

--- DESCRIBE moves no data                                [feature: about tables / DESCRIBE, SHOW]
DESCRIBE SELECT a FROM t
--= level EXACT
--= kind DESCRIBE

--- SUMMARIZE                                             [feature: SUMMARIZE / of a table; influence: complete]
SUMMARIZE orders
--> column_name      generated
--> column_type      generated
--> min              orders.amount       AGG
--> min              orders.created_at   AGG
--> min              orders.customer_id  AGG
--> min              orders.id           AGG
--> min              orders.status       AGG
--> max              orders.amount       AGG
--> max              orders.created_at   AGG
--> max              orders.customer_id  AGG
--> max              orders.id           AGG
--> max              orders.status       AGG
--> approx_unique    orders.amount       AGG
--> approx_unique    orders.created_at   AGG
--> approx_unique    orders.customer_id  AGG
--> approx_unique    orders.id           AGG
--> approx_unique    orders.status       AGG
--> avg              orders.amount       AGG
--> avg              orders.created_at   AGG
--> avg              orders.customer_id  AGG
--> avg              orders.id           AGG
--> std              orders.amount       AGG
--> std              orders.customer_id  AGG
--> std              orders.id           AGG
--> q25              orders.amount       AGG
--> q25              orders.created_at   AGG
--> q25              orders.customer_id  AGG
--> q25              orders.id           AGG
--> q50              orders.amount       AGG
--> q50              orders.created_at   AGG
--> q50              orders.customer_id  AGG
--> q50              orders.id           AGG
--> q75              orders.amount       AGG
--> q75              orders.created_at   AGG
--> q75              orders.customer_id  AGG
--> q75              orders.id           AGG
--> count            generated
--> null_percentage  orders.amount       AGG
--> null_percentage  orders.created_at   AGG
--> null_percentage  orders.customer_id  AGG
--> null_percentage  orders.id           AGG
--> null_percentage  orders.status       AGG

--- SUMMARIZE of a query                                  [feature: SUMMARIZE / of a query; influence: complete]
SUMMARIZE SELECT a, created_at, payload FROM t, orders, events WHERE b > 0
--> column_name      generated
--> column_type      generated
--> min              events.payload     AGG
--> min              orders.created_at  AGG
--> min              t.a                AGG
--> max              events.payload     AGG
--> max              orders.created_at  AGG
--> max              t.a                AGG
--> approx_unique    events.payload     AGG
--> approx_unique    orders.created_at  AGG
--> approx_unique    t.a                AGG
--> avg              orders.created_at  AGG
--> avg              t.a                AGG
--> std              t.a                AGG
--> q25              orders.created_at  AGG
--> q25              t.a                AGG
--> q50              orders.created_at  AGG
--> q50              t.a                AGG
--> q75              orders.created_at  AGG
--> q75              t.a                AGG
--> count            generated
--> null_percentage  events.payload     AGG
--> null_percentage  orders.created_at  AGG
--> null_percentage  t.a                AGG
--> rows             t.b                FILTER

--- SUMMARIZE as a table                                  [feature: SUMMARIZE / as a table]
SELECT column_name, max AS top, null_percentage FROM (SUMMARIZE u)
--> column_name      generated
--> top              u.a        AGG
--> top              u.x        AGG
--> top              u.y        AGG
--> null_percentage  u.a        AGG
--> null_percentage  u.x        AGG
--> null_percentage  u.y        AGG

--- whether there is an average depends on the type
SUMMARIZE SELECT a || 'x' AS k FROM t
--> column_name      generated
--> column_type      generated
--> min              t.a        AGG
--> max              t.a        AGG
--> approx_unique    t.a        AGG
--> avg              t.a        AGG  INFERRED
--> std              t.a        AGG  INFERRED
--> q25              t.a        AGG  INFERRED
--> q50              t.a        AGG  INFERRED
--> q75              t.a        AGG  INFERRED
--> count            generated
--> null_percentage  t.a        AGG
--! W222  1:1

--- SUMMARIZE of a table that nobody knows
SELECT min FROM (SUMMARIZE nowhere)
--> min  nowhere.*  AGG  INFERRED
--! W110  1:28

--- SUMMARIZE makes a table
CREATE TABLE s AS SUMMARIZE t; SELECT q50 FROM s
--> q50  s.q50  DIRECT

--- PIVOT makes a table                                   [feature: PIVOT / CREATE TABLE AS PIVOT]
CREATE TABLE p AS PIVOT t ON a IN (1, 2) USING sum(b) GROUP BY c
--> c     t.c  DIRECT
--> 1     t.b  AGG
--> 2     t.b  AGG
--> rows  t.c  GROUP_BY
--> 1 ~   t.a  CONDITIONAL
--> 2 ~   t.a  CONDITIONAL

--- UNPIVOT fills a table                                 [feature: PIVOT / INSERT INTO … UNPIVOT]
INSERT INTO v BY NAME UNPIVOT (SELECT a, x FROM u) ON x INTO NAME x VALUE z
--> a     u.a        DIRECT
--> x     generated
--> z     u.x        DIRECT
--> rows  u.x        FILTER

--- another word for UNPIVOT
PIVOT_LONGER (SELECT a, x, y FROM u) ON x, y INTO NAME n VALUE w
--> a     u.a        DIRECT
--> n     generated
--> w     u.x        DIRECT
--> w     u.y        DIRECT
--> rows  u.x        FILTER
--> rows  u.y        FILTER

--- histogram_values                                      [feature: table functions / histogram, histogram_values]
SELECT bin, count FROM histogram_values(t, a)
--> bin    t.a  AGG
--> count  t.a  AGG
--> rows   t.a  JOIN

--- histogram
FROM histogram(u, 'x')
--> bin    u.x  AGG
--> count  u.x  AGG
--> bar    u.x  AGG
--> rows   u.x  JOIN

--- json_each beside a table                              [feature: table functions / json_each, json_tree]
SELECT o.id, j.key, j.value FROM orders AS o, json_each(o.status) AS j
--> id     orders.id      DIRECT
--> key    orders.status  DERIVED_ARRAY
--> value  orders.status  DERIVED_ARRAY
--> rows   orders.status  JOIN

--- repeat and repeat_row come from nowhere               [feature: table functions / repeat, repeat_row]
SELECT * FROM repeat('x', 3), repeat_row(1, 2, num_rows = 3)
--> x        generated
--> column0  generated
--> column1  generated
