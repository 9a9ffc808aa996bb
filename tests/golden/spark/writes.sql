-- Statements that write, and what scripts are made of.

--- by position    [feature: INSERT / INTO, OVERWRITE]
INSERT OVERWRITE u SELECT a, b, c FROM t
--> a  t.a  DIRECT
--> x  t.b  DIRECT
--> y  t.c  DIRECT

--- by name    [feature: INSERT / BY NAME]
INSERT INTO u BY NAME SELECT a AS y, b AS a FROM t
--> a  t.b  DIRECT
--> y  t.a  DIRECT

--- REPLACE WHERE    [feature: INSERT / REPLACE WHERE]
INSERT INTO u REPLACE WHERE a = 1 SELECT a, b, c FROM t
--> a     t.a  DIRECT
--> x     t.b  DIRECT
--> y     t.c  DIRECT
--> rows  u.a  FILTER

--- a static and a dynamic partition    [feature: INSERT / PARTITION]
CREATE TABLE z (k INT, v INT, p INT, q INT) USING parquet PARTITIONED BY (p, q);
INSERT INTO z PARTITION (p = 1, q) SELECT a, b, c FROM t
--> k  t.a        DIRECT
--> v  t.b        DIRECT
--> p  generated
--> q  t.c        DIRECT

--- a directory    [feature: INSERT / DIRECTORY]
INSERT OVERWRITE DIRECTORY '/exports/t' USING parquet OPTIONS ('compression' 'zstd') SELECT a, b + 1 AS k FROM t
--> a  t.a  DIRECT
--> k  t.b  DERIVED

--- a default is no column    [feature: INSERT / DEFAULT]
INSERT INTO u SELECT a, DEFAULT, b FROM t
--> a  t.a        DIRECT
--> x  generated
--> y  t.b        DIRECT

--- schema evolution    [feature: INSERT / WITH SCHEMA EVOLUTION]
INSERT WITH SCHEMA EVOLUTION INTO u SELECT a, b, c FROM t
--> a  t.a  DIRECT
--> x  t.b  DIRECT
--> y  t.c  DIRECT

--- several inserts    [feature: INSERT / FROM … INSERT … INSERT]
FROM t INSERT INTO u SELECT a, b, c INSERT INTO v SELECT a, b, d WHERE c > 1
--> a     t.a  DIRECT
--> x     t.b  DIRECT
--> y     t.c  DIRECT
--> z     t.d  DIRECT
--> rows  t.c  FILTER

--- a table    [feature: INSERT / TABLE]
INSERT INTO u TABLE v
--> a  v.a  DIRECT
--> x  v.x  DIRECT
--> y  v.z  DIRECT

--- CREATE TABLE … USING … AS    [feature: CREATE / TABLE … USING, OPTIONS, PARTITIONED BY]
CREATE TABLE made USING parquet OPTIONS (compression 'zstd') PARTITIONED BY (a) AS SELECT a, b + 1 AS k FROM t
--> a  t.a  DIRECT
--> k  t.b  DERIVED

--- a temporary view with names    [feature: CREATE / VIEW, TEMPORARY VIEW]
CREATE TEMPORARY VIEW w (p COMMENT 'x', q) AS SELECT a, b FROM t
--> p  t.a  DIRECT
--> q  t.b  DIRECT

--- a cache    [feature: CREATE / CACHE TABLE]
CACHE LAZY TABLE kept OPTIONS ('storageLevel' 'DISK_ONLY') AS SELECT a, b FROM t
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- a streaming table    [feature: CREATE / STREAMING TABLE, STREAM]
CREATE OR REFRESH STREAMING TABLE st AS SELECT a, b + 1 AS k FROM STREAM(t)
--> a  t.a  DIRECT
--> k  t.b  DERIVED

--- a flow    [feature: CREATE / FLOW]
CREATE FLOW f AS INSERT INTO u BY NAME SELECT a, b AS x FROM STREAM t
--> a  t.a  DIRECT
--> x  t.b  DIRECT

--- stars of a merge    [feature: MERGE / UPDATE SET *, INSERT *]
MERGE INTO u USING (SELECT a, b AS x, c AS y FROM t) AS s ON u.a = s.a
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *
--> a     t.a  DIRECT
--> x     t.b  DIRECT
--> y     t.c  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- rows that only the target has    [feature: MERGE / NOT MATCHED BY SOURCE]
MERGE INTO u USING t ON u.a = t.a
WHEN MATCHED AND t.d > 0 THEN UPDATE SET x = t.b
WHEN NOT MATCHED BY SOURCE AND u.y > 1 THEN DELETE
WHEN NOT MATCHED BY SOURCE THEN UPDATE SET y = u.x
--> x     t.b  DIRECT
--> y     u.x  DIRECT
--> rows  t.a  JOIN
--> rows  t.d  FILTER
--> rows  u.a  JOIN
--> rows  u.y  FILTER

