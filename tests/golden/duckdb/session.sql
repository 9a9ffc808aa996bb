-- Variables, types, and statements that move no data.

--- a variable is a dataset of its own    [feature: variables / SET VARIABLE, getvariable; influence: complete]
SET VARIABLE v = (SELECT max(x) FROM u);
SELECT a + getvariable('v') AS s FROM t WHERE b > getvariable('V')
--@ 0 v
--> value  u.x  AGG
--@ 1
--> s     t.a      DERIVED
--> s     v.value  DERIVED
--> rows  t.b      FILTER
--> rows  v.value  FILTER

--- a variable that nobody set has no source    [feature: variables / SET VARIABLE, getvariable]
SET VARIABLE v = 5;
RESET VARIABLE v;
SELECT getvariable('v') AS s, a FROM t
--> s  generated
--> a  t.a        DIRECT

--- query: the text is a query    [feature: dynamic SQL / query(); influence: complete]
SELECT q.a, q.b1 FROM query('SELECT a, b + 1 AS b1, c FROM t WHERE d > 0') AS q WHERE q.c > 1
--> a     t.a  DIRECT
--> b1    t.b  DERIVED
--> rows  t.c  FILTER
--> rows  t.d  FILTER

--- query of a text that is put together, and of a variable    [feature: dynamic SQL / query()]
SET VARIABLE q = 'SELECT x FROM u';
SELECT r.a, s.x FROM query('SELECT a FROM ' || 't') AS r, query(getvariable('q')) AS s
--> a  t.a  DIRECT
--> x  u.x  DIRECT

--- query_table: a table by its name    [feature: dynamic SQL / query_table()]
SET VARIABLE name = 'u';
SELECT p.a, q.x, r.k FROM query_table('t') AS p, query_table(getvariable('name')) AS q, query_table('sales.facts') AS r
--> a  t.a            DIRECT
--> x  u.x            DIRECT
--> k  sales.facts.k  DIRECT

--- query_table of several, by position and by name    [feature: dynamic SQL / query_table()]
SELECT * FROM query_table(['u', 'v']);
SELECT * FROM query_table([u, v], true)
--@ 0
--> a  u.a  DIRECT
--> a  v.a  DIRECT
--> x  u.x  DIRECT
--> x  v.x  DIRECT
--> y  u.y  DIRECT
--> y  v.z  DIRECT
--@ 1
--> a  u.a  DIRECT
--> a  v.a  DIRECT
--> x  u.x  DIRECT
--> x  v.x  DIRECT
--> y  u.y  DIRECT
--> z  v.z  DIRECT

--- a CTE by its name    [feature: dynamic SQL / query_table()]
WITH w AS (SELECT b AS k FROM t) SELECT * FROM query_table('w')
--> k  t.b  DIRECT

--- a macro over tables    [feature: dynamic SQL / query_table()]
CREATE MACRO head(name, n) AS TABLE SELECT * FROM query_table(name) LIMIT n;
SELECT * FROM head('u', 3)
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT

--- a text that is not constant is said    [feature: dynamic SQL / a text that is not constant]
SET VARIABLE q = (SELECT max(name) FROM customers);
SELECT z.a FROM query(getvariable('q')) AS z
--> a     q.value  DERIVED_ARRAY  COARSE
--> rows  q.value  JOIN
--! W224  2:17
--! W219  2:17

--- a name of a type has the fields of the type    [feature: types / CREATE TYPE]
CREATE TYPE pt AS STRUCT(x INT, y INT);
CREATE TYPE ln AS STRUCT(f pt, g pt[]);
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TABLE p (n INT, q ln, m mood);
SELECT q.f.x AS x, q.g[1].y AS y, unnest(q.f), m FROM p
--> x#0  p.q.f.x    DIRECT
--> x#2  p.q.f.x    DIRECT
--> y#1  p.q.g[].y  DERIVED
--> y#3  p.q.f.y    DIRECT
--> m    p.m        DIRECT

--- a cast to a name of a type    [feature: types / CREATE TYPE]
CREATE TYPE pt AS STRUCT(x INT, y INT);
SELECT s.y AS k, s::pt FROM (SELECT {'x': a, 'y': b}::pt AS s FROM t)
--> k                t.b  DERIVED
--> "CAST(s AS pt)"  t.a  DERIVED
--> "CAST(s AS pt)"  t.b  DERIVED

--- sequences have no source    [feature: statements that move no data / sequences]
CREATE SEQUENCE sq START 1;
SELECT nextval('sq') AS n, currval('sq') AS m, a FROM t
--> n  generated
--> m  generated
--> a  t.a        DIRECT

--- settings, transactions, extensions and the like    [feature: statements that move no data / settings, transactions, extensions, maintenance]
SET threads = 4; RESET threads; PRAGMA table_info('t'); PRAGMA memory_limit = '1GB';
BEGIN TRANSACTION; COMMIT; ROLLBACK; ABORT;
INSTALL httpfs; LOAD httpfs; FORCE INSTALL spatial; UPDATE EXTENSIONS;
CHECKPOINT; FORCE CHECKPOINT; VACUUM; VACUUM ANALYZE t; ANALYZE; CALL pragma_version();
COMMENT ON TABLE t IS 'x'; COMMENT ON COLUMN t.a IS 'y'
--@ 0
--= kind SET
--@ 2
--= kind PRAGMA
--@ 4
--= kind BEGIN
--@ 11
--= kind UPDATE_EXTENSIONS
--@ 13
--= kind CHECKPOINT
--@ 17
--= kind CALL
--@ 19
--= kind COMMENT

--- secrets, indexes, sequences and types    [feature: statements that move no data / secrets, indexes]
CREATE PERSISTENT SECRET s (TYPE s3, KEY_ID 'k', SECRET 'x');
DROP SECRET IF EXISTS s;
CREATE UNIQUE INDEX i ON t (a, (b + 1));
DROP INDEX i;
CREATE OR REPLACE TEMP SEQUENCE q INCREMENT BY 2;
DROP TYPE IF EXISTS mood
--@ 0
--= kind CREATE_SECRET
--@ 2
--= kind CREATE_INDEX
--@ 4
--= kind CREATE_SEQUENCE
--@ 5
--= kind DROP_TYPE
