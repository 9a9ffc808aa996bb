-- INSERT in Flink: columns by position against the sink, partitions, what does not fit; statement sets.

--- by position                                                            [catalog: streams; influence: complete; feature: writes / INSERT by position]
INSERT INTO sink SELECT user_id, url, price AS dt, CAST(user_id AS STRING), raw FROM clicks
--> user_id  clicks.user_id  DIRECT
--> url      clicks.url      DIRECT
--> price    clicks.price    DIRECT
--> dt       clicks.user_id  DERIVED
--> h        clicks.raw      DIRECT

--- a part of the columns, in another order                                [catalog: streams; feature: writes / a part of the columns]
INSERT INTO sink (url, user_id) SELECT url, user_id FROM clicks
--> user_id  clicks.user_id  DIRECT
--> url      clicks.url      DIRECT

--- a static partition                                                     [catalog: streams; feature: writes / PARTITION]
INSERT INTO sink PARTITION (dt = '2024-01-01', h = '10') SELECT user_id, url, price FROM clicks
--> user_id  clicks.user_id  DIRECT
--> url      clicks.url      DIRECT
--> price    clicks.price    DIRECT
--> dt       generated
--> h        generated

--- a static partition, and one that the query gives                       [catalog: streams; feature: writes / PARTITION]
INSERT OVERWRITE sink PARTITION (dt = '2024-01-01') SELECT user_id, url, price, raw FROM clicks
--> user_id  clicks.user_id  DIRECT
--> url      clicks.url      DIRECT
--> price    clicks.price    DIRECT
--> dt       generated
--> h        clicks.raw      DIRECT

--- a static partition and a part of the columns                           [catalog: streams; feature: writes / PARTITION]
INSERT INTO sink PARTITION (dt = '1') (url, h) SELECT url, raw FROM clicks
--> url  clicks.url  DIRECT
--> dt   generated
--> h    clicks.raw  DIRECT

--- too few columns                                                           [catalog: streams]
INSERT INTO sink SELECT user_id, url FROM clicks
--> user_id  clicks.user_id  DIRECT  INFERRED
--> url      clicks.url      DIRECT  INFERRED
--! W310  1:13

--- too many columns                                                          [catalog: streams]
INSERT INTO totals SELECT url, user_id, price, raw FROM clicks
--> k      clicks.url      DIRECT  INFERRED
--> n      clicks.user_id  DIRECT  INFERRED
--> total  clicks.price    DIRECT  INFERRED
--! W310  1:13

--- a value of another type                                                   [catalog: streams]
INSERT INTO totals SELECT user_id, url, price FROM clicks
--> k      clicks.user_id  DIRECT  INFERRED
--> n      clicks.url      DIRECT  INFERRED
--> total  clicks.price    DIRECT
--! W317  1:27
--! W317  1:36

--- a type that fits, and one that the cast makes fit                      [catalog: streams; feature: writes / INSERT by position]
INSERT INTO totals SELECT CAST(user_id AS STRING), user_id, price FROM clicks
--> k      clicks.user_id  DERIVED
--> n      clicks.user_id  DIRECT
--> total  clicks.price    DIRECT

--- values                                                                 [catalog: streams; feature: writes / VALUES]
INSERT INTO totals VALUES ('a', 1, 2.5), ('b', CAST(NULL AS BIGINT), 3)
--> k      generated
--> n      generated
--> total  generated

--- what is done with rows of one key                                      [catalog: streams; influence: complete; feature: writes / ON CONFLICT]
INSERT INTO totals SELECT url, COUNT(*), SUM(price) FROM clicks GROUP BY url ON CONFLICT DO DEDUPLICATE
--> k      clicks.url    DIRECT
--> n      generated
--> total  clicks.price  AGG
--> rows   clicks.url    GROUP_BY

--- hints                                                                  [catalog: streams; influence: complete; feature: writes / hints]
INSERT INTO totals /*+ OPTIONS('sink.parallelism' = '4') */
SELECT /*+ BROADCAST(u), LOOKUP('table' = 'users', 'retry-predicate' = 'lookup_miss') */ u.name, c.user_id, c.price
FROM clicks /*+ OPTIONS('scan.startup.mode' = 'earliest-offset', 'properties.password' = 'x') */ AS c
JOIN users FOR SYSTEM_TIME AS OF c.proc AS u ON c.user_id = u.id
--> k      users.name      DIRECT
--> n      clicks.user_id  DIRECT
--> total  clicks.price    DIRECT
--> rows   clicks.proc     JOIN
--> rows   clicks.user_id  JOIN
--> rows   users.id        JOIN

