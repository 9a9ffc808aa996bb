-- CREATE TABLE AS
CREATE TABLE made AS SELECT a, b + 1 AS k FROM t WHERE c > 0;

-- CREATE TABLE AS with CONCAT
CREATE TABLE made AS SELECT UPPER(CONCAT(name, city)) AS full_text FROM customers;

-- CREATE OR REPLACE TABLE
CREATE OR REPLACE TABLE sales.made AS SELECT k, SUM(amount) AS total FROM sales.facts GROUP BY k;

-- CREATE TEMP TABLE
CREATE TEMP TABLE made AS SELECT a FROM t;

-- CREATE TABLE IF NOT EXISTS
CREATE TABLE IF NOT EXISTS made AS SELECT a FROM t;

-- CREATE TABLE with columns
CREATE TABLE made (x INT64, y INT64) AS SELECT a, b FROM t;

-- CREATE TABLE PARTITION BY
CREATE TABLE made PARTITION BY day CLUSTER BY status AS SELECT id, day, status FROM orders;

-- CREATE TABLE with OPTIONS
CREATE TABLE made OPTIONS (description = 'x') AS SELECT id, day FROM orders;

-- CREATE TABLE AS with a CTE
CREATE TABLE made AS WITH q AS (SELECT a, MAX(b) AS m FROM t GROUP BY a) SELECT q.m, u.x FROM q JOIN u ON q.a = u.a;

-- CREATE TABLE AS UNION
CREATE TABLE made AS SELECT a FROM t UNION ALL SELECT x FROM u;

-- CREATE TABLE of structs
CREATE TABLE made AS SELECT STRUCT(a AS x, b AS y) AS s, [c, d] AS l FROM t;

-- CREATE TABLE AS SELECT AS STRUCT
CREATE TABLE made AS SELECT AS STRUCT a, b FROM t;

-- CREATE VIEW
CREATE VIEW seen AS SELECT id, UPPER(name) AS n FROM customers;

-- CREATE VIEW with names
CREATE VIEW seen (x, y) AS SELECT id, name FROM customers;

-- CREATE OR REPLACE VIEW
CREATE OR REPLACE VIEW sales.seen AS SELECT * FROM sales.facts;

-- CREATE MATERIALIZED VIEW
CREATE MATERIALIZED VIEW seen AS SELECT k, SUM(amount) AS s FROM sales.facts GROUP BY k;

-- CREATE TABLE COPY
CREATE TABLE made COPY u;

-- CREATE SNAPSHOT TABLE
CREATE SNAPSHOT TABLE made CLONE u;

-- CREATE TABLE LIKE, then INSERT
CREATE TABLE made LIKE u; INSERT INTO u (a, x) SELECT a, b FROM t;

-- INSERT
INSERT INTO u (a, x, y) SELECT a, b, c FROM t;

-- INSERT without columns
INSERT INTO u SELECT a, b, c FROM t;

-- INSERT by position, not by alias
INSERT INTO u SELECT b AS x, a AS y, c AS a FROM t;

-- INSERT of some
INSERT u (y, a) SELECT c, a FROM t;

-- INSERT VALUES
INSERT INTO u (a, x) VALUES (1, 2), (3, 4);

-- INSERT VALUES with subqueries
INSERT INTO u (a, x) VALUES ((SELECT MAX(a) FROM t), 1), (2, (SELECT MIN(b) FROM t));

-- INSERT DEFAULT
INSERT INTO u (a, x) VALUES (1, DEFAULT);

-- INSERT from a CTE
INSERT INTO u (a, x) WITH q AS (SELECT a, b FROM t) SELECT a, b FROM q;

-- INSERT from UNION
INSERT INTO u (a) SELECT a FROM t UNION ALL SELECT z FROM v;

-- INSERT of a struct
INSERT INTO target (id, info) SELECT id, STRUCT(city, 1.0) FROM customers;

-- INSERT of an array
INSERT INTO target (id, tags) SELECT id, tags FROM events;

-- INSERT from a join
INSERT INTO target (id, name, total) SELECT c.id, c.name, SUM(o.amount) FROM customers c JOIN orders o ON c.id = o.customer_id GROUP BY c.id, c.name;

-- UPDATE
UPDATE u SET x = y + 1 WHERE a > 3;

-- UPDATE of itself
UPDATE u SET x = x + 1 WHERE TRUE;

-- UPDATE of several
UPDATE u SET x = y, y = x WHERE a = 1;

-- UPDATE FROM
UPDATE u SET x = t.b FROM t WHERE t.a = u.a;

-- UPDATE FROM with an alias
UPDATE u AS k SET k.x = s.b + k.y FROM t AS s WHERE s.a = k.a;

