-- Keywords of Spark's own forms, where they are names or belong to another clause.

--- PIVOT over a column called VERSION [catalog: none]
CREATE TABLE t (k INT, x INT, version STRING);
SELECT * FROM t PIVOT (sum(x) FOR version IN ('a', 'b'))
--> k     t.k        DIRECT
--> a     t.x        AGG
--> b     t.x        AGG
--> rows  t.k        GROUP_BY
--> a ~   t.version  CONDITIONAL
--> b ~   t.version  CONDITIONAL

--- substring FOR a column called VERSION [catalog: none]
CREATE TABLE t (s STRING, version INT);
SELECT substring(s FROM 1 FOR version) AS x FROM t
--> x  t.s        DERIVED
--> x  t.version  DERIVED

--- DISTINCT of a column called TABLE [catalog: none]
CREATE TABLE t (table INT);
SELECT DISTINCT table FROM t
--> table  t.table  DIRECT
--> rows   t.table  GROUP_BY

--- an alias TABLE in the query of an INSERT [catalog: none]
CREATE TABLE t (a INT); CREATE TABLE s (a INT);
INSERT INTO s SELECT a table FROM t
--> a  t.a  DIRECT

--- an alias TABLE in the query of a view [catalog: none]
CREATE TABLE t (a INT, b INT);
CREATE VIEW v AS SELECT a AS table, b FROM t
--> table  t.a  DIRECT
--> b      t.b  DIRECT

--- a column called TABLE with an alias [catalog: none]
CREATE TABLE t (a INT, table INT);
SELECT a, table x FROM t
--> a  t.a      DIRECT
--> x  t.table  DIRECT

--- a column called STREAM with an alias [catalog: none]
CREATE TABLE t (a INT, stream INT);
SELECT a, stream b FROM t
--> a  t.a       DIRECT
--> b  t.stream  DIRECT

--- a function called STREAM [catalog: none]
CREATE TABLE t (a STRING, b STRING);
SELECT concat(a, stream(b)) AS c FROM t
--> c  t.a  DERIVED
--> c  t.b  UNKNOWN  COARSE
--! W210  2:18

--- a column called DEFAULT in a query that writes nothing [catalog: none]
CREATE TABLE u (a INT, default INT);
WITH q AS (SELECT * FROM u) SELECT a, default FROM q
--> a        u.a        DIRECT
--> default  u.default  DIRECT

--- a column called DEFAULT inside a call [catalog: none]
CREATE TABLE t (a INT); CREATE TABLE u (default INT);
INSERT INTO t SELECT abs(default) FROM u
--> a  u.default  DERIVED

--- a column called DEFAULT in a derived table [catalog: none]
CREATE TABLE t (a INT); CREATE TABLE u (default INT);
INSERT INTO t SELECT x.default + 1 FROM (SELECT default FROM u) x
--> a  u.default  DERIVED

--- DEFAULT before the next clause of a MERGE [catalog: none]
CREATE TABLE t (k INT, a INT, b INT); CREATE TABLE u (k INT, b INT);
MERGE INTO t USING u ON t.k = u.k WHEN MATCHED THEN UPDATE SET a = DEFAULT WHEN NOT MATCHED THEN INSERT (a, b) VALUES (DEFAULT, u.b)
--> a     generated
--> b     u.b        DIRECT
--> rows  t.k        JOIN
--> rows  u.k        JOIN

--- three closing angle brackets are no shift [catalog: none]
CREATE TABLE t (x STRING);
SELECT CAST(x AS ARRAY<ARRAY<ARRAY<INT>>>) AS y FROM t
--> y  t.x  DERIVED

--- a table called EXPLODE_OUTER [catalog: none]
CREATE TABLE explode_outer (a INT);
SELECT a FROM explode_outer
--> a  explode_outer.a  DIRECT

--- columns called like constructors, quantifiers and functions
CREATE TABLE odd (array ARRAY<INT>, date ARRAY<INT>, all INT, current_date INT, i INT);
SELECT all, array[0], date[i], current_date, current_timestamp, current_date() FROM odd
--> all                  odd.all           DIRECT
--> array[0]             odd.array         DERIVED
--> date[i]              odd.date          DERIVED
--> current_date         odd.current_date  DIRECT
--> current_timestamp()  generated
--> current_date()       generated
--> date[i] ~            odd.i             CONDITIONAL

--- a star in parentheses
SELECT (*) FROM u
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT

--- types in types, with a subscript behind them    [catalog: none]
CREATE TABLE q (a STRING, b INT);
SELECT cast(a AS MAP<STRING, ARRAY<INT>>)['x'][0] AS k, try_cast(a AS STRUCT<x: MAP<STRING, INT>, y: ARRAY<INT>>).y[b] AS m FROM q
--> k    q.a  DERIVED
--> m    q.a  DERIVED
--> m ~  q.b  CONDITIONAL

--- columns that are called like a nested type, compared    [catalog: none]
CREATE TABLE q (map INT, struct INT, array INT);
SELECT map < 3 AS k, struct < q.array AS m, array < 3, struct > 1 FROM q WHERE map < 3 AND struct < 5
--> k               q.map     DERIVED
--> m               q.array   DERIVED
--> m               q.struct  DERIVED
--> "(array < 3)"   q.array   DERIVED
--> "(struct > 1)"  q.struct  DERIVED
--> rows            q.map     FILTER
--> rows            q.struct  FILTER

--- a column called interval, and intervals with a sign [catalog: none]
CREATE TABLE t (interval INT, a INT, d DATE);
SELECT interval + 2 AS p, interval - a AS q, interval * 2 AS r, interval NOT IN (a) AS u, interval / a AS v, d + INTERVAL -2 DAY AS w FROM t
--> p  t.interval  DERIVED
--> q  t.a         DERIVED
--> q  t.interval  DERIVED
--> r  t.interval  DERIVED
--> u  t.a         DERIVED
--> u  t.interval  DERIVED
--> v  t.a         DERIVED
--> v  t.interval  DERIVED
--> w  t.d         DERIVED
