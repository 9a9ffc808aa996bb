-- DuckDB replaces a call of a macro by its body.

--- a scalar macro is followed to the columns that it is given    [feature: macros / scalar]
CREATE MACRO add2(x, y) AS x + y;
SELECT add2(a, b) AS s, add2(c, 1) FROM t
--> s             t.a  DERIVED
--> s             t.b  DERIVED
--> "add2(c, 1)"  t.c  DERIVED

--- a variant for each number of arguments    [feature: macros / overloads]
CREATE MACRO f(x) AS x + 1, (x, y) AS x * y, (x, y, z) AS z;
SELECT f(a) AS p, f(a, b) AS q, f(a, b, c) AS r FROM t
--> p  t.a  DERIVED
--> q  t.a  DERIVED
--> q  t.b  DERIVED
--> r  t.c  DIRECT

--- variants that differ in their types alone are all read    [feature: macros / overloads by type]
CREATE MACRO f(x INTEGER, y INTEGER) AS x, (x INTEGER, y VARCHAR) AS y;
SELECT f(a, b) AS p FROM t
--> p  t.a  DERIVED
--> p  t.b  DERIVED
--! W223  2:8

--- defaults, and arguments by name    [feature: macros / defaults and named arguments]
CREATE MACRO f(x, y := 5) AS x + y;
SELECT f(a) AS p, f(a, y := b) AS q, f(a, y => c) AS r, f(y := d, x := a) AS s, f(a, b) AS v FROM t
--> p  t.a  DERIVED
--> q  t.a  DERIVED
--> q  t.b  DERIVED
--> r  t.a  DERIVED
--> r  t.c  DERIVED
--> s  t.a  DERIVED
--> s  t.d  DERIVED
--> v  t.a  DERIVED
--> v  t.b  DERIVED

--- typed parameters    [feature: macros / typed parameters]
CREATE OR REPLACE TEMP FUNCTION f(x INTEGER, y VARCHAR := 'a') AS x || y;
SELECT f(a) AS s FROM t
--> s  t.a  DERIVED

--- macros in macros, which are looked up when they are called    [feature: macros / nested]
CREATE MACRO f(x) AS 1;
CREATE MACRO g(x, y) AS f(x) * f(y);
CREATE OR REPLACE MACRO f(x) AS x + 1;
SELECT g(a, b) AS s FROM t
--> s  t.a  DERIVED
--> s  t.b  DERIVED

--- a body that is a subquery, and an argument of the caller's table    [feature: macros / body with a subquery; influence: complete]
CREATE MACRO newest(k) AS (SELECT max(x) FROM u WHERE a = k);
SELECT newest(a) AS s FROM t
--> s    u.x  AGG
--> s ~  t.a  FILTER
--> s ~  u.a  FILTER

--- a body with an aggregate    [feature: macros / aggregates and windows in a body; influence: complete]
CREATE MACRO wavg(v, w) AS sum(v * w) / sum(w);
SELECT a, wavg(b, c) AS s FROM t GROUP BY ALL
--> a     t.a  DIRECT
--> s     t.b  AGG
--> s     t.c  AGG
--> rows  t.a  GROUP_BY

--- OVER belongs to the aggregate in the body    [feature: macros / aggregates and windows in a body; influence: complete]
CREATE MACRO total(v) AS sum(v) + 1;
SELECT total(b) OVER (PARTITION BY a ORDER BY c) AS s FROM t
--> s    t.b  WINDOW
--> s ~  t.a  WINDOW
--> s ~  t.c  WINDOW

--- a window in the body    [feature: macros / aggregates and windows in a body; influence: complete]
CREATE MACRO rn(k, o) AS row_number() OVER (PARTITION BY k ORDER BY o);
SELECT a, b FROM t QUALIFY rn(a, b) = 1
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  WINDOW
--> rows  t.b  WINDOW

--- conditions stay conditions    [feature: macros / scalar; influence: complete]
CREATE MACRO safe_divide(p, q) AS CASE WHEN q = 0 THEN NULL ELSE p / q END;
SELECT safe_divide(a, b) AS r FROM t
--> r    t.a  DERIVED
--> r    t.b  DERIVED
--> r ~  t.b  CONDITIONAL

--- a macro stands before a function of the engine    [feature: macros / in the place of a built-in function]
CREATE MACRO abs(x) AS 5;
CREATE MACRO iff(c, x, y) AS CASE WHEN c THEN x ELSE y END;
SELECT abs(a) AS p, iff(a > 1, b, c) AS r FROM t
--> p  generated
--> r  t.b        DERIVED
--> r  t.c        DERIVED

--- fields of a struct, and a struct that is made    [feature: macros / structs, lists, lambdas]
CREATE MACRO inner_id(p) AS p.buyer.id;
CREATE MACRO pair(p, q) AS {'p': p, 'q': q};
SELECT inner_id(payload) AS i, pair(id, ts).q AS w FROM events
--> i  events.payload.buyer.id  DIRECT
--> w  events.ts                DIRECT

