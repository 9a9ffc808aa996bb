-- Models, the history of tables, external tables, and the engine's own views.

--- what a model makes of the rows it is given    [feature: table functions / ML functions over a model]
SELECT id, predicted_amount FROM ML.PREDICT(MODEL sales.m, (SELECT id, customer_id FROM orders))
--> id                orders.id           DIRECT
--> predicted_amount  orders.customer_id  EXTERNAL  INFERRED
--> predicted_amount  orders.id           EXTERNAL  INFERRED
--> predicted_amount  sales.m.*           EXTERNAL  INFERRED
--! W218  1:37

--- a table as the argument    [feature: table functions / ML functions over a model]
SELECT * FROM ML.PREDICT(MODEL `sales.m`, TABLE u, STRUCT(0.5 AS threshold))
--> a  u.a        DIRECT
--> x  u.x        DIRECT
--> y  u.y        DIRECT
--> *  sales.m.*  EXTERNAL  INFERRED
--> *  u.a        EXTERNAL  INFERRED
--> *  u.x        EXTERNAL  INFERRED
--> *  u.y        EXTERNAL  INFERRED
--! W218  1:18

--- what is said of a model    [feature: table functions / ML functions over a model]
SELECT processed_input, weight FROM ML.WEIGHTS(MODEL sales.m)
--> processed_input  sales.m.*  UNKNOWN  COARSE
--> weight           sales.m.*  UNKNOWN  COARSE
--! W216  1:40

--- a forecast comes from the model alone    [feature: table functions / ML functions over a model]
SELECT forecast_value FROM ML.FORECAST(MODEL sales.m, STRUCT(30 AS horizon))
--> forecast_value  sales.m.*  UNKNOWN  COARSE
--! W216  1:31

--- a model that is trained and asked    [feature: statements / CREATE MODEL]
CREATE MODEL sales.m OPTIONS (model_type = 'linear_reg') AS SELECT a, b AS label FROM t; CREATE TABLE sales.p AS SELECT a, predicted_label FROM ML.PREDICT(MODEL sales.m, TABLE u)
--@ 0
--> a      t.a  DIRECT
--> label  t.b  DIRECT

--- the history of a table    [feature: table functions / APPENDS and CHANGES]
SELECT a, _CHANGE_TYPE FROM APPENDS(TABLE t, NULL, NULL); SELECT * FROM CHANGES(TABLE u, NULL, CURRENT_TIMESTAMP())
--> a                  u.a        DIRECT
--> x                  u.x        DIRECT
--> y                  u.y        DIRECT
--> _CHANGE_TYPE       generated
--> _CHANGE_TIMESTAMP  generated

--- the nearest rows    [feature: table functions / VECTOR_SEARCH]
SELECT query.id AS q, base.name AS n, distance FROM VECTOR_SEARCH(TABLE customers, 'name', (SELECT id, name FROM customers), top_k => 3)
--> q         customers.id    DIRECT
--> n         customers.name  DIRECT
--> distance  customers.name  DERIVED

--- an external table is made of its files    [feature: statements / CREATE EXTERNAL TABLE]
CREATE EXTERNAL TABLE sales.e (a INT64, b STRING) WITH PARTITION COLUMNS (p STRING) OPTIONS (format = 'CSV', uris = ['gs://b/x.csv'])
--> a  gs://b/x.csv.a  DIRECT  INFERRED
--> b  gs://b/x.csv.b  DIRECT  INFERRED
--> p  gs://b/x.csv.p  DIRECT  INFERRED
--! W110  1:23

--- an external table whose columns nobody names    [feature: statements / CREATE EXTERNAL TABLE]
CREATE OR REPLACE EXTERNAL TABLE sales.e OPTIONS (format = 'PARQUET', uris = ['gs://b/x.parquet'])
--> *  gs://b/x.parquet.*  DIRECT  INFERRED
--! W110  1:34

--- views of INFORMATION_SCHEMA have their columns    [feature: names / INFORMATION_SCHEMA]
SELECT * FROM sales.INFORMATION_SCHEMA.VIEWS
--> table_catalog     sales.INFORMATION_SCHEMA.VIEWS.table_catalog     DIRECT
--> table_schema      sales.INFORMATION_SCHEMA.VIEWS.table_schema      DIRECT
--> table_name        sales.INFORMATION_SCHEMA.VIEWS.table_name        DIRECT
--> view_definition   sales.INFORMATION_SCHEMA.VIEWS.view_definition   DIRECT
--> check_option      sales.INFORMATION_SCHEMA.VIEWS.check_option      DIRECT
--> use_standard_sql  sales.INFORMATION_SCHEMA.VIEWS.use_standard_sql  DIRECT

--- the tables that jobs read    [feature: names / INFORMATION_SCHEMA]
SELECT j.user_email, r.table_id FROM `region-us`.INFORMATION_SCHEMA.JOBS AS j, UNNEST(j.referenced_tables) AS r WHERE j.creation_time > '2020-01-01'
--> user_email  region-us.INFORMATION_SCHEMA.JOBS.user_email                    DIRECT
--> table_id    region-us.INFORMATION_SCHEMA.JOBS.referenced_tables[].table_id  DERIVED_ARRAY
--> rows        region-us.INFORMATION_SCHEMA.JOBS.creation_time                 FILTER
--> rows        region-us.INFORMATION_SCHEMA.JOBS.referenced_tables             JOIN

--- a row into a variable    [feature: scripts / EXECUTE IMMEDIATE]
DECLARE x INT64; EXECUTE IMMEDIATE 'SELECT MAX(a) FROM t' INTO x
--@ 1
--> value  t.a  AGG

--- a variable is gone with its block    [feature: scripts / blocks and their variables]
BEGIN DECLARE q INT64; SELECT a + q AS k FROM u; END; SELECT q FROM t
--> q  t.q  DIRECT  INFERRED
--! W111  1:62

--- a variable inside its block    [feature: scripts / blocks and their variables]
BEGIN DECLARE q INT64 DEFAULT 3; SELECT a + q AS k FROM u
--@ 2
--> k  q.value  DERIVED
--> k  u.a      DERIVED

--- a variable, or a column of a table that nobody knows    [feature: scripts / blocks and their variables]
DECLARE a INT64; SELECT a FROM nowhere
--@ 1
--> a  a.value    DIRECT  AMBIGUOUS
--> a  nowhere.a  DIRECT  AMBIGUOUS
--! W110  1:32
--! W112  1:25
