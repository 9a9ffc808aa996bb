--- assigned columns only                                   [catalog: none]
CREATE TABLE t (x INT, y INT, z INT);
UPDATE t SET x = y + 1 WHERE z > 0
--@ 1 t
--> x     t.y  DERIVED
--> rows  t.z  FILTER
--= kind UPDATE
--= level EXACT
--= columns x

--- a self edge                                             [catalog: none; influence: complete]
CREATE TABLE t (x INT, y INT);
UPDATE t SET x = x + 1
--> x  t.x  DERIVED

--- a constant                                              [catalog: none]
CREATE TABLE t (x INT, y INT);
UPDATE t SET x = 0 WHERE y = 1
--> x     generated
--> rows  t.y  FILTER

--- a swap reads the old values                             [catalog: none; influence: complete]
CREATE TABLE t (x INT, y INT);
UPDATE t SET x = y, y = x
--> x  t.y  DIRECT
--> y  t.x  DIRECT

--- an alias                                                [catalog: none; dialects: duckdb googlesql spark]
CREATE TABLE t (x INT, y INT, z INT);
UPDATE t AS q SET x = q.y WHERE q.z > 0
--@ 1 t
--> x     t.y  DIRECT
--> rows  t.z  FILTER

--- from another table                                      [catalog: none; dialects: duckdb googlesql]
CREATE TABLE t (x INT, y INT, z INT);
CREATE TABLE s (a INT, b INT);
UPDATE t SET x = s.a, z = s.a + t.z FROM s WHERE t.y = s.b
--@ 2 t
--> x     s.a  DIRECT
--> z     s.a  DERIVED
--> z     t.z  DERIVED
--> rows  t.y  FILTER
--> rows  s.b  FILTER
--= sources s t

--- from a join                                             [catalog: none; dialects: duckdb googlesql]
CREATE TABLE t (x INT, y INT);
CREATE TABLE s (a INT, b INT);
CREATE TABLE u (k INT, v INT);
UPDATE t SET x = s.a FROM s JOIN u ON s.b = u.k WHERE t.y = u.v
--> x     s.a  DIRECT
--> rows  s.b  JOIN
--> rows  u.k  JOIN
--> rows  t.y  FILTER
--> rows  u.v  FILTER

--- from a subquery                                         [catalog: none; dialects: duckdb googlesql]
CREATE TABLE t (x INT, y INT);
CREATE TABLE s (a INT, b INT);
UPDATE t SET x = q.n FROM (SELECT b, sum(a) AS n FROM s GROUP BY b) AS q WHERE t.y = q.b
--> x     s.a  AGG
--> rows  s.b  GROUP_BY
--> rows  s.b  FILTER
--> rows  t.y  FILTER

--- a scalar subquery: its filter decides that column alone [catalog: none]
CREATE TABLE t (x INT, y INT, z INT);
CREATE TABLE s (a INT, b INT);
UPDATE t SET x = (SELECT max(s.a) FROM s WHERE s.b = t.y) WHERE t.z > 0
--@ 2 t
--> x     s.a  AGG
--> x ~   s.b  FILTER
--> x ~   t.y  FILTER
--> rows  t.z  FILTER

--- IN a subquery decides the rows                          [catalog: none]
CREATE TABLE t (x INT, y INT);
CREATE TABLE s (a INT, b INT);
UPDATE t SET x = 1 WHERE y IN (SELECT a FROM s WHERE b > 0)
--> x     generated
--> rows  t.y  FILTER
--> rows  s.a  FILTER
--> rows  s.b  FILTER

--- a condition decides one column                          [catalog: none]
CREATE TABLE t (x INT, y INT, z INT);
UPDATE t SET x = CASE WHEN y > 0 THEN z ELSE x END
--> x    t.z  DERIVED
--> x    t.x  DERIVED
--> x ~  t.y  CONDITIONAL

--- a column that the target does not have                  [catalog: none; influence: complete]
CREATE TABLE t (x INT, y INT);
UPDATE t SET nope = y
--> nope  t.y  DIRECT  INFERRED
--! W311

--- a target that nobody described                          [catalog: none]
UPDATE nowhere SET x = y + 1 WHERE z > 0
--@ 0 nowhere
--> x     nowhere.y  DERIVED  INFERRED
--> rows  nowhere.z  FILTER   INFERRED
--! W110
--= level INFERRED