--- lambdas in a body hide a parameter    [feature: macros / structs, lists, lambdas]
CREATE MACRO plus(l, k) AS list_transform(l, lambda e: e + k);
CREATE MACRO ones(l, k) AS list_transform(l, lambda k: k + 1);
SELECT plus([a, b], c) AS p, ones([a], d) AS q FROM t
--> p  t.a  DERIVED
--> p  t.b  DERIVED
--> p  t.c  DERIVED
--> q  t.a  DERIVED

--- methods, COLUMNS, and the names of outputs    [feature: macros / method calls and COLUMNS]
CREATE MACRO plus(p, q) AS p + q;
CREATE MACRO same(p) AS p;
SELECT a.plus(b), same(c), same(COLUMNS('a|b')) FROM t
--> a.plus(b)  t.a  DERIVED
--> a.plus(b)  t.b  DERIVED
--> same(c)    t.c  DIRECT
--> a          t.a  DIRECT
--> b          t.b  DIRECT

--- in every clause    [feature: macros / in every clause; influence: complete]
CREATE MACRO big(p) AS p > 5;
CREATE MACRO equal(p, q) AS p = q;
SELECT t.b FROM t JOIN u ON equal(t.a, u.a) WHERE big(t.c) ORDER BY big(u.x) LIMIT 1
--> b     t.b  DIRECT
--> rows  t.a  JOIN
--> rows  t.c  FILTER
--> rows  u.a  JOIN
--> rows  u.x  SORT

--- grouped by    [feature: macros / in every clause; influence: complete]
CREATE MACRO bucket(p) AS p // 10;
SELECT bucket(a) AS k, sum(b) AS s FROM t GROUP BY bucket(a)
--> k     t.a  DERIVED
--> s     t.b  AGG
--> rows  t.a  GROUP_BY

--- in INSERT, UPDATE and MERGE    [feature: macros / in every clause]
CREATE MACRO f(p) AS p + 1;
INSERT INTO u (a) SELECT f(b) FROM t;
UPDATE t SET a = f(b) WHERE f(c) > 1;
MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN UPDATE SET b = f(u.x)
--@ 1 u
--> a  t.b  DERIVED
--@ 2 t
--> a  t.b  DERIVED
--@ 3 t
--> b  u.x  DERIVED

--- a table macro    [feature: macros / table; influence: complete]
CREATE MACRO tm(k) AS TABLE SELECT a, b + k AS bk, b + k FROM t WHERE c > k;
SELECT * FROM tm(5)
--> a          t.a  DIRECT
--> bk         t.b  DERIVED
--> "(b + 5)"  t.b  DERIVED
--> rows       t.c  FILTER

--- a table macro with a CTE    [feature: macros / table; influence: complete]
CREATE MACRO tm(k) AS TABLE WITH w AS (SELECT a, b FROM t WHERE c = k) SELECT a, sum(b) AS s FROM w GROUP BY a;
SELECT s FROM tm(3) AS z
--> s     t.b  AGG
--> rows  t.a  GROUP_BY
--> rows  t.c  FILTER

--- a table macro beside a table whose rows it is given    [feature: macros / table; influence: complete]
CREATE MACRO tm(k) AS TABLE SELECT x, y FROM u WHERE u.a = k;
SELECT t.b, z.x FROM t, tm(t.a) AS z
--> b     t.b  DIRECT
--> x     u.x  DIRECT
--> rows  t.a  FILTER
--> rows  u.a  FILTER

--- a table macro that is called by another    [feature: macros / table]
CREATE MACRO t1(k) AS TABLE SELECT a, b FROM t WHERE c = k;
CREATE MACRO t2(k) AS TABLE SELECT a + b AS ab FROM t1(k);
FROM t2(k := 4) SELECT ab
--> ab  t.a  DERIVED
--> ab  t.b  DERIVED

--- table macros with variants    [feature: macros / table]
CREATE MACRO tm() AS TABLE (SELECT a FROM t), (k) AS TABLE (SELECT x + k AS xk FROM u);
SELECT * FROM tm(), tm(3)
--> a   t.a  DIRECT
--> xk  u.x  DERIVED

--- a parameter hides a column, and a qualified name is no parameter    [feature: macros / names in a body]
CREATE MACRO tm(a) AS TABLE SELECT a AS k, b AS a, t.a AS z FROM t;
SELECT * FROM tm(3)
--> k  generated
--> a  t.b        DIRECT
--> z  t.a        DIRECT

--- a column that a table macro is given is one of its own query    [feature: macros / names in a body]
CREATE MACRO tm(col) AS TABLE SELECT col AS v FROM t;
SELECT * FROM tm(b)
--> v  t.b  DIRECT

