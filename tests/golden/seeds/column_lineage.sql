--- create table as select                                  [dialect: googlesql; catalog: none; influence: complete]
CREATE TABLE wikipedia (title STRING, comment STRING);
CREATE TABLE target AS
SELECT
    UPPER(CONCAT(title, comment)) AS full_text
FROM wikipedia
--@ 1 target
--> full_text  wikipedia.title    DERIVED
--> full_text  wikipedia.comment  DERIVED
--> expr full_text  "UPPER(CONCAT(title, comment))"
--= kind CREATE_TABLE

--- a plain column and an alias                             [dialect: googlesql; catalog: none; influence: complete]
CREATE TABLE s (col1 STRING, col2 STRING);
SELECT col1, col2 AS alias FROM s
--> col1   s.col1  DIRECT
--> alias  s.col2  DIRECT

--- a function                                              [dialect: googlesql; catalog: none; influence: complete]
CREATE TABLE s (col1 STRING, col2 STRING);
SELECT UPPER(col1) AS u FROM s
--> u  s.col1  DERIVED

--- functions inside functions                              [dialect: googlesql; catalog: none; influence: complete]
CREATE TABLE s (col1 STRING, col2 STRING);
SELECT UPPER(CONCAT(col1, col2)) AS u FROM s
--> u  s.col1  DERIVED
--> u  s.col2  DERIVED

--- CASE: the condition is no parent                        [dialect: googlesql; catalog: none]
CREATE TABLE s (x BOOL, col1 STRING, col2 STRING);
SELECT CASE WHEN x THEN col1 ELSE col2 END AS c FROM s
--> c    s.col1  DERIVED
--> c    s.col2  DERIVED
--> c ~  s.x     CONDITIONAL

--- CASE with an operand: neither is the operand            [dialect: googlesql; catalog: none]
CREATE TABLE s (x INT64, col1 STRING, col2 STRING);
SELECT CASE x WHEN 1 THEN col1 ELSE col2 END AS c FROM s
--> c    s.col1  DERIVED
--> c    s.col2  DERIVED
--> c ~  s.x     CONDITIONAL

--- IF: the condition is no parent                          [dialect: googlesql; catalog: none]
CREATE TABLE s (x BOOL, col1 STRING, col2 STRING);
SELECT IF(x, col1, col2) AS c FROM s
--> c    s.col1  DERIVED
--> c    s.col2  DERIVED
--> c ~  s.x     CONDITIONAL

--- NULLIF: the first argument alone                        [dialect: googlesql; catalog: none]
CREATE TABLE s (col1 STRING, col2 STRING);
SELECT NULLIF(col1, col2) AS c FROM s
--> c    s.col1  DERIVED
--> c ~  s.col2  CONDITIONAL

--- a cast                                                  [dialect: googlesql; catalog: none; influence: complete]
CREATE TABLE s (col1 STRING);
SELECT CAST(col1 AS INT64) AS c FROM s
--> c  s.col1  DERIVED

--- a field of a struct                                     [dialect: googlesql; catalog: none; influence: complete]
CREATE TABLE s (struct_col STRUCT<field STRING, other STRING>);
SELECT struct_col.field FROM s
--> field  s.struct_col.field  DIRECT

--- a struct made and taken apart keeps its fields apart    [dialect: googlesql; catalog: none; influence: complete]
CREATE TABLE s (col1 STRING, col2 STRING);
WITH made AS (SELECT STRUCT(col1 AS x, col2 AS y) AS z FROM s)
SELECT z.x, z.y FROM made
--> x  s.col1  DIRECT
--> y  s.col2  DIRECT

--- a subquery                                              [dialect: googlesql; catalog: none; influence: complete]
CREATE TABLE s (col STRING);
SELECT * FROM (SELECT col FROM s)
--> col  s.col  DIRECT

--- a join                                                  [dialect: googlesql; catalog: none]
CREATE TABLE a (id INT64, col STRING);
CREATE TABLE b (id INT64, col STRING);
SELECT a.col, b.col FROM a JOIN b ON a.id = b.id
--> col#0  a.col  DIRECT
--> col#1  b.col  DIRECT
--> rows   a.id   JOIN
--> rows   b.id   JOIN

--- a WITH clause                                           [dialect: googlesql; catalog: none; influence: complete]
CREATE TABLE s (col STRING);
WITH cte AS (SELECT UPPER(col) AS up FROM s) SELECT up FROM cte
--> up  s.col  DERIVED

--- a union                                                 [dialect: googlesql; catalog: none; influence: complete]
CREATE TABLE a (x STRING);
CREATE TABLE b (y STRING);
SELECT x FROM a UNION ALL SELECT y FROM b
--> x  a.x  DIRECT
--> x  b.y  DIRECT

--- an unnested array                                       [dialect: googlesql; catalog: none]
CREATE TABLE s (arr ARRAY<STRING>);
SELECT item FROM s, UNNEST(s.arr) AS item
--> item  s.arr  DERIVED_ARRAY

--- create view                                             [dialect: googlesql; catalog: none; influence: complete]
CREATE TABLE s (col1 STRING, col2 STRING);
CREATE VIEW v AS SELECT CONCAT(col1, col2) AS both FROM s
--@ 1 v
--> both  s.col1  DERIVED
--> both  s.col2  DERIVED
--= kind CREATE_VIEW

--- insert                                                  [dialect: googlesql; catalog: none; influence: complete]
CREATE TABLE s (col1 STRING, col2 STRING);
CREATE TABLE t (a STRING, b STRING);
INSERT INTO t (b, a) SELECT col1, col2 FROM s
--@ 2 t
--> b  s.col1  DIRECT
--> a  s.col2  DIRECT

--- update                                                  [dialect: googlesql; catalog: none]
CREATE TABLE t (id INT64, col STRING);
UPDATE t SET col = UPPER(col) WHERE id = 1
--@ 1 t
--> col   t.col  DERIVED
--> rows  t.id   FILTER

--- merge                                                   [dialect: googlesql; catalog: none]
CREATE TABLE t (id INT64, col STRING);
CREATE TABLE s (id INT64, col1 STRING, col2 STRING);
MERGE INTO t USING s ON t.id = s.id
WHEN MATCHED THEN UPDATE SET col = s.col1
WHEN NOT MATCHED THEN INSERT (id, col) VALUES (s.id, s.col2)
--@ 2 t
--> id    s.id    DIRECT
--> col   s.col1  DIRECT
--> col   s.col2  DIRECT
--> rows  t.id    JOIN
--> rows  s.id    JOIN
