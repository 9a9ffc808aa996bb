--- the whole table                                         [dialects: hive spark; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE t (x INT, y INT);
INSERT OVERWRITE TABLE t SELECT b, a FROM s
--@ 2 t
--> x  s.b  DIRECT
--> y  s.a  DIRECT
--= kind INSERT

--- a static partition is a constant                        [dialects: hive spark; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE t (x INT, y INT) PARTITIONED BY (dt STRING);
INSERT OVERWRITE TABLE t PARTITION (dt = '2024-01-01') SELECT a, b FROM s
--@ 2 t
--> x   s.a  DIRECT
--> y   s.b  DIRECT
--> dt  generated
--= level EXACT

--- a dynamic partition is the last column                  [dialects: hive spark; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT, day STRING);
CREATE TABLE t (x INT, y INT) PARTITIONED BY (dt STRING);
INSERT OVERWRITE TABLE t PARTITION (dt) SELECT a, b, day FROM s
--> x   s.a    DIRECT
--> y   s.b    DIRECT
--> dt  s.day  DIRECT

--- one static and one dynamic partition                    [dialects: hive spark; catalog: none; influence: complete]
CREATE TABLE s (a INT, day STRING);
CREATE TABLE t (x INT) PARTITIONED BY (country STRING, dt STRING);
INSERT OVERWRITE TABLE t PARTITION (country = 'de', dt) SELECT a, upper(day) FROM s
--> x        s.a    DIRECT
--> country  generated
--> dt       s.day  DERIVED

--- two dynamic partitions                                  [dialects: hive spark; catalog: none; influence: complete]
CREATE TABLE s (a INT, c STRING, day STRING);
CREATE TABLE t (x INT) PARTITIONED BY (country STRING, dt STRING);
INSERT INTO TABLE t PARTITION (country, dt) SELECT a, c, day FROM s
--> x        s.a    DIRECT
--> country  s.c    DIRECT
--> dt       s.day  DIRECT

--- no PARTITION clause: the partition column comes last    [dialects: hive spark; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT, day STRING);
CREATE TABLE t (x INT, y INT) PARTITIONED BY (dt STRING);
INSERT INTO TABLE t SELECT a, b, day FROM s
--> x   s.a    DIRECT
--> y   s.b    DIRECT
--> dt  s.day  DIRECT

--- a static partition does not count as a column of the query   [dialects: hive spark; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE t (x INT, y INT) PARTITIONED BY (dt STRING);
INSERT OVERWRITE TABLE t PARTITION (dt = '2024-01-01') SELECT a FROM s
--> x   s.a  DIRECT  INFERRED
--> dt  generated
--! W310

--- a static partition of a target that nobody described    [dialects: hive spark; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
INSERT OVERWRITE TABLE anywhere PARTITION (dt = '2024-01-01') SELECT a AS p, b AS q FROM s
--> #1  s.a        DIRECT  INFERRED
--> #2  s.b        DIRECT  INFERRED
--> dt  generated
--! W320  2:24

--- a dynamic partition of a target that nobody described   [dialects: hive spark; catalog: none; influence: complete]
CREATE TABLE s (a INT, day STRING);
INSERT OVERWRITE TABLE anywhere PARTITION (dt) SELECT a AS p, day FROM s
--> #1  s.a    DIRECT  INFERRED
--> dt  s.day  DIRECT  INFERRED
--! W320  2:24

--- partitions by a listed column                           [dialect: spark; catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE t (x INT, dt INT, y INT) USING parquet PARTITIONED BY (dt);
INSERT INTO t PARTITION (dt = 1) SELECT a, b FROM s
--> x   s.a  DIRECT
--> y   s.b  DIRECT
--> dt  generated