--- a merge with schema evolution    [feature: MERGE / WITH SCHEMA EVOLUTION]
MERGE WITH SCHEMA EVOLUTION INTO u USING t ON u.a = t.a WHEN MATCHED THEN UPDATE SET x = t.b
--> x     t.b  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- an update    [feature: UPDATE and DELETE / UPDATE]
UPDATE u SET x = x + 1, y = (SELECT max(b) FROM t) WHERE a IN (SELECT a FROM t)
--> x     u.x  DERIVED
--> y     t.b  AGG
--> rows  t.a  FILTER
--> rows  u.a  FILTER

--- a delete    [feature: UPDATE and DELETE / DELETE]
DELETE FROM u WHERE a IN (SELECT a FROM t)
--> rows  t.a  FILTER
--> rows  u.a  FILTER

--- a function in SQL    [feature: functions in SQL / RETURN expression]
CREATE FUNCTION pick(flag INT, p INT, q INT DEFAULT 0) RETURNS INT RETURN CASE WHEN flag > 1 THEN p ELSE q END;
SELECT pick(a, b) AS k, pick(q => c, flag => a, p => d) AS m FROM t
--> k    t.b  DERIVED
--> m    t.c  DERIVED
--> m    t.d  DERIVED
--> k ~  t.a  CONDITIONAL
--> m ~  t.a  CONDITIONAL

--- a function that returns a table    [feature: functions in SQL / RETURNS TABLE]
CREATE FUNCTION near(k INT) RETURNS TABLE (p INT, q INT) RETURN SELECT a, b FROM t WHERE c = k;
SELECT u.x, z.p FROM u, LATERAL near(u.a) AS z
--> x     u.x  DIRECT
--> p     t.a  DIRECT
--> rows  t.c  FILTER
--> rows  u.a  FILTER

--- variables    [feature: scripts / variables]
DECLARE VARIABLE lim INT DEFAULT 3;
SET VAR lim = (SELECT max(x) FROM u);
SELECT a + lim AS k FROM t WHERE b > session.lim
--> k     lim.value  DERIVED
--> k     t.a        DERIVED
--> rows  lim.value  FILTER
--> rows  t.b        FILTER

--- a block    [feature: scripts / BEGIN … END]
BEGIN
  DECLARE n INT DEFAULT 0;
  SET n = (SELECT count(*) FROM t);
  IF n > 0 THEN
    INSERT INTO u SELECT a, b, n FROM t;
  ELSE
    DELETE FROM u;
  END IF;
  FOR r AS SELECT a, b FROM t DO
    INSERT INTO v VALUES (r.a, r.b, 1);
  END FOR;
END
--@ 4 u
--> a  t.a      DIRECT
--> x  t.b      DIRECT
--> y  n.value  DIRECT
--@ 9 v
--> a  r.a        DIRECT
--> x  r.b        DIRECT
--> z  generated

--- dynamic SQL    [feature: scripts / EXECUTE IMMEDIATE]
EXECUTE IMMEDIATE 'SELECT a FROM t WHERE b = ?' USING 3
--> a     t.a  DIRECT
--> rows  t.b  FILTER

--- names as text    [feature: names / IDENTIFIER()]
SELECT IDENTIFIER('a'), IDENTIFIER('b') + 1 AS k FROM IDENTIFIER('t')
--> a  t.a  DIRECT
--> k  t.b  DERIVED

--- parameters    [feature: names / parameter markers]
SELECT a + :more AS k FROM t WHERE b = :p AND c = ?
--> k     t.a  DERIVED
--> rows  t.b  FILTER
--> rows  t.c  FILTER

--- files as tables    [feature: names / path tables]
SELECT x, y + 1 AS k FROM parquet.`/data/in`
--> x  /data/in.x  DIRECT  INFERRED
--> k  /data/in.y  DERIVED  INFERRED
--! W110  1:27

--- partition columns of a format that keeps the order stay where they are
CREATE TABLE dl (a INT, p INT, b INT) USING delta PARTITIONED BY (p);
ALTER TABLE dl DROP COLUMNS (a);
ALTER TABLE dl ADD COLUMNS (z INT FIRST, y INT AFTER p);
SELECT * FROM dl
--> z  dl.z  DIRECT
--> p  dl.p  DIRECT
--> y  dl.y  DIRECT
--> b  dl.b  DIRECT

--- rows of the target go whose key the query gives    [feature: INSERT / REPLACE USING; influence: complete]
CREATE TABLE days (day DATE, n INT);
INSERT INTO days REPLACE USING (day) SELECT d, count(*) FROM t GROUP BY d
--> day   t.d        DIRECT
--> n     generated
--> rows  days.day   JOIN
--> rows  t.d        GROUP_BY
--> rows  t.d        JOIN
