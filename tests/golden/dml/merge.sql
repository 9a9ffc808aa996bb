--- all branches                                            [dialects: duckdb googlesql spark; catalog: none]
CREATE TABLE t (k INT, x INT, y INT);
CREATE TABLE s (id INT, a INT, b INT, gone INT);
MERGE INTO t USING s ON t.k = s.id
WHEN MATCHED AND s.gone = 1 THEN DELETE
WHEN MATCHED THEN UPDATE SET x = s.a, y = t.y + s.b
WHEN NOT MATCHED THEN INSERT (k, x) VALUES (s.id, s.a * 2)
--@ 2 t
--> k     s.id    DIRECT
--> x     s.a     DIRECT
--> x     s.a     DERIVED
--> y     t.y     DERIVED
--> y     s.b     DERIVED
--> rows  t.k     JOIN
--> rows  s.id    JOIN
--> rows  s.gone  FILTER
--= kind MERGE
--= level EXACT

--- update alone                                            [dialects: duckdb googlesql hive spark; catalog: none]
CREATE TABLE t (k INT, x INT);
CREATE TABLE s (id INT, a INT);
MERGE INTO t USING s ON t.k = s.id
WHEN MATCHED THEN UPDATE SET x = s.a
--> x     s.a   DIRECT
--> rows  t.k   JOIN
--> rows  s.id  JOIN

--- insert alone, with a condition                          [dialects: duckdb googlesql spark; catalog: none]
CREATE TABLE t (k INT, x INT);
CREATE TABLE s (id INT, a INT, live INT);
MERGE INTO t USING s ON t.k = s.id
WHEN NOT MATCHED AND s.live > 0 THEN INSERT (k, x) VALUES (s.id, s.a)
--> k     s.id    DIRECT
--> x     s.a     DIRECT
--> rows  t.k     JOIN
--> rows  s.id    JOIN
--> rows  s.live  FILTER

--- insert by position                                      [dialects: duckdb googlesql hive; catalog: none]
CREATE TABLE t (k INT, x INT, y INT);
CREATE TABLE s (id INT, a INT, b INT);
MERGE INTO t USING s ON t.k = s.id
WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.b, s.a)
--> k     s.id  DIRECT
--> x     s.b   DIRECT
--> y     s.a   DIRECT
--> rows  t.k   JOIN
--> rows  s.id  JOIN

--- aliases of target and source                            [dialects: duckdb googlesql hive spark; catalog: none]
CREATE TABLE t (k INT, x INT);
CREATE TABLE s (k INT, x INT);
MERGE INTO t AS old USING s AS new ON old.k = new.k
WHEN MATCHED THEN UPDATE SET x = new.x + old.x
--@ 2 t
--> x     s.x  DERIVED
--> x     t.x  DERIVED
--> rows  t.k  JOIN
--> rows  s.k  JOIN

--- a subquery as the source                                [dialects: duckdb googlesql spark; catalog: none]
CREATE TABLE t (k INT, total INT);
CREATE TABLE s (id INT, a INT, day INT);
MERGE INTO t USING (SELECT id, sum(a) AS n FROM s WHERE day > 3 GROUP BY id) AS q ON t.k = q.id
WHEN MATCHED THEN UPDATE SET total = q.n
WHEN NOT MATCHED THEN INSERT (k, total) VALUES (q.id, q.n)
--> k      s.id   DIRECT
--> total  s.a    AGG
--> rows   t.k    JOIN
--> rows   s.id   JOIN
--> rows   s.id   GROUP_BY
--> rows   s.day  FILTER

--- a star updates and inserts by name                      [dialect: spark; catalog: none]
CREATE TABLE t (k INT, x INT, y INT);
CREATE TABLE s (y INT, k INT, x INT);
MERGE INTO t USING s ON t.k = s.k
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *
--> k     s.k  DIRECT
--> x     s.x  DIRECT
--> y     s.y  DIRECT
--> rows  t.k  JOIN
--> rows  s.k  JOIN

--- a star inserts by name, the update names its columns    [dialect: spark; catalog: none]
CREATE TABLE t (k INT, x INT);
CREATE TABLE s (x INT, k INT);
MERGE INTO t USING s ON t.k = s.k
WHEN MATCHED AND s.x > t.x THEN UPDATE SET x = s.x + 1
WHEN NOT MATCHED THEN INSERT *
--> k     s.k  DIRECT
--> x     s.x  DIRECT
--> x     s.x  DERIVED
--> rows  t.k  JOIN
--> rows  s.k  JOIN
--> rows  s.x  FILTER
--> rows  t.x  FILTER

--- a whole row, by position                                [dialect: googlesql; catalog: none]
CREATE TABLE t (k INT64, x INT64);
CREATE TABLE s (id INT64, a INT64);
MERGE INTO t USING s ON t.k = s.id
WHEN NOT MATCHED THEN INSERT ROW
--> k     s.id  DIRECT
--> x     s.a   DIRECT
--> rows  t.k   JOIN
--> rows  s.id  JOIN

--- not matched by the source                               [dialects: duckdb googlesql spark; catalog: none]
CREATE TABLE t (k INT, x INT, day INT);
CREATE TABLE s (id INT, a INT);
MERGE INTO t USING s ON t.k = s.id
WHEN MATCHED THEN UPDATE SET x = s.a
WHEN NOT MATCHED BY SOURCE AND t.day < 3 THEN DELETE
--> x     s.a    DIRECT
--> rows  t.k    JOIN
--> rows  s.id   JOIN
--> rows  t.day  FILTER

--- a constant beside a value                               [dialects: duckdb googlesql spark; catalog: none]
CREATE TABLE t (k INT, state INT);
CREATE TABLE s (id INT, a INT);
MERGE INTO t USING s ON t.k = s.id
WHEN MATCHED THEN UPDATE SET state = 1
WHEN NOT MATCHED THEN INSERT (k, state) VALUES (s.id, 0)
--> k      s.id  DIRECT
--> state  generated
--> rows   t.k   JOIN
--> rows   s.id  JOIN

--- a join that never matches reads no key                  [dialects: googlesql spark; catalog: none; influence: complete]
CREATE TABLE t (k INT, x INT);
CREATE TABLE s (id INT, a INT);
MERGE INTO t USING s ON FALSE
WHEN NOT MATCHED THEN INSERT (k, x) VALUES (s.id, s.a)
--> k  s.id  DIRECT
--> x  s.a   DIRECT

--- a source that nobody described                          [dialects: duckdb googlesql spark; catalog: none]
CREATE TABLE t (k INT, x INT);
MERGE INTO t USING nowhere AS n ON t.k = n.id
WHEN MATCHED THEN UPDATE SET x = n.a
--> x     nowhere.a   DIRECT  INFERRED
--> rows  t.k         JOIN
--> rows  nowhere.id  JOIN    INFERRED
--! W110
