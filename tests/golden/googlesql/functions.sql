-- Functions that are written in SQL: their bodies are followed.

--- a function of one expression    [feature: functions in SQL / CREATE FUNCTION]
CREATE TEMP FUNCTION add1(p INT64) AS (p + 1); SELECT Add1(a) AS k FROM t
--> k  t.a  DERIVED

--- a function that asks a table    [feature: functions in SQL / CREATE FUNCTION]
CREATE FUNCTION sales.g(p INT64, q STRING) RETURNS INT64 AS ((SELECT MAX(u.x) FROM u WHERE u.a = p)); SELECT sales.g(b, d) AS k FROM t
--> k    u.x  AGG
--> k ~  t.b  FILTER
--> k ~  u.a  FILTER

--- an aggregate function    [feature: functions in SQL / CREATE AGGREGATE FUNCTION]
CREATE AGGREGATE FUNCTION sales.ag(p INT64) AS (SUM(p) * 2); SELECT sales.ag(a) AS k FROM t
--> k  t.a  AGG

--- a function in another language is not known    [feature: functions in SQL / other languages]
CREATE TEMP FUNCTION js(p INT64) RETURNS INT64 LANGUAGE js AS 'return p'; SELECT js(a) AS k FROM t
--> k  t.a  UNKNOWN  COARSE
--! W210  1:82

--- a table function    [feature: functions in SQL / CREATE TABLE FUNCTION]
CREATE TABLE FUNCTION sales.f(p INT64) AS SELECT a, b + p AS k FROM t WHERE c = p; SELECT a, k FROM sales.f(5)
--> a     t.a  DIRECT
--> k     t.b  DERIVED
--> rows  t.c  FILTER

--- a table function that is joined    [feature: functions in SQL / CREATE TABLE FUNCTION]
CREATE TABLE FUNCTION sales.f(p INT64) AS SELECT a, b AS k FROM t WHERE c = p; SELECT u.x, z.k FROM u JOIN sales.f(5) AS z ON u.a = z.a
--> x     u.x  DIRECT
--> k     t.b  DIRECT
--> rows  t.a  JOIN
--> rows  t.c  FILTER
--> rows  u.a  JOIN

--- a table function over a table, also at the end of a pipe    [feature: functions in SQL / CREATE TABLE FUNCTION]
CREATE TABLE FUNCTION sales.h(src TABLE<a INT64>, n INT64) AS SELECT a + n AS m FROM src; SELECT m FROM sales.h((SELECT b AS a FROM t), 3); FROM t |> SELECT c AS a |> CALL sales.h(4) |> SELECT m
--@ 1
--> m  t.b  DERIVED
--@ 2
--> m  t.c  DERIVED

--- AI.IF is no IF    [feature: functions / AI functions; influence: complete]
SELECT AI.IF(('Is this late? ', status), connection_id => 'us.c') AS k FROM orders WHERE AI.IF(prompt => status, connection_id => 'us.c')
--> k     orders.status  EXTERNAL  INFERRED
--> rows  orders.status  FILTER  INFERRED
--! W228  1:93

--- arguments by name    [feature: functions / arguments by name]
SELECT GENERATE_ARRAY(1, a, step => b) AS k FROM t
--> k  t.a  DERIVED
--> k  t.b  DERIVED

--- a function of a dataset is not the engine's own    [feature: functions / functions of a dataset]
SELECT sales.upper(status) AS k, NET.HOST(status) AS h, SAFE.NET.HOST(status) AS s FROM orders
--> k  orders.status  UNKNOWN  COARSE
--> h  orders.status  DERIVED
--> s  orders.status  DERIVED
--! W210  1:8

--- a column in the body of a function hides a parameter of its name    [catalog: none; feature: functions / columns before parameters]
CREATE TABLE s (a INT64, i INT64); CREATE TABLE q (x INT64);
CREATE FUNCTION f(a INT64) AS ((SELECT MAX(a) + MAX(i) FROM s));
SELECT f(x) AS k FROM q
--> k  s.a  AGG
--> k  s.i  AGG

--- so does one of a derived table, of a CTE, and of a query outside    [catalog: none]
CREATE TABLE s (a INT64, i INT64); CREATE TABLE q (x INT64);
CREATE TABLE FUNCTION f(w INT64) AS
WITH c AS (SELECT a, i AS w FROM s)
SELECT w AS k, (SELECT MAX(w) FROM q) AS l, d.w AS m, w AS n FROM c JOIN (SELECT *, a AS w FROM s) AS d USING (w);
SELECT * FROM f((SELECT MAX(x) FROM q))
--> k     s.i  DIRECT
--> l     s.i  AGG
--> m     s.a  DIRECT
--> n     s.i  DIRECT
--> rows  s.a  JOIN
--> rows  s.i  JOIN

--- a query as an argument is a value, where the body reads no table of the parameter's name    [catalog: none]
CREATE TABLE s (a INT64); CREATE TABLE q (x INT64, y INT64);
CREATE TABLE FUNCTION f(p INT64) AS SELECT a + p AS k FROM s WHERE a IN (SELECT x FROM q WHERE y > p);
SELECT k FROM f((SELECT MAX(y) FROM q))
--> k     q.y  AGG
--> k     s.a  DERIVED
--> rows  q.x  FILTER
--> rows  q.y  FILTER
--> rows  s.a  FILTER

--- a column in the body that is a pipeline    [catalog: none]
CREATE TABLE s (a INT64, i INT64); CREATE TABLE q (x INT64);
CREATE TABLE FUNCTION f(i INT64, w INT64) AS FROM s |> WHERE a > w |> SELECT a + w AS k, i AS m;
SELECT * FROM f(5, (SELECT MAX(x) FROM q))
--> k     q.x  AGG
--> k     s.a  DERIVED
--> m     s.i  DIRECT
--> rows  q.x  FILTER
--> rows  s.a  FILTER

--- a column that the pipeline has dropped hides nothing    [catalog: none]
CREATE TABLE s (a INT64, i INT64); CREATE TABLE q (x INT64);
CREATE TABLE FUNCTION f(i INT64) AS FROM s |> SELECT a |> EXTEND i AS z;
SELECT * FROM f((SELECT MAX(x) FROM q))
--> a  s.a  DIRECT
--> z  q.x  AGG

--- an argument is what it means where the call stands, whatever the body has of that name    [catalog: none]
CREATE TABLE s (a INT64, x INT64); CREATE TABLE q (a INT64, x INT64); CREATE TABLE r (a INT64);
CREATE FUNCTION f(p INT64) AS ((SELECT MAX(x + p) FROM s));
SELECT f(a) AS k, f(q.x) AS m FROM q JOIN r USING (a)
--> k     q.a  AGG
--> k     s.x  AGG
--> m     q.x  AGG
--> m     s.x  AGG
--> rows  q.a  JOIN
--> rows  r.a  JOIN

--- so it is in a derived table without a name, and beside a table that is called like that of the body    [catalog: none]
CREATE TABLE s (a INT64, x INT64); CREATE TABLE q (a INT64, x INT64);
CREATE FUNCTION f(p INT64) AS ((SELECT MAX(x + p) FROM s));
SELECT (SELECT f(a) FROM (SELECT a FROM q) LIMIT 1) AS k, f(s.a) AS m, f(a) AS n FROM q AS s
--> k  q.a  AGG
--> k  s.x  AGG
--> m  q.a  AGG
--> m  s.x  AGG
--> n  q.a  AGG
--> n  s.x  AGG
