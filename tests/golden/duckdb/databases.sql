-- Attached databases, schemas and the search path: which table a name means.

--- memory.main.t, main.t, memory.t and t are one table    [feature: names of tables / catalog.schema.table]
SELECT memory.main.t.a AS p, main.t.b AS q, t.c AS r FROM memory.main.t;
SELECT x.a AS p, y.b AS q, z.c AS r FROM t AS x, main.t AS y, memory.t AS z
--@ 0
--> p  t.a  DIRECT
--> q  t.b  DIRECT
--> r  t.c  DIRECT
--@ 1
--> p  t.a  DIRECT
--> q  t.b  DIRECT
--> r  t.c  DIRECT

--- an attached database has a schema main    [feature: names of tables / ATTACH]
ATTACH 'other.db' AS db2;
CREATE TABLE db2.t (k INT, m INT);
SELECT k, db2.t.m, t.m AS m2 FROM db2.main.t
--> k   db2.t.k  DIRECT
--> m   db2.t.m  DIRECT
--> m2  db2.t.m  DIRECT

--- a database is called what its file is called    [feature: names of tables / ATTACH]
ATTACH IF NOT EXISTS 'data/shop.duckdb' (READ_ONLY);
SELECT k FROM shop.items
--> k  shop.items.k  DIRECT  INFERRED
--! W110  2:15

--- a given catalog may list the tables of a database under its name    [feature: names of tables / ATTACH]
ATTACH 'sales.db' AS sales;
SELECT k FROM sales.main.facts
--> k  sales.facts.k  DIRECT

--- USE a database, and back    [feature: names of tables / USE]
ATTACH ':memory:' AS db2;
CREATE TABLE db2.main.t (k INT);
USE db2;
SELECT k FROM t;
USE memory;
SELECT a FROM t
--@ 3
--> k  db2.main.t.k  DIRECT
--@ 5
--> a  t.a  DIRECT

--- USE a.main: t is a.main.t    [feature: names of tables / USE]
ATTACH 'x.db' AS a;
USE a.main;
CREATE TABLE t (k INT);
INSERT INTO t SELECT x FROM memory.u;
--@ 3 a.main.t
--> k  u.x  DIRECT

--- USE a schema: the main schema is looked in behind it    [feature: names of tables / USE]
USE stage;
SELECT f.raw, t.a FROM facts AS f, t
--> raw  stage.facts.raw  DIRECT
--> a    t.a              DIRECT

--- schemas of an attached database    [feature: names of tables / CREATE SCHEMA, DROP SCHEMA]
ATTACH ':memory:' AS db2;
CREATE SCHEMA db2.s;
CREATE TABLE db2.s.w (k INT);
USE db2;
SELECT k FROM s.w
--> k  db2.s.w.k  DIRECT

--- what is created is created in the current schema    [feature: names of tables / USE]
USE stage;
CREATE TABLE t AS SELECT a FROM main.t;
SELECT * FROM t
--@ 1 stage.t
--> a  t.a  DIRECT
--@ 2
--> a  stage.t.a  DIRECT

--- a search path    [feature: names of tables / SET schema, SET search_path]
SET search_path = 'stage,main';
SELECT f.raw, t.a FROM facts AS f, t;
SET schema = 'sales';
SELECT amount FROM facts;
RESET schema;
SELECT a FROM t
--@ 1
--> raw  stage.facts.raw  DIRECT
--> a    t.a              DIRECT
--@ 3
--> amount  sales.facts.amount  DIRECT
--@ 5
--> a  t.a  DIRECT

--- after DETACH a database is out of sight    [feature: names of tables / DETACH]
ATTACH ':memory:' AS db2;
CREATE TABLE db2.w (k INT);
DETACH db2;
SELECT k FROM db2.w
--> k  db2.w.k  DIRECT  INFERRED
--! W110  4:15

--- DROP SCHEMA takes its tables with it    [feature: names of tables / CREATE SCHEMA, DROP SCHEMA]
CREATE SCHEMA IF NOT EXISTS s;
CREATE TABLE s.w (k INT);
DROP SCHEMA s CASCADE;
SELECT k FROM s.w
--> k  s.w.k  DIRECT  INFERRED
--! W110  4:15

--- a temporary table stands before a stored one, and stays in sight    [feature: names of tables / temporary tables]
CREATE TEMP TABLE t AS SELECT x AS k FROM u;
CREATE TEMP TABLE own AS SELECT y FROM u;
USE stage;
SELECT * FROM t;
SELECT * FROM main.t;
SELECT own.y, o.y AS z FROM own, temp.own AS o;
SELECT b FROM memory.main.t
--@ 0 temp.t
--> k  u.x  DIRECT
--@ 1 own
--> y  u.y  DIRECT
--@ 3
--> k  temp.t.k  DIRECT
--@ 4
--> k  temp.t.k  DIRECT
--@ 5
--> y  own.y  DIRECT
--> z  own.y  DIRECT
--@ 6
--> b  t.b  DIRECT

--- EXPORT DATABASE: a file for each table that is known    [catalog: none; feature: whole databases / EXPORT, IMPORT]
CREATE TABLE w (k INT);
CREATE TABLE s.x (m INT);
EXPORT DATABASE 'out' (FORMAT parquet);
IMPORT DATABASE 'out'
--@ 2 out/w.parquet
--> k  w.k    DIRECT
--> m  s.x.m  DIRECT
--! W319  3:1
--@ 3
--! W319  4:1
--= kind IMPORT_DATABASE

--- COPY FROM DATABASE: the same tables in another one    [catalog: none; feature: whole databases / COPY FROM DATABASE]
CREATE TABLE w (k INT);
ATTACH 'copy.db' AS b;
COPY FROM DATABASE memory TO b;
SELECT k FROM b.w
--@ 2 b.w
--> k  w.k  DIRECT
--! W319  3:1
--@ 3
--> k  b.w.k  DIRECT
