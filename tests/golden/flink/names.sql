-- Flink tells capitals apart in every name; unnamed outputs are EXPR$n.

--- a column in other letters is another column
SELECT A FROM t
--> A  t.A  DIRECT  INFERRED
--! W111  1:8

--- backquotes quote                                                       [feature: names / quoting and case]
SELECT `a` AS `Total Sum` FROM `t`
--> "Total Sum"  t.a  DIRECT

--- an unnamed output is numbered by its place                             [feature: names / EXPR$n]
SELECT a, a + 1, COUNT(*) FROM t GROUP BY a
--> a       t.a  DIRECT
--> EXPR$1  t.a  DERIVED
--> EXPR$2  generated
--> rows    t.a  GROUP_BY

--- an unnamed output of a derived table can be asked for                  [feature: names / EXPR$n]
SELECT s.`EXPR$0` AS k FROM (SELECT a + 1 FROM t) s
--> k  t.a  DERIVED

--- a second output of one name gets a number                              [feature: names / outputs of one name]
SELECT a, a, b AS a, t.* FROM t
--> a   t.a  DIRECT
--> a0  t.a  DIRECT
--> a1  t.b  DIRECT
--> a2  t.a  DIRECT
--> b   t.b  DIRECT
--> c   t.c  DIRECT
--> d   t.d  DIRECT

--- a star over two tables with the same names                             [feature: names / outputs of one name]
SELECT * FROM u JOIN v ON u.a = v.a
--> a     u.a  DIRECT
--> x     u.x  DIRECT
--> y     u.y  DIRECT
--> a0    v.a  DIRECT
--> x0    v.x  DIRECT
--> z     v.z  DIRECT
--> rows  u.a  JOIN
--> rows  v.a  JOIN

--- a clock is named as it stands                                          [feature: names / EXPR$n]
SELECT CURRENT_DATE, LOCALTIMESTAMP, CURRENT_TIMESTAMP, NOW() FROM t
--> CURRENT_DATE       generated
--> LOCALTIMESTAMP     generated
--> CURRENT_TIMESTAMP  generated
--> EXPR$3             generated

--- a field without the name of its row                                    [feature: names / fields without their row]
SELECT kind, buyer, events.buyer.id FROM events
--> kind   events.payload.kind      DIRECT
--> buyer  events.payload.buyer     DIRECT
--> id     events.payload.buyer.id  DIRECT

--- names of a catalog, and the default ones                               [catalog: none; feature: names / catalogs and databases]
CREATE TABLE t (a INT);
CREATE TABLE hive.flink_demo.t (b INT);
SELECT x.a, y.a, hive.flink_demo.t.b
FROM default_catalog.default_database.t AS x, default_database.t AS y, hive.flink_demo.t
--> a   t.a                  DIRECT
--> a0  t.a                  DIRECT
--> b   hive.flink_demo.t.b  DIRECT

--- a catalog begins with a database of its own                            [catalog: none; feature: names / catalogs and databases]
CREATE CATALOG lake WITH ('type' = 'paimon', 'warehouse' = 's3://bucket/lake', 'default-database' = 'raw');
USE CATALOG lake;
CREATE TABLE t (a INT);
USE ods;
CREATE TABLE u (b INT);
USE CATALOG default_catalog;
CREATE TABLE v (c INT);
SELECT a, b, c FROM lake.raw.t, lake.ods.u, v
--> a  lake.raw.t.a  DIRECT
--> b  lake.ods.u.b  DIRECT
--> c  v.c           DIRECT

--- a field of an element or of a parenthesis has no name                    [catalog: none; feature: names / EXPR$n]
CREATE TABLE t (arr ARRAY<ROW<a INT>>, m MAP<STRING, ROW<b INT>>, r ROW<c INT>);
SELECT arr[1].a, m['k'].b, (r).c, r.c, t.r.c, ((r.c)) FROM t
--> EXPR$0  t.arr[].a  DERIVED
--> EXPR$1  t.m[].b    DERIVED
--> EXPR$2  t.r.c      DIRECT
--> c       t.r.c      DIRECT
--> c0      t.r.c      DIRECT
--> c1      t.r.c      DIRECT
