--- a filter                                                [catalog: none]
CREATE TABLE t (x INT, y INT);
DELETE FROM t WHERE x > 1 AND y = 2
--@ 1 t
--> rows  t.x  FILTER
--> rows  t.y  FILTER
--= kind DELETE
--= level EXACT

--- everything                                              [catalog: none; influence: complete]
CREATE TABLE t (x INT, y INT);
DELETE FROM t WHERE TRUE
--@ 1 t
--= kind DELETE
--= level EXACT

--- IN a subquery                                           [catalog: none]
CREATE TABLE t (x INT, y INT);
CREATE TABLE s (a INT, b INT);
DELETE FROM t WHERE x IN (SELECT a FROM s WHERE b > 0)
--@ 2 t
--> rows  t.x  FILTER
--> rows  s.a  FILTER
--> rows  s.b  FILTER

--- a correlated EXISTS                                     [catalog: none]
CREATE TABLE t (x INT, y INT);
CREATE TABLE s (a INT, b INT);
DELETE FROM t WHERE EXISTS (SELECT 1 FROM s WHERE s.a = t.x)
--> rows  s.a  FILTER
--> rows  t.x  FILTER

--- using another table                                     [dialect: duckdb; catalog: none]
CREATE TABLE t (x INT, y INT);
CREATE TABLE s (a INT, b INT);
DELETE FROM t USING s WHERE t.x = s.a AND s.b > 0
--@ 2 t
--> rows  t.x  FILTER
--> rows  s.a  FILTER
--> rows  s.b  FILTER

--- an alias                                                [dialects: duckdb googlesql spark; catalog: none]
CREATE TABLE t (x INT, y INT);
DELETE FROM t AS q WHERE q.x > 1
--@ 1 t
--> rows  t.x  FILTER

--- a target that nobody described                          [catalog: none]
DELETE FROM nowhere WHERE x > 1
--@ 0 nowhere
--> rows  nowhere.x  FILTER  INFERRED
--! W110
--= level INFERRED

--- truncate                                                [catalog: none; influence: complete]
CREATE TABLE t (x INT, y INT);
TRUNCATE TABLE t
--@ 1 t
--= level EXACT

--- truncate keeps the schema                               [catalog: none; influence: complete]
CREATE TABLE t (x INT, y INT);
TRUNCATE TABLE t;
SELECT * FROM t
--@ 2 result
--> x  t.x  DIRECT
--> y  t.y  DIRECT
