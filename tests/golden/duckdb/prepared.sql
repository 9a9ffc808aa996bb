-- PREPARE keeps a statement, EXECUTE runs it: its lineage is that of what was prepared.

--- a query with parameters    [feature: prepared statements / PREPARE, EXECUTE; influence: complete]
PREPARE q AS SELECT a + $1 AS s FROM t WHERE b > $2;
EXECUTE q(1, 2)
--> s     t.a  DERIVED
--> rows  t.b  FILTER
--= kind SELECT

--- an INSERT with a parameter    [feature: prepared statements / PREPARE, EXECUTE]
PREPARE q AS INSERT INTO u SELECT a, b, ? FROM t;
EXECUTE q(1)
--@ 1 u
--> a  t.a        DIRECT
--> x  t.b        DIRECT
--> y  generated
--= kind INSERT

--- parameters by name    [feature: prepared statements / parameters by name; influence: complete]
PREPARE q AS SELECT a FROM t WHERE b = $low;
EXECUTE q(low := 3)
--> a     t.a  DIRECT
--> rows  t.b  FILTER

--- what was prepared last counts, with the columns that the table has when it is run    [feature: prepared statements / PREPARE, EXECUTE]
CREATE TABLE z (p INT);
PREPARE q AS SELECT a FROM t;
PREPARE q AS SELECT * FROM z;
ALTER TABLE z ADD COLUMN r INT;
EXECUTE q
--> p  z.p  DIRECT
--> r  z.r  DIRECT

--- a macro in what is prepared is looked up when it is run    [feature: prepared statements / PREPARE, EXECUTE]
CREATE MACRO f(x) AS 1;
PREPARE q AS SELECT f(a) AS k FROM t;
CREATE OR REPLACE MACRO f(x) AS x + 1;
EXECUTE q
--> k  t.a  DERIVED

--- after DEALLOCATE it is not known    [feature: prepared statements / DEALLOCATE]
PREPARE q AS SELECT a FROM t;
DEALLOCATE PREPARE q;
--@ 1
--= kind DEALLOCATE

--- what nobody prepared is said
EXECUTE nobody(1)
--! W318  1:1

--- parameters without PREPARE read nothing    [feature: prepared statements / parameters in a query; influence: complete]
SELECT a + $1 AS s, $2 AS p FROM t WHERE b = $1;
SELECT a + ? AS s FROM t WHERE b = ?;
SELECT a + $k AS s, $other AS p FROM t WHERE b = $k
--@ 0
--> s     t.a        DERIVED
--> p     generated
--> rows  t.b        FILTER
--@ 1
--> s     t.a        DERIVED
--> rows  t.b        FILTER
--@ 2
--> s     t.a        DERIVED
--> p     generated
--> rows  t.b        FILTER

--- EXPLAIN moves nothing, EXPLAIN ANALYZE runs the statement    [feature: prepared statements / EXPLAIN]
EXPLAIN INSERT INTO u SELECT a, b, c FROM t;
EXPLAIN (FORMAT json) SELECT a FROM t;
EXPLAIN ANALYZE SELECT a FROM t;
EXPLAIN ANALYZE INSERT INTO u SELECT a, b, c FROM t
--@ 0
--= kind EXPLAIN
--@ 1
--= kind EXPLAIN
--@ 2
--= kind EXPLAIN
--@ 3 u
--> a  t.a  DIRECT
--> x  t.b  DIRECT
--> y  t.c  DIRECT
--= kind INSERT
