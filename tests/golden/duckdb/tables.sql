-- Tables that are made, changed and computed.

--- generated columns are edges inside their table    [feature: tables / generated columns]
CREATE TABLE g (a INT, b INT, c INT GENERATED ALWAYS AS (a + b) VIRTUAL, d AS (a * 2), e GENERATED ALWAYS AS (d + 1))
--@ 0 g
--> c  g.a  DERIVED
--> c  g.b  DERIVED
--> d  g.a  DERIVED
--> e  g.a  DERIVED

--- a reader goes through them to what is stored    [feature: tables / generated columns; influence: complete]
CREATE TABLE g (a INT, b INT, c INT GENERATED ALWAYS AS (a + b) VIRTUAL, d AS (c * 2));
SELECT d, a AS e FROM g WHERE c > 1
--> d     g.a  DERIVED
--> d     g.b  DERIVED
--> e     g.a  DIRECT
--> rows  g.a  FILTER
--> rows  g.b  FILTER

--- they cannot be written    [feature: tables / generated columns]
CREATE TABLE g (a INT, c AS (a + 1), b INT);
INSERT INTO g SELECT x, y FROM u;
INSERT INTO g BY NAME SELECT x AS b, y AS a FROM u
--@ 1 g
--> a  u.x  DIRECT
--> b  u.y  DIRECT
--@ 2 g
--> a  u.y  DIRECT
--> b  u.x  DIRECT

--- a stored column that they are made of gets another name    [feature: tables / ALTER TABLE]
CREATE TABLE g (a INT, c AS (a + 1));
ALTER TABLE g RENAME a TO z;
SELECT c FROM g
--> c  g.z  DERIVED

--- a macro in a generated column    [feature: tables / generated columns]
CREATE MACRO f(x) AS x + 1;
CREATE TABLE g (a INT, c AS (f(a)));
SELECT c FROM g
--> c  g.a  DERIVED

--- columns come, go and get other names    [feature: tables / ALTER TABLE]
ALTER TABLE t ADD COLUMN e INT DEFAULT 5;
ALTER TABLE t ADD COLUMN IF NOT EXISTS a INT;
ALTER TABLE t DROP b;
ALTER TABLE t DROP COLUMN IF EXISTS nothing;
ALTER TABLE t RENAME COLUMN c TO k;
ALTER TABLE t RENAME d TO m;
ALTER TABLE IF EXISTS t ALTER COLUMN a SET DEFAULT 1;
ALTER TABLE t ALTER a SET NOT NULL;
ALTER TABLE t RENAME TO s;
SELECT * FROM s
--> a  s.a  DIRECT
--> k  s.k  DIRECT
--> m  s.m  DIRECT
--> e  s.e  DIRECT

--- another type, with other values    [feature: tables / ALTER COLUMN TYPE USING]
ALTER TABLE t ALTER a TYPE VARCHAR USING concat(b, '_', c);
ALTER TABLE t ALTER b SET DATA TYPE BIGINT USING b * 2;
ALTER TABLE t ALTER c TYPE BIGINT
--@ 0 t
--> a  t.b  DERIVED
--> a  t.c  DERIVED
--@ 1 t
--> b  t.b  DERIVED
--@ 2 t

--- fields of a struct come, go and get other names    [feature: tables / ALTER of struct fields]
ALTER TABLE events ADD COLUMN payload.k INT;
ALTER TABLE events DROP COLUMN payload.kind;
ALTER TABLE events RENAME COLUMN payload.buyer.id TO key;
SELECT payload.k AS k, payload.buyer.key AS b, unnest(payload) FROM events
--> k#0    events.payload.k          DIRECT
--> k#3    events.payload.k          DIRECT
--> b      events.payload.buyer.key  DIRECT
--> buyer  events.payload.buyer      DIRECT

--- views with a list of columns, temporary and replaced    [feature: tables / CREATE VIEW]
CREATE VIEW w (p, q) AS SELECT a, b FROM t;
CREATE OR REPLACE TEMP VIEW w2 AS FROM u SELECT x AS p;
ALTER VIEW w RENAME TO w3;
SELECT w3.q, w2.p FROM w3, w2
--@ 0 w
--> p  t.a  DIRECT
--> q  t.b  DIRECT
--@ 1 w2
--> p  u.x  DIRECT
--@ 3
--> q  w3.q  DIRECT
--> p  w2.p  DIRECT

--- a recursive view    [feature: tables / CREATE RECURSIVE VIEW; influence: complete]
CREATE RECURSIVE VIEW r (n) AS SELECT a FROM t UNION ALL SELECT n + 1 FROM r WHERE n < 10
--@ 0 r
--> n     t.a  DERIVED
--> n     t.a  DIRECT
--> rows  t.a  FILTER

--- CREATE TABLE AS in its forms    [feature: tables / CREATE TABLE AS]
CREATE OR REPLACE TABLE z (p, q) AS SELECT a, b FROM t;
CREATE TABLE IF NOT EXISTS z AS SELECT c FROM t;
CREATE TABLE y AS FROM u SELECT x;
CREATE TABLE w AS TABLE u;
SELECT z.p, y.x, w.y FROM z, y, w
--@ 0 z
--> p  t.a  DIRECT
--> q  t.b  DIRECT
--@ 2 y
--> x  u.x  DIRECT
--@ 3 w
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT
--@ 4
--> p  z.p  DIRECT
--> x  y.x  DIRECT
--> y  w.y  DIRECT

--- WITH NO DATA makes the columns alone    [feature: tables / CREATE TABLE AS]
CREATE TABLE z AS SELECT a, b AS k FROM t WITH NO DATA;
SELECT * FROM z
--@ 0 z
--@ 1
--> a  z.a  DIRECT
--> k  z.k  DIRECT

--- constraints, defaults and storage say nothing of values    [feature: tables / CREATE TABLE]
CREATE TABLE k (
  id INT PRIMARY KEY, a INT CHECK (a > 0) DEFAULT (1 + 2), b VARCHAR COLLATE nocase UNIQUE NOT NULL,
  c INT REFERENCES k (id), d UNION(n INT, s VARCHAR), e ENUM('x', 'y'), f INT[3], g INT USING COMPRESSION uncompressed,
  CHECK (a < id), UNIQUE (a, b)
);
SELECT id, d.n AS n, f[1] AS g FROM k
--> id  k.id   DIRECT
--> n   k.d.n  DIRECT
--> g   k.f    DERIVED

--- a row of defaults    [feature: tables / INSERT DEFAULT VALUES]
INSERT INTO t DEFAULT VALUES
--@ 0 t
