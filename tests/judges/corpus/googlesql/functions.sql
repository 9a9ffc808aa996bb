-- a function
CREATE TEMP FUNCTION twice(x INT64) AS (x * 2); SELECT twice(a) AS k FROM t;

-- a function of two
CREATE TEMP FUNCTION pick(x INT64, y INT64) AS (IF(x > 0, y, 0)); SELECT pick(a, b) AS k FROM t;

-- a function that ignores an argument
CREATE TEMP FUNCTION one(x INT64, y INT64) AS (x); SELECT one(a, b) AS k FROM t;

-- a function of a function
CREATE TEMP FUNCTION f(x INT64) AS (x + 1); CREATE TEMP FUNCTION g(x INT64) AS (f(x) * 2); SELECT g(a) AS k FROM t;

-- a function that makes a struct
CREATE TEMP FUNCTION pair(x INT64, y INT64) AS (STRUCT(x AS p, y AS q)); SELECT pair(a, b).q AS k FROM t;

-- a function that takes a struct
CREATE TEMP FUNCTION who(p STRUCT<id INT64, name STRING>) AS (p.name); SELECT who(payload.buyer) AS k FROM events;

-- a function with a subquery
CREATE TEMP FUNCTION most(l ARRAY<STRING>) AS ((SELECT MAX(x) FROM UNNEST(l) AS x)); SELECT most(tags) AS k FROM events;

-- a function in WHERE
CREATE TEMP FUNCTION good(x INT64) AS (x > 0); SELECT a FROM t WHERE good(b);

-- a function in an aggregate
CREATE TEMP FUNCTION twice(x INT64) AS (x * 2); SELECT SUM(twice(a)) AS k FROM t;

-- a function in a write
CREATE TEMP FUNCTION clean(s STRING) AS (TRIM(LOWER(s))); INSERT INTO target (id, name) SELECT id, clean(name) FROM customers;

-- a table function
CREATE TABLE FUNCTION above(n INT64) AS SELECT a, b FROM t WHERE c > n; SELECT b FROM above(3);

-- a table function with an expression
CREATE TABLE FUNCTION plus(n INT64) AS SELECT a + n AS k FROM t; SELECT k FROM plus(3);

-- a table function in a join
CREATE TABLE FUNCTION above(n INT64) AS SELECT a, b FROM t WHERE c > n; SELECT f.b, u.x FROM above(3) AS f JOIN u ON f.a = u.a;

-- an aggregate function
CREATE TEMP AGGREGATE FUNCTION ratio(x INT64, y INT64) AS (SUM(x) / SUM(y)); SELECT ratio(a, b) AS k FROM t GROUP BY c;
