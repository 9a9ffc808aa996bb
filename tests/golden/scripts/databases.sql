--- USE names the database of what follows                  [dialects: clickhouse duckdb hive spark; catalog: none; influence: complete]
CREATE TABLE db1.s (a INT, b INT);
USE db1;
SELECT a FROM s
--@ 2 result
--> a  db1.s.a  DIRECT
--= level EXACT

--- USE and USE again                                       [dialects: clickhouse duckdb hive spark; catalog: none; influence: complete]
CREATE TABLE db1.s (a INT);
CREATE TABLE db2.s (b INT);
USE db1;
SELECT * FROM s;
USE db2;
SELECT * FROM s
--@ 3 result
--> a  db1.s.a  DIRECT
--@ 5 result
--> b  db2.s.b  DIRECT

--- a table made after USE belongs to that database         [dialects: clickhouse duckdb hive spark; catalog: none; influence: complete]
USE db1;
CREATE TABLE s (a INT, b INT);
SELECT * FROM db1.s
--> a  db1.s.a  DIRECT
--> b  db1.s.b  DIRECT

--- a qualified name does not care                          [dialects: clickhouse duckdb hive spark; catalog: none; influence: complete]
CREATE TABLE db1.s (a INT);
CREATE TABLE db2.s (b INT);
USE db1;
SELECT * FROM db2.s
--> b  db2.s.b  DIRECT

--- settings and sessions move nothing                      [dialects: hive spark; catalog: none; influence: complete]
SET hive.exec.dynamic.partition = true;
CREATE TABLE s (a INT);
SELECT a FROM s
--@ 2 result
--> a  s.a  DIRECT
--= level EXACT