--- a body sees the CTEs of the caller    [feature: macros / names in a body]
CREATE MACRO tm() AS TABLE SELECT a FROM t;
WITH t AS (SELECT x AS a FROM u) SELECT * FROM tm()
--> a  u.x  DIRECT

--- a body means what it means where it is called    [feature: macros / names in a body]
USE sales;
CREATE MACRO memory.main.tm() AS TABLE SELECT * FROM facts;
USE stage;
SELECT * FROM memory.main.tm()
--> k    stage.facts.k    DIRECT
--> raw  stage.facts.raw  DIRECT

--- scalar and table macros may share a name    [feature: macros / table]
CREATE MACRO f(x) AS x + 1;
CREATE MACRO f(x) AS TABLE SELECT y AS q FROM u WHERE u.x = x;
SELECT f(a) AS r, z.q FROM t, f(3) z
--> r  t.a  DERIVED
--> q  u.y  DIRECT

--- macros in schemas    [feature: macros / schema-qualified]
CREATE SCHEMA s;
CREATE MACRO s.f(x) AS x + 1;
CREATE MACRO s.tm() AS TABLE SELECT a FROM t;
SELECT s.f(t.a) AS p, memory.s.f(b) AS q, z.a FROM t, s.tm() AS z
--> p  t.a  DERIVED
--> q  t.b  DERIVED
--> a  t.a  DIRECT

--- a schema that is used    [feature: macros / schema-qualified]
CREATE MACRO s.f(x) AS x + 1;
CREATE MACRO g(x) AS x;
USE s;
SELECT f(a) AS p, g(b) AS q, main.g(c) AS r FROM main.t
--> p  t.a  DERIVED
--> q  t.b  DIRECT
--> r  t.c  DIRECT

--- IF NOT EXISTS keeps what is there; a temporary macro stands before others    [feature: macros / OR REPLACE, IF NOT EXISTS, TEMP]
CREATE MACRO f(x) AS 1;
CREATE MACRO IF NOT EXISTS f(x) AS x;
CREATE MACRO g(x) AS 1;
CREATE TEMP MACRO g(x) AS x;
SELECT f(a) AS p, g(a) AS q FROM t
--> p  generated
--> q  t.a        DIRECT

--- a macro that is gone is not known    [feature: macros / DROP]
CREATE MACRO f(x) AS x + 1;
CREATE MACRO f(x) AS TABLE SELECT x AS q;
DROP MACRO f;
SELECT f(a) AS p, z.q FROM t, f(3) AS z
--> p  t.a        UNKNOWN  COARSE
--> q  generated
--! W210  4:8

--- a table macro that is gone
CREATE MACRO tm() AS TABLE SELECT a FROM t;
DROP MACRO TABLE IF EXISTS tm;
SELECT * FROM tm()
--> *  tm(…).*  DIRECT  INFERRED
--! W110  3:1

--- arguments that it does not take are said
CREATE MACRO f(x) AS x + 1;
SELECT f(a, b) AS r FROM t
--> r  t.a  UNKNOWN  COARSE
--> r  t.b  UNKNOWN  COARSE
--! W225  2:8

--- a circle is said, and does not hang
CREATE MACRO f(x) AS x + 1;
CREATE MACRO g(x) AS f(x);
CREATE OR REPLACE MACRO f(x) AS g(x) + 1;
SELECT f(a) AS r FROM t
--> r  t.a  UNKNOWN  COARSE
--! W226  4:8

--- a view is made of what its macros stand for    [feature: macros / in every clause]
CREATE MACRO f(p) AS p + 1;
CREATE VIEW w AS SELECT f(a) AS k FROM t
--> k  t.a  DERIVED

--- COLUMNS in the body of a table macro, over a table by its name    [feature: macros / method calls and COLUMNS]
CREATE MACRO sums(name) AS TABLE SELECT sum(COLUMNS(*)) FROM query_table(name::VARCHAR);
FROM sums('u')
--> a  u.a  AGG
--> x  u.x  AGG
--> y  u.y  AGG

--- the row of a table is a struct    [feature: macros / structs, lists, lambdas]
CREATE MACRO joined(r) AS r.x || '-' || r.y;
SELECT joined(u) AS k FROM u
--> k  u.x  DERIVED
--> k  u.y  DERIVED

--- a macro with a table's name    [feature: macros / names in a body]
CREATE MACRO f(x) AS x + 1;
CREATE TABLE f (x INT);
INSERT INTO f (x) SELECT f(a) FROM t;
SELECT f(x) AS k FROM f
--@ 2 f
--> x  t.a  DERIVED
--@ 3
--> k  f.x  DERIVED

--- a query as an argument of a table macro is a value    [catalog: none]
CREATE TABLE s (a INT, i INT); CREATE TABLE q (x INT);
CREATE MACRO g(i) AS TABLE SELECT a, i AS z FROM s;
SELECT * FROM g((SELECT max(x) FROM q))
--> a  s.a  DIRECT
--> z  q.x  AGG
