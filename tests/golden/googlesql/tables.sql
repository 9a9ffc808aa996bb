-- GoogleSQL's own ways to make, fill and name tables.

--- a field of a struct is updated    [feature: statements / UPDATE of nested fields]
UPDATE events SET payload.kind = 'x', payload.buyer.id = n WHERE id > 3
--> payload.kind      generated
--> payload.buyer.id  events.n   DIRECT
--> rows              events.id  FILTER

--- a field of a struct, with FROM and an alias    [feature: statements / UPDATE of nested fields]
UPDATE events e SET e.payload.buyer.id = t.a FROM t WHERE t.b = e.id
--> payload.buyer.id  t.a        DIRECT
--> rows              events.id  FILTER
--> rows              t.b        FILTER

--- LOAD DATA FROM FILES    [feature: statements / LOAD DATA]
LOAD DATA OVERWRITE sales.n (a INT64, b STRING) FROM FILES (format = 'CSV', uris = ['gs://b/x.csv']); SELECT a FROM sales.n
--@ 0
--> a  gs://b/x.csv.a  DIRECT  INFERRED
--> b  gs://b/x.csv.b  DIRECT  INFERRED
--! W110  1:21
--@ 1
--> a  sales.n.a  DIRECT

--- EXPORT DATA    [feature: statements / EXPORT DATA]
EXPORT DATA OPTIONS (uri = 'gs://b/x*.csv', format = 'CSV') AS SELECT a, b + 1 AS k FROM t
--> a  t.a  DIRECT
--> k  t.b  DERIVED

--- a snapshot has the rows of its table    [feature: statements / CREATE SNAPSHOT TABLE]
CREATE SNAPSHOT TABLE sales.snap CLONE u FOR SYSTEM_TIME AS OF CURRENT_TIMESTAMP()
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT

--- COPY and CLONE    [feature: statements / CREATE TABLE COPY and CLONE]
CREATE TABLE sales.c COPY u; CREATE TABLE sales.d CLONE u
--@ 0
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT
--@ 1
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT

--- a model is made of what it learns from    [feature: statements / CREATE MODEL]
CREATE OR REPLACE MODEL sales.m OPTIONS (model_type = 'linear_reg', input_label_cols = ['b']) AS SELECT a, b FROM t
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- tables by a wildcard    [feature: names / wildcard tables]
CREATE TABLE sales.e_1 (a INT64, b INT64); CREATE TABLE sales.e_2 (a INT64); SELECT a, b, _TABLE_SUFFIX AS s FROM `sales.e_*` WHERE _TABLE_SUFFIX = '1'
--> a  sales.e_1.a  DIRECT
--> a  sales.e_2.a  DIRECT
--> b  sales.e_1.b  DIRECT
--> s  generated

--- pseudo-columns    [feature: names / pseudo-columns]
SELECT _PARTITIONTIME AS p, t._PARTITIONDATE AS q FROM t WHERE _PARTITIONDATE > '2020-01-01'
--> p     t._PARTITIONTIME  DIRECT
--> q     t._PARTITIONDATE  DIRECT
--> rows  t._PARTITIONDATE  FILTER

--- INFORMATION_SCHEMA    [feature: names / INFORMATION_SCHEMA]
SELECT table_name FROM `proj.region-us`.INFORMATION_SCHEMA.TABLES
--> table_name  proj.region-us.INFORMATION_SCHEMA.TABLES.table_name  DIRECT

--- WITH OFFSET behind the path of an array    [feature: arrays / WITH OFFSET]
SELECT e.id, i.sku, o FROM events AS e, e.lines AS i WITH OFFSET AS o
--> id    events.id           DIRECT
--> sku   events.lines[].sku  DERIVED_ARRAY
--> o     generated
--> rows  events.lines        JOIN

--- LEFT JOIN of the path of an array with its offset    [feature: arrays / WITH OFFSET]
SELECT e.id, i.sku FROM events AS e LEFT JOIN e.lines AS i WITH OFFSET o ON o > 1
--> id    events.id           DIRECT
--> sku   events.lines[].sku  DERIVED_ARRAY
--> rows  events.lines        JOIN

--- CORRESPONDING and BY NAME    [feature: set operations / BY NAME and CORRESPONDING]
SELECT a, b FROM t FULL OUTER UNION ALL BY NAME SELECT x, a FROM u; SELECT a, b FROM t UNION ALL CORRESPONDING SELECT x AS b, a FROM u
--@ 0
--> a  t.a  DIRECT
--> a  u.a  DIRECT
--> b  t.b  DIRECT
--> x  u.x  DIRECT
--@ 1
--> a  t.a  DIRECT
--> a  u.a  DIRECT
--> b  t.b  DIRECT
--> b  u.x  DIRECT