--- a WITH clause behind INSERT                                            [catalog: streams; feature: writes / INSERT by position]
INSERT INTO totals WITH x AS (SELECT url AS k FROM clicks) SELECT k, CAST(1 AS BIGINT), CAST(2 AS DECIMAL(18, 2)) FROM x
--> k      clicks.url  DIRECT
--> n      generated
--> total  generated

--- a statement set: one target each                                       [catalog: streams; influence: complete; feature: writes / statement sets]
EXECUTE STATEMENT SET
BEGIN
INSERT INTO totals SELECT url, user_id, price FROM clicks WHERE price > 0;
INSERT INTO sink (url) SELECT url FROM clicks;
END;
--@ 0 totals
--> k      clicks.url      DIRECT
--> n      clicks.user_id  DIRECT
--> total  clicks.price    DIRECT
--> rows   clicks.price    FILTER
--@ 1 sink
--> url  clicks.url  DIRECT

--- the older statement set                                                [catalog: streams; feature: writes / statement sets]
BEGIN STATEMENT SET;
INSERT INTO sink (url) SELECT url FROM clicks;
INSERT INTO sink (url) SELECT raw FROM clicks;
END;
SELECT k FROM totals
--@ 0 sink
--> url  clicks.url  DIRECT
--@ 1 sink
--> url  clicks.raw  DIRECT
--@ 2 result
--> k  totals.k  DIRECT

--- a set that is only explained moves nothing                             [catalog: streams; feature: writes / EXPLAIN and COMPILE PLAN]
EXPLAIN STATEMENT SET BEGIN INSERT INTO sink (url) SELECT url FROM clicks; INSERT INTO sink (url) SELECT raw FROM clicks; END
--@ 0
--! I313
--@ 1
--! I313

--- a plan that is compiled and run                                        [catalog: streams; feature: writes / EXPLAIN and COMPILE PLAN]
COMPILE AND EXECUTE PLAN 'file:/p.json' FOR INSERT INTO sink (url) SELECT raw FROM clicks
--> url  clicks.raw  DIRECT

--- a plan that is compiled moves nothing                                  [catalog: streams; feature: writes / EXPLAIN and COMPILE PLAN]
COMPILE PLAN 'file:/p.json' FOR INSERT INTO sink (url) SELECT raw FROM clicks
--! I313

--- END without a set                                                         [catalog: none]
END
--! E006  1:1

--- statements about the session move nothing                              [catalog: none; feature: the session / SET and RESET and ADD JAR and modules]
SET 'execution.runtime-mode' = 'batch';
RESET 'execution.runtime-mode';
ADD JAR '/x.jar';
LOAD MODULE hive WITH ('hive-version' = '3.1.3');
USE MODULES hive, core;
CREATE DATABASE d WITH ('a' = 'b');
ALTER DATABASE d SET ('a' = 'c');
SHOW CREATE TABLE t;
CALL sys.compact('t');
DROP CATALOG c;
DROP TEMPORARY SYSTEM FUNCTION IF EXISTS f;
ANALYZE TABLE t COMPUTE STATISTICS FOR ALL COLUMNS;
STOP JOB '228d70913eab60dda85c5e7f78b5782c' WITH SAVEPOINT
--! I313

--- rows that are changed and deleted                                      [catalog: streams; influence: complete; feature: writes / UPDATE and DELETE and TRUNCATE]
UPDATE users SET name = UPPER(city), city = 'x' WHERE id > 3;
DELETE FROM users WHERE id = 1;
TRUNCATE TABLE users
--@ 0 users
--> name  users.city  DERIVED
--> city  generated
--> rows  users.id    FILTER
--@ 1 users
--> rows  users.id  FILTER
--@ 2 users

--- a plan from a file may move data, and nobody sees which                [catalog: none]
EXECUTE PLAN 'file:/p.json'
--! W321  1:1
