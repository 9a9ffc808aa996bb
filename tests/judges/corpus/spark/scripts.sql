-- Functions in SQL, variables, names as text, several statements.

-- # a function
CREATE FUNCTION plus_one(x INT) RETURNS INT RETURN x + 1;
SELECT plus_one(a) AS k FROM t;

-- # a temporary function
CREATE TEMPORARY FUNCTION area(w DOUBLE, h DOUBLE) RETURNS DOUBLE RETURN w * h;
SELECT area(d, b) AS s, area(1, 2) AS c FROM t;

-- # a function of a condition
CREATE TEMP FUNCTION pick(flag INT, p STRING, q STRING) RETURNS STRING RETURN CASE WHEN flag > 1 THEN p ELSE q END;
SELECT pick(a, c, upper(c)) AS k FROM t;

-- # a function over a function
CREATE TEMPORARY FUNCTION one(x INT) RETURNS INT RETURN x + 1;
CREATE TEMPORARY FUNCTION two(x INT) RETURNS INT RETURN one(x) * 2;
SELECT two(a) AS k FROM t;

-- # a function with a subquery
CREATE TEMPORARY FUNCTION top(p INT) RETURNS INT RETURN (SELECT max(x) FROM u WHERE u.a = p);
SELECT top(b) AS m FROM t;

-- # a function with a default
CREATE TEMPORARY FUNCTION scaled(v DOUBLE, by_ INT DEFAULT 10) RETURNS DOUBLE COMMENT 'c' RETURN v * by_;
SELECT scaled(d) AS p, scaled(d, a) AS q FROM t;

-- # a function's arguments by name
CREATE TEMPORARY FUNCTION minus_(p INT, q INT) RETURNS INT RETURN p - q;
SELECT minus_(q => a, p => b) AS k FROM t;

-- # a table function
CREATE FUNCTION rows_of(k INT) RETURNS TABLE (p INT, q STRING) RETURN SELECT a, c FROM t WHERE b = k;
SELECT p, q FROM rows_of(3);

-- # a table function beside a table
CREATE TEMPORARY FUNCTION near(k INT) RETURNS TABLE (m INT) RETURN SELECT x + k FROM u;
SELECT t.c, z.m FROM t, LATERAL near(t.a) AS z;

-- # a name as text
SELECT IDENTIFIER('a'), b FROM IDENTIFIER('t');

-- # a whole name as text
SELECT z.a AS k FROM IDENTIFIER('default.t') AS z;

-- # a name put together
SELECT IDENTIFIER('t' || '.' || 'c') AS k FROM IDENTIFIER('default' || '.t') AS t;

-- # a function's name as text
SELECT IDENTIFIER('upper')(c) AS k FROM t;

-- # a variable
DECLARE VARIABLE lim INT DEFAULT 3;
SELECT a FROM t WHERE b > lim;

-- # a variable in a value
DECLARE OR REPLACE VARIABLE rate DOUBLE DEFAULT 0.5;
SET VAR rate = 0.7;
SELECT a * rate AS r, session.rate AS s FROM t;

-- # a column hides a variable
DECLARE b INT = 7;
SELECT b + 1 AS k FROM t;

-- # tables, views and inserts in turn
CREATE TABLE stage (k INT, v DOUBLE) USING parquet;
INSERT INTO stage SELECT a, d FROM t;
CREATE TEMP VIEW totals AS SELECT k, sum(v) AS s FROM stage GROUP BY k;
INSERT OVERWRITE summary SELECT k, 'all', s FROM totals;

-- # settings between statements
SET spark.sql.ansi.enabled = true;
SELECT a FROM t;
