-- CREATE, ALTER and DROP in Flink: what is declared becomes edges inside the table, and the schema of what follows.

--- a computed column is an edge inside its table                          [catalog: none; influence: complete; feature: tables / computed columns]
CREATE TABLE t (a INT, b INT, c AS a + b, d AS a, proc AS PROCTIME())
--> c     t.a        DERIVED
--> c     t.b        DERIVED
--> d     t.a        DIRECT
--> proc  generated

--- a watermark decides which rows are late                                [catalog: none; influence: complete; feature: tables / WATERMARK FOR]
CREATE TABLE t (a INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
--> rows  t.ts  FILTER

--- a watermark over a computed column reaches the stored one              [catalog: none; influence: complete; feature: tables / WATERMARK FOR]
CREATE TABLE t (raw STRING, ts AS TO_TIMESTAMP(raw, 'yyyyMMdd'), WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE)
--> ts    t.raw  DERIVED
--> rows  t.raw  FILTER

--- every clause of a table                                                [catalog: none; influence: complete; feature: tables / CREATE TABLE with every clause]
CREATE TEMPORARY TABLE IF NOT EXISTS c.d.t (
  id BIGINT NOT NULL COMMENT 'the key',
  nested ROW<a INT COMMENT 'x', b ARRAY<MAP<STRING, ROW<x INT>>>> NOT NULL,
  ts TIMESTAMP(3) WITH LOCAL TIME ZONE METADATA FROM 'timestamp',
  `partition` INT METADATA VIRTUAL COMMENT 'where',
  smaller AS id < 3,
  u STRING UNIQUE,
  CONSTRAINT pk PRIMARY KEY (id) NOT ENFORCED,
  WATERMARK FOR ts AS SOURCE_WATERMARK()
) COMMENT 'all' DISTRIBUTED BY HASH (id) INTO 4 BUCKETS PARTITIONED BY (u) WITH ('connector' = 'print');
SELECT nested.a, nested.b[1]['k'].x AS x, smaller, `partition`, ts FROM c.d.t
--> a          c.d.t.nested.a        DIRECT
--> x          c.d.t.nested.b[][].x  DERIVED
--> smaller    c.d.t.id              DERIVED
--> partition  c.d.t.partition       DIRECT
--> ts         c.d.t.ts              DIRECT

--- readers go through computed columns to the stored ones                 [catalog: streams; feature: tables / computed columns]
SELECT doubled, day_of, proc, `offset`, headers FROM clicks
--> doubled  clicks.price    DERIVED
--> day_of   clicks.ts       DERIVED
--> proc     clicks.proc     DIRECT
--> offset   clicks.offset   DIRECT
--> headers  clicks.headers  DIRECT

--- a computed column inside an expression                                 [catalog: streams; feature: tables / computed columns]
SELECT CONCAT(day_of, url) AS u, SUM(doubled) OVER (PARTITION BY user_id ORDER BY ts) AS s FROM clicks
--> u    clicks.ts       DERIVED
--> u    clicks.url      DERIVED
--> s    clicks.price    WINDOW
--> s ~  clicks.ts       WINDOW
--> s ~  clicks.user_id  WINDOW

--- metadata and computed columns cannot be written                        [catalog: streams; feature: tables / METADATA columns]
INSERT INTO clicks SELECT user_id, url, price, tags, attrs, geo, raw, ts, headers FROM clicks
--> user_id  clicks.user_id  DIRECT
--> url      clicks.url      DIRECT
--> price    clicks.price    DIRECT
--> tags     clicks.tags     DIRECT
--> attrs    clicks.attrs    DIRECT
--> geo      clicks.geo      DIRECT
--> raw      clicks.raw      DIRECT
--> ts       clicks.ts       DIRECT
--> headers  clicks.headers  DIRECT

--- LIKE takes the columns and adds its own                                [influence: complete; catalog: streams; feature: tables / LIKE with INCLUDING and EXCLUDING]
CREATE TABLE more (extra INT, both_ AS CONCAT(k, CAST(extra AS STRING))) WITH ('connector' = 'print') LIKE totals;
SELECT * FROM more
--> k      more.k      DIRECT
--> n      more.n      DIRECT
--> total  more.total  DIRECT
--> extra  more.extra  DIRECT
--> both_  more.extra  DERIVED
--> both_  more.k      DERIVED

--- LIKE without generated columns, metadata and options                   [catalog: streams; feature: tables / LIKE with INCLUDING and EXCLUDING]
CREATE TABLE bare WITH ('connector' = 'print')
LIKE clicks (EXCLUDING GENERATED EXCLUDING METADATA EXCLUDING OPTIONS INCLUDING WATERMARKS);
SELECT * FROM bare
--> user_id  bare.user_id  DIRECT
--> url      bare.url      DIRECT
--> price    bare.price    DIRECT
--> tags     bare.tags     DIRECT
--> attrs    bare.attrs    DIRECT
--> geo      bare.geo      DIRECT
--> raw      bare.raw      DIRECT
--> ts       bare.ts       DIRECT

--- LIKE an unknown table                                                        [catalog: none]
CREATE TABLE a (x INT) LIKE nowhere (INCLUDING ALL);
SELECT x, y FROM a
--> x  a.x  DIRECT  INFERRED
--> y  a.y  DIRECT  INFERRED
--! W110  2:18

--- CTAS                                                                   [catalog: streams; feature: tables / CREATE TABLE AS]
CREATE TABLE made WITH ('connector' = 'print') AS SELECT user_id, UPPER(url) AS u FROM clicks WHERE price > 0;
SELECT * FROM made
--> user_id  made.user_id  DIRECT
--> u        made.u        DIRECT

--- CTAS with columns of its own: matched by name, the rest is NULL        [catalog: streams; feature: tables / CREATE TABLE AS]
CREATE TABLE made (note STRING, user_id STRING, u2 AS CONCAT(u, note), PRIMARY KEY (user_id) NOT ENFORCED)
WITH ('connector' = 'print') AS SELECT UPPER(url) AS u, user_id FROM clicks
--> note     generated
--> user_id  clicks.user_id  DIRECT
--> u2       made.note       DERIVED
--> u2       made.u          DERIVED
--> u        clicks.url      DERIVED

--- CTAS with names alone orders the columns                               [catalog: streams; feature: tables / CREATE TABLE AS]
CREATE TABLE made (url, user_id) WITH ('connector' = 'print') AS SELECT user_id, url FROM clicks;
INSERT INTO made SELECT url, user_id FROM clicks
--> url      clicks.url      DIRECT
--> user_id  clicks.user_id  DIRECT

--- RTAS                                                                   [catalog: streams; feature: tables / REPLACE TABLE AS]
REPLACE TABLE totals WITH ('connector' = 'print') AS SELECT url AS k, COUNT(*) AS n FROM clicks GROUP BY url;
SELECT * FROM totals
--> k  totals.k  DIRECT
--> n  totals.n  DIRECT

--- create or replace                                                      [catalog: streams; feature: tables / REPLACE TABLE AS]
CREATE OR REPLACE TABLE totals AS SELECT url AS k, price FROM clicks
--> k      clicks.url    DIRECT
--> price  clicks.price  DIRECT

--- a materialized table                                                   [catalog: streams; feature: tables / materialized tables]
CREATE MATERIALIZED TABLE daily PARTITIONED BY (dt) WITH ('format' = 'json')
FRESHNESS = INTERVAL '3' MINUTE REFRESH_MODE = FULL
AS SELECT DATE_FORMAT(ts, 'yyyyMMdd') AS dt, COUNT(DISTINCT user_id) AS users FROM clicks GROUP BY DATE_FORMAT(ts, 'yyyyMMdd');
SELECT users FROM daily
--> users  daily.users  DIRECT

--- another query for a materialized table                                 [catalog: streams; feature: tables / materialized tables]
CREATE MATERIALIZED TABLE m FRESHNESS = INTERVAL '1' HOUR AS SELECT k FROM totals;
ALTER MATERIALIZED TABLE m AS SELECT k, n FROM totals;
ALTER MATERIALIZED TABLE m SUSPEND;
SELECT * FROM m
--> k  m.k  DIRECT
--> n  m.n  DIRECT

--- ALTER TABLE adds, changes, renames and drops columns                   [catalog: none; feature: tables / ALTER TABLE]
CREATE TABLE t (a INT, b INT, c INT);
ALTER TABLE t ADD (z INT FIRST, y STRING AFTER a, twice AS b * 2);
ALTER TABLE t MODIFY (c STRING FIRST, b BIGINT);
ALTER TABLE t RENAME a TO first_;
ALTER TABLE t DROP (y);
ALTER TABLE t DROP WATERMARK;
ALTER TABLE t SET ('connector' = 'kafka', 'topic' = 'x');
ALTER TABLE t RESET ('topic');
SELECT * FROM t
--> c       t.c       DIRECT
--> z       t.z       DIRECT
--> first_  t.first_  DIRECT
--> b       t.b       DIRECT
--> twice   t.b       DERIVED

--- an added computed column is an edge                                    [catalog: none; influence: complete; feature: tables / ALTER TABLE]
CREATE TABLE t (a INT, ts TIMESTAMP(3));
ALTER TABLE t ADD (b AS a + 1, WATERMARK FOR ts AS ts)
--> b     t.a   DERIVED
--> rows  t.ts  FILTER

--- ALTER TABLE RENAME TO                                                  [catalog: none; feature: tables / ALTER TABLE]
CREATE TABLE db.t (a INT);
ALTER TABLE db.t RENAME TO u;
SELECT a FROM db.u
--> a  db.u.a  DIRECT

--- ALTER VIEW AS                                                          [catalog: streams; feature: tables / views]
CREATE VIEW v AS SELECT k FROM totals;
ALTER VIEW v AS SELECT n, total FROM totals;
SELECT * FROM v
--> n      v.n      DIRECT
--> total  v.total  DIRECT

--- a view with names                                                      [catalog: streams; feature: tables / views]
CREATE TEMPORARY VIEW IF NOT EXISTS v (x, y) COMMENT 'two' AS SELECT k, n + 1 FROM totals
--> x  totals.k  DIRECT
--> y  totals.n  DERIVED

--- a word that nobody expects is an error with its place                        [catalog: none]
CREATE TABLE t (a INT) WITH ('connector' = 'print') SHARDED BY (a)
--! E001  1:53

--- a declaration without a type                                                 [catalog: none]
CREATE TABLE t (a INT, b METADATA)
--! E001  1:26

--- LIKE is no column                                                            [catalog: streams]
CREATE TABLE t (LIKE totals)
--! E001  1:17
