-- INSERT in Hive: partitions, directories, several targets of one source.

--- a static partition is constant                                         [feature: inserts / PARTITION, static]
CREATE TABLE p (a INT, b INT) PARTITIONED BY (dt STRING, hr STRING);
INSERT OVERWRITE TABLE p PARTITION (dt = '2024-01-01', hr = '01') SELECT a, b + c FROM t
--> a   t.a        DIRECT
--> b   t.b        DERIVED
--> b   t.c        DERIVED
--> dt  generated
--> hr  generated

--- dynamic partitions are the last columns of the query                   [feature: inserts / PARTITION, dynamic]
CREATE TABLE p (a INT, b INT) PARTITIONED BY (dt STRING, hr STRING);
INSERT INTO TABLE p PARTITION (dt, hr) SELECT a, b, c, d FROM t
--> a   t.a  DIRECT
--> b   t.b  DIRECT
--> dt  t.c  DIRECT
--> hr  t.d  DIRECT

--- mixed partitions                                                       [feature: inserts / PARTITION, mixed]
CREATE TABLE p (a INT, b INT) PARTITIONED BY (dt STRING, hr STRING);
INSERT OVERWRITE TABLE p PARTITION (dt = 'x', hr) SELECT a, b, c FROM t
--> a   t.a        DIRECT
--> b   t.b        DIRECT
--> dt  generated
--> hr  t.c        DIRECT

--- a partition that is there already stays                                [feature: inserts / IF NOT EXISTS]
CREATE TABLE p (a INT) PARTITIONED BY (dt STRING);
INSERT OVERWRITE TABLE p PARTITION (dt = 'x') IF NOT EXISTS SELECT a FROM t
--> a   t.a        DIRECT
--> dt  generated

--- a list of columns                                                      [feature: inserts / a list of columns]
CREATE TABLE p (a INT, b INT, c INT);
INSERT INTO p (c, a) SELECT x, y FROM u
--> a  u.y  DIRECT
--> c  u.x  DIRECT

--- a directory                                                            [feature: inserts / OVERWRITE DIRECTORY]
INSERT OVERWRITE LOCAL DIRECTORY '/out/x' ROW FORMAT DELIMITED FIELDS TERMINATED BY ',' STORED AS TEXTFILE SELECT a, b AS k FROM t
--> a  t.a  DIRECT
--> k  t.b  DIRECT

--- one source, two targets                                                [feature: inserts / FROM … INSERT … INSERT …]
CREATE TABLE p (p1 INT, p2 INT);
CREATE TABLE q (q1 INT, q2 INT) PARTITIONED BY (q3 INT);
FROM t
INSERT OVERWRITE TABLE p SELECT a, b WHERE d > 0
INSERT INTO TABLE q PARTITION (q3) SELECT a, max(b), min(c) GROUP BY a
--> p1    t.a  DIRECT
--> q1    t.a  DIRECT
--> p2    t.b  DIRECT
--> q2    t.b  AGG
--> q3    t.c  AGG
--> rows  t.a  GROUP_BY
--> rows  t.d  FILTER

--- a multi-insert over a join and a CTE                                   [feature: inserts / FROM … INSERT … INSERT …]
CREATE TABLE p (p1 INT, p2 INT);
WITH q AS (SELECT a, sum(b) AS s FROM t GROUP BY a)
FROM q JOIN u ON q.a = u.a
INSERT INTO TABLE p SELECT q.s, u.x
INSERT OVERWRITE DIRECTORY '/out/y' SELECT u.y
--> p1    t.b  AGG
--> y     u.y  DIRECT
--> p2    u.x  DIRECT
--> rows  t.a  GROUP_BY
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- a multi-insert over lateral views, one of them in a branch             [feature: inserts / FROM … INSERT … INSERT …]
CREATE TABLE p (p1 STRING, p2 STRING);
FROM events LATERAL VIEW explode(tags) g AS tag
INSERT INTO TABLE p SELECT tag, w LATERAL VIEW explode(split(tag, ' ')) s AS w
INSERT OVERWRITE DIRECTORY '/out/z' SELECT id, tag
--> p1    events.tags  DERIVED_ARRAY
--> id    events.id    DIRECT
--> p2    events.tags  DERIVED_ARRAY
--> tag   events.tags  DERIVED_ARRAY
--> rows  events.tags  JOIN

--- LOAD DATA                                                              [feature: files / LOAD DATA]
CREATE TABLE p (a INT, b INT);
LOAD DATA LOCAL INPATH '/in/p.txt' OVERWRITE INTO TABLE p
--> a  /in/p.txt.a  DIRECT  INFERRED
--> b  /in/p.txt.b  DIRECT  INFERRED
--! W110  2:24

--- EXPORT                                                                 [feature: files / EXPORT]
EXPORT TABLE u TO '/out/u'
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT

--- IMPORT                                                                 [feature: files / IMPORT]
IMPORT EXTERNAL TABLE u FROM '/out/u' LOCATION '/warehouse/u'
--> a  /out/u.a  DIRECT  INFERRED
--> x  /out/u.x  DIRECT  INFERRED
--> y  /out/u.y  DIRECT  INFERRED
--! W110  1:23

--- UPDATE                                                                 [feature: transactions / UPDATE]
UPDATE t SET a = b + 1, c = 0 WHERE d > 0
--> a     t.b        DERIVED
--> c     generated
--> rows  t.d        FILTER

--- DELETE                                                                 [feature: transactions / DELETE]
DELETE FROM t WHERE a IN (SELECT a FROM u)
--> rows  t.a  FILTER
--> rows  u.a  FILTER

--- MERGE                                                                  [feature: transactions / MERGE]
MERGE INTO u USING v ON u.a = v.a
WHEN MATCHED AND v.z > 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET x = v.x
WHEN NOT MATCHED THEN INSERT VALUES (v.a, v.x, v.z)
--> a     v.a  DIRECT
--> x     v.x  DIRECT
--> y     v.z  DIRECT
--> rows  u.a  JOIN
--> rows  v.a  JOIN
--> rows  v.z  FILTER