-- UPDATE FROM a subquery
UPDATE target SET total = s.m FROM (SELECT customer_id AS c, SUM(amount) AS m FROM orders GROUP BY customer_id) AS s WHERE s.c = target.id;

-- UPDATE FROM a join
UPDATE u SET x = v.z FROM t JOIN v ON t.a = v.a WHERE u.a = t.b;

-- UPDATE of a field
UPDATE target SET info.city = name WHERE id = 1;

-- UPDATE of a field FROM
UPDATE target SET info.score = e.payload.score FROM events e WHERE e.id = target.id;

-- UPDATE of a nested field
UPDATE events SET payload.buyer.name = kind, n = id WHERE TRUE;

-- UPDATE with a subquery
UPDATE u SET x = (SELECT MAX(b) FROM t WHERE t.a = u.a) WHERE TRUE;

-- UPDATE with CASE
UPDATE u SET x = CASE WHEN y > 0 THEN a ELSE x END WHERE TRUE;

-- UPDATE to DEFAULT
UPDATE u SET x = DEFAULT WHERE a = 1;

-- UPDATE of a whole struct
UPDATE target SET info = STRUCT(name AS city, 1.0 AS score) WHERE TRUE;

-- DELETE
DELETE FROM u WHERE x > 3;

-- DELETE with a subquery
DELETE u WHERE a IN (SELECT a FROM t WHERE b > 0);

-- DELETE with EXISTS
DELETE FROM u WHERE EXISTS (SELECT 1 FROM t WHERE t.a = u.a);

-- TRUNCATE
TRUNCATE TABLE u;

-- MERGE
MERGE INTO u USING t ON u.a = t.a WHEN MATCHED THEN UPDATE SET x = t.b WHEN NOT MATCHED THEN INSERT (a, x) VALUES (t.a, t.c);

-- MERGE with DELETE
MERGE u USING t ON u.a = t.a WHEN MATCHED AND t.b > 0 THEN DELETE WHEN MATCHED THEN UPDATE SET y = t.c;

-- MERGE BY SOURCE
MERGE u USING t ON u.a = t.a WHEN NOT MATCHED BY SOURCE THEN UPDATE SET x = y WHEN NOT MATCHED BY TARGET AND t.b > 1 THEN INSERT (a) VALUES (t.a);

-- MERGE BY SOURCE with DELETE
MERGE u USING t ON u.a = t.a WHEN NOT MATCHED BY SOURCE AND u.x > 1 THEN DELETE;

-- MERGE INSERT ROW
MERGE u USING v ON u.a = v.a WHEN NOT MATCHED THEN INSERT ROW;

-- MERGE INSERT ROW with columns
MERGE w USING (SELECT a, b FROM t) AS s ON w.a = s.a WHEN NOT MATCHED THEN INSERT (b, a) ROW;

-- MERGE from a subquery
MERGE target USING (SELECT customer_id, SUM(amount) AS s FROM orders GROUP BY customer_id) AS q ON target.id = q.customer_id WHEN MATCHED THEN UPDATE SET total = q.s, updated = CURRENT_TIMESTAMP();

-- MERGE with aliases
MERGE INTO u AS k USING t AS s ON k.a = s.a WHEN MATCHED THEN UPDATE SET k.x = k.x + s.b WHEN NOT MATCHED THEN INSERT (a, x, y) VALUES (s.a, s.b, s.c + 1);

-- MERGE ON FALSE
MERGE u USING t ON FALSE WHEN NOT MATCHED THEN INSERT (a) VALUES (t.a) WHEN NOT MATCHED BY SOURCE THEN DELETE;

-- MERGE of a field
MERGE target USING customers AS c ON target.id = c.id WHEN MATCHED THEN UPDATE SET info.city = c.city;

-- MERGE with DEFAULT
MERGE u USING t ON u.a = t.a WHEN NOT MATCHED THEN INSERT (a, x) VALUES (t.a, DEFAULT);

-- MERGE with a subquery
MERGE u USING t ON u.a = t.a WHEN MATCHED THEN UPDATE SET x = (SELECT MAX(z) FROM v WHERE v.a = t.a);

-- EXPORT DATA
EXPORT DATA OPTIONS (uri = 'gs://x/y.csv', format = 'CSV') AS SELECT a, b + 1 AS k FROM t;

-- CREATE MODEL
CREATE MODEL m OPTIONS (model_type = 'linear_reg') AS SELECT a, b AS label FROM t;

-- a table made and read
CREATE TABLE made AS SELECT a + 1 AS k FROM t; INSERT INTO u (x) SELECT k FROM made;

-- a view made and read
CREATE VIEW seen AS SELECT a, b FROM t; SELECT a + b AS k FROM seen;

-- a temp table made and read
CREATE TEMP TABLE made AS SELECT STRUCT(a AS x, b AS y) AS s FROM t; SELECT s.x FROM made;
