--- columns come, go, move and change their names           [influence: complete; feature: schema changes / ALTER … COLUMN]
ALTER TABLE t ADD COLUMN IF NOT EXISTS e String DEFAULT toString(a) CODEC(NONE) AFTER a, ADD COLUMN f Int8 FIRST, DROP COLUMN b, RENAME COLUMN c TO cc, MODIFY COLUMN d String AFTER f, COMMENT COLUMN a 'x';
SELECT * FROM t
--@ 1
--> f   t.f   DIRECT
--> d   t.d   DIRECT
--> a   t.a   DIRECT
--> e   t.e   DIRECT
--> cc  t.cc  DIRECT

--- a renamed column is renamed in the expressions of others [catalog: none; influence: complete; feature: schema changes / ALTER … COLUMN]
CREATE TABLE s (a Int32, b Int32 ALIAS a + 1);
ALTER TABLE s RENAME COLUMN a TO k;
SELECT b FROM s
--> b  s.k  DERIVED

--- a default comes and goes                                [catalog: none; influence: complete; feature: schema changes / ALTER … COLUMN]
CREATE TABLE s (a Int32, b Int32, k Int32);
CREATE TABLE r (x Int32);
ALTER TABLE s MODIFY COLUMN b DEFAULT a + 1;
INSERT INTO s (a) SELECT x FROM r;
ALTER TABLE s MODIFY COLUMN b REMOVE DEFAULT;
INSERT INTO s (a) SELECT x FROM r
--@ 3
--> a  r.x  DIRECT
--> b  r.x  DERIVED
--@ 5
--> a  r.x  DIRECT

--- a column becomes computed                               [catalog: none; influence: complete; feature: schema changes / ALTER … COLUMN]
CREATE TABLE s (a Int32, b Int32);
ALTER TABLE s MODIFY COLUMN b Int64 MATERIALIZED a * 2;
SELECT * FROM s;
SELECT b FROM s
--@ 2
--> a  s.a  DIRECT
--@ 3
--> b  s.a  DERIVED

--- ALTER UPDATE: assigned columns, and what decides        [influence: complete; feature: mutations / ALTER … UPDATE]
ALTER TABLE t UPDATE a = b + 1, c = (SELECT max(x) FROM u) WHERE d IN (SELECT z FROM v)
--> a     t.b  DERIVED
--> c     u.x  AGG
--> rows  t.d  FILTER
--> rows  v.z  FILTER
--> expr a  "b + 1"

--- ALTER UPDATE in a partition on a cluster                [influence: complete; feature: mutations / in a partition and on a cluster]
ALTER TABLE t ON CLUSTER main UPDATE a = if(b > 0, c, a) IN PARTITION '2024' WHERE 1
--> a    t.a  DERIVED
--> a    t.c  DERIVED
--> a ~  t.b  CONDITIONAL

--- ALTER DELETE                                            [influence: complete; feature: mutations / ALTER … DELETE]
ALTER TABLE t DELETE IN PARTITION 202401 WHERE a > 1 AND b < 2
--> rows  t.a  FILTER
--> rows  t.b  FILTER

--- DELETE FROM                                             [influence: complete; feature: mutations / DELETE FROM]
DELETE FROM t ON CLUSTER main IN PARTITION '1' WHERE a = 1 SETTINGS mutations_sync = 1
--> rows  t.a  FILTER

--- UPDATE                                                  [influence: complete; feature: mutations / UPDATE]
UPDATE t SET a = b, c = c + 1 WHERE d = 1
--> a     t.b  DIRECT
--> c     t.c  DERIVED
--> rows  t.d  FILTER

--- ATTACH PARTITION FROM: rows of another table, by name   [influence: complete; feature: mutations / in a partition and on a cluster]
ALTER TABLE u ATTACH PARTITION tuple() FROM v
--> a  v.a  DIRECT
--> x  v.x  DIRECT
--> y  v.y  DIRECT  INFERRED
--! W111  1:1

--- REPLACE PARTITION FROM                                  [catalog: none; influence: complete; feature: mutations / in a partition and on a cluster]
CREATE TABLE s (a Int32, b Int32);
CREATE TABLE r AS s;
ALTER TABLE r REPLACE PARTITION ID '2024' FROM s
--> a  s.a  DIRECT
--> b  s.b  DIRECT

--- MOVE PARTITION TO TABLE                                 [catalog: none; influence: complete; feature: mutations / in a partition and on a cluster]
CREATE TABLE s (a Int32, b Int32);
CREATE TABLE r AS s;
ALTER TABLE s MOVE PARTITION '2024' TO TABLE r
--> a  s.a  DIRECT
--> b  s.b  DIRECT

--- what moves nothing                                      [influence: complete; feature: schema changes / indexes · projections · TTL · settings]
ALTER TABLE t ADD INDEX i a TYPE minmax, MATERIALIZE INDEX i, DROP INDEX j, MODIFY TTL a + INTERVAL 1 DAY, MODIFY SETTING x = 1, FREEZE, DROP PARTITION 1, MODIFY ORDER BY (a, b), ADD PROJECTION p (SELECT a ORDER BY b)
--! I313
--= level EXACT

--- EXCHANGE TABLES: each has the other's columns           [influence: complete; feature: schema changes / EXCHANGE]
EXCHANGE TABLES t AND u;
SELECT * FROM t;
SELECT * FROM u
--@ 1
--> a  t.a  DIRECT
--> x  t.x  DIRECT
--> y  t.y  DIRECT
--@ 2
--> a  u.a  DIRECT
--> b  u.b  DIRECT
--> c  u.c  DIRECT
--> d  u.d  DIRECT

--- RENAME one after the other                              [influence: complete; feature: schema changes / RENAME]
RENAME TABLE t TO old, u TO t ON CLUSTER main;
SELECT * FROM t
--@ 1
--> a  t.a  DIRECT
--> x  t.x  DIRECT
--> y  t.y  DIRECT

--- DROP and UNDROP                                         [influence: complete; feature: schema changes / DROP · UNDROP · DETACH · ATTACH]
DROP TABLE t SYNC;
SELECT a FROM t;
UNDROP TABLE t;
SELECT * FROM t
--@ 1
--> a  t.a  DIRECT  INFERRED
--! W110  2:15
--@ 3
--> a  t.a  DIRECT
--> b  t.b  DIRECT
--> c  t.c  DIRECT
--> d  t.d  DIRECT

--- DETACH and ATTACH                                       [influence: complete; feature: schema changes / DROP · UNDROP · DETACH · ATTACH]
DETACH TABLE t PERMANENTLY;
ATTACH TABLE t;
SELECT * FROM t
--@ 2
--> a  t.a  DIRECT
--> b  t.b  DIRECT
--> c  t.c  DIRECT
--> d  t.d  DIRECT

--- RENAME DATABASE takes its tables along                  [influence: complete; feature: schema changes / RENAME]
RENAME DATABASE sales TO shop;
SELECT * FROM shop.facts
--@ 1
--> k       shop.facts.k       DIRECT
--> amount  shop.facts.amount  DIRECT
--> day     shop.facts.day     DIRECT

--- RENAME TABLE hands the columns on, one after the other  [catalog: none]
CREATE TABLE a (x Int32) ENGINE = Memory;
RENAME TABLE a TO b, b TO c
--> x#0  a.x  DIRECT
--> x#0  b.x  DIRECT
