-- Functions are ClickHouse's own, whatever other engines mean by their names.

--- parameters
SELECT quantiles(0.5, 0.9)(a) AS q, groupArraySorted(3)(b) AS g, topK(10)(c) AS k FROM t
--> q  t.a  AGG
--> g  t.b  AGG
--> k  t.c  AGG

--- a level that is a name
WITH 0.9 AS p SELECT quantile(p)(a) AS q FROM t
--> q  t.a  AGG

--- parameters of a window function
SELECT exponentialTimeDecayedAvg(10)(a, b) OVER (ORDER BY c) AS q FROM t
--> q    t.a  WINDOW
--> q    t.b  WINDOW
--> q ~  t.c  WINDOW

--- a lambda under a name is a function
WITH (x, y) -> x + y AS f SELECT f(a, b) AS r FROM t
--> r  t.a  DERIVED
--> r  t.b  DERIVED

--- higher-order functions without their lambda
SELECT arrayMax(tags) AS m, arrayPartialSort(2, tags) AS p, arraySum(l -> l.price, lines) AS s FROM events
--> m  events.tags           DERIVED
--> p  events.tags           DERIVED
--> s  events.lines[].price  DERIVED

--- arrayFold
SELECT arrayFold((acc, x) -> acc + x, [a, b], toInt64(c)) AS f FROM t
--> f  t.a  DERIVED
--> f  t.b  DERIVED
--> f  t.c  DERIVED

--- combinators, one behind another
SELECT sumArrayIf([a, b], c > 0) AS x, uniqMergeState(s) AS y FROM (SELECT a, b, c, uniqState(d) AS s FROM t GROUP BY a, b, c)
--> x     t.a  AGG
--> x     t.b  AGG
--> y     t.d  AGG
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY
--> rows  t.c  GROUP_BY
--> x ~   t.c  CONDITIONAL

--- a ternary operator and MOD
SELECT a > 0 ? b : c AS z, a MOD d AS m FROM t
--> z    t.b  DERIVED
--> z    t.c  DERIVED
--> m    t.a  DERIVED
--> m    t.d  DERIVED
--> z ~  t.a  CONDITIONAL

--- types in casts
SELECT a::Nullable(Decimal(10, 2)) AS x, CAST(b, 'Array(String)') AS y, CAST(c AS Enum8('x' = 1)) AS z, {p:UInt32} + d AS w FROM t
--> x  t.a  DERIVED
--> y  t.b  DERIVED
--> z  t.c  DERIVED
--> w  t.d  DERIVED

--- JSON, with the types of ClickHouse
SELECT toString(a)::JSON(a.b UInt32, SKIP c) AS j FROM t
--> j  t.a  DERIVED

--- words of other grammars are names
SELECT q.where, create, sum(sample) AS s FROM (SELECT a AS where, b AS create, c AS sample FROM t) AS q GROUP BY q.where, create
--> where   t.a  DIRECT
--> create  t.b  DIRECT
--> s       t.c  AGG
--> rows    t.a  GROUP_BY
--> rows    t.b  GROUP_BY

--- INTO OUTFILE writes a file
SELECT a FROM t INTO OUTFILE '/tmp/x.csv' TRUNCATE COMPRESSION 'gzip' FORMAT CSV
--> a  t.a  DIRECT
--= kind SELECT

--- parameters of a lambda without parentheses [catalog: none]
CREATE TABLE t (n Array(UInt8), a UInt8) ENGINE = Memory;
SELECT arrayFold(acc, x -> acc + x, n, a) AS s FROM t
--> s  t.a  DERIVED
--> s  t.n  DERIVED

--- the zone of a difference of dates is an argument like others [catalog: none]
CREATE TABLE t (u String, a DateTime, b DateTime, z String) ENGINE = Memory;
SELECT dateDiff(u, a, b, z) AS x, dateDiff(day, a, b) AS y FROM t
--> x  t.a  DERIVED
--> x  t.b  DERIVED
--> x  t.u  DERIVED
--> x  t.z  DERIVED
--> y  t.a  DERIVED
--> y  t.b  DERIVED

--- a position from which to search is an argument like others [catalog: none]
CREATE TABLE t (a String, b String, n UInt8) ENGINE = Memory;
SELECT position(a, b, n) AS p, POSITION(a IN b) AS q, isConstant(format('{}', a)) AS f FROM t
--> p  t.a  DERIVED
--> p  t.b  DERIVED
--> p  t.n  DERIVED
--> q  t.a  DERIVED
--> q  t.b  DERIVED
--> f  t.a  DERIVED
