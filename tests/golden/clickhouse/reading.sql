-- Forms of ClickHouse's queries that the parser does not know.

--- strings as bytes [catalog: none]
SELECT x'414243' AS s, b'01000001', reinterpret(x'01', 'UInt8')
--> s                            generated
--> 'A'                          generated
--> "reinterpret('', 'UInt8')"  generated

--- UNION without ALL or DISTINCT [catalog: none]
CREATE TABLE t (a UInt8, b UInt8) ENGINE = Memory;
SELECT a FROM t UNION SELECT b FROM t UNION ALL (SELECT a FROM t UNION SELECT b FROM t)
--> a     t.a  DIRECT
--> a     t.b  DIRECT
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY

--- EXPLAIN as a table [catalog: none]
CREATE TABLE t (a UInt8) ENGINE = Memory;
SELECT trimLeft(explain) AS line FROM (EXPLAIN actions = 1 SELECT a FROM t WHERE a > 1) WHERE explain LIKE '%a%';
SELECT rows FROM (EXPLAIN ESTIMATE SELECT a FROM t)
--> "rows"  generated

--- a column called EXPLAIN [catalog: none]
CREATE TABLE t (explain String) ENGINE = Memory;
SELECT a FROM (SELECT (explain) AS a FROM t WHERE (explain = 'x'))
--> a     t.explain  DIRECT
--> rows  t.explain  FILTER

--- ternaries in arguments and lambdas [catalog: none]
CREATE TABLE t (a UInt8, b UInt8, c UInt8, n Array(UInt8)) ENGINE = Memory;
SELECT toString(a ? b : c), arrayMap(x -> x > 1 ? b : a > 1 ? c : 0, n) AS m FROM t
--> "toString(if(a, b, c))"    t.b  DERIVED
--> "toString(if(a, b, c))"    t.c  DERIVED
--> m                          t.b  DERIVED
--> m                          t.c  DERIVED
--> "toString(if(a, b, c))" ~  t.a  CONDITIONAL
--> m ~                        t.a  CONDITIONAL
--> m ~                        t.n  CONDITIONAL

--- a ternary inside a ternary [catalog: none]
CREATE TABLE t (a UInt8, b UInt8, c UInt8, d UInt8) ENGINE = Memory;
SELECT negate(a ? b ? c : d : 1) AS m FROM t
--> m    t.c  DERIVED
--> m    t.d  DERIVED
--> m ~  t.a  CONDITIONAL
--> m ~  t.b  CONDITIONAL

--- totals without GROUP BY [catalog: none]
CREATE TABLE t (a UInt8, b UInt8) ENGINE = Memory;
SELECT count(), sum(a) AS s FROM t WHERE b > 1 WITH TOTALS HAVING s > 1 SETTINGS max_threads = 1 FORMAT Null
--> count()  generated
--> s        t.a        AGG
--> rows     t.a        FILTER
--> rows     t.b        FILTER

--- a cube before settings [catalog: none]
CREATE TABLE t (a UInt8, b UInt8) ENGINE = Memory;
SELECT a, sum(b) FROM t GROUP BY a WITH CUBE WITH TOTALS SETTINGS group_by_use_nulls = 1
--> a       t.a  DIRECT
--> sum(b)  t.b  AGG
--> rows    t.a  GROUP_BY

--- types that the parser does not know [catalog: none]
CREATE TABLE t (a UInt8, v Array(Float32)) ENGINE = Memory;
SELECT a::DateTime32, CAST(a AS BFloat16), v::QBit(Float32, 2), CAST(a AS UNSIGNED), [a]::Array(Time64) FROM t
--> "CAST(a, 'DateTime32')"        t.a  DERIVED
--> "CAST(a, 'BFloat16')"          t.a  DERIVED
--> "CAST(v, 'QBit(Float32, 2)')"  t.v  DERIVED
--> "CAST(a, 'UNSIGNED')"          t.a  DERIVED
--> "CAST([a], 'Array(Time64)')"   t.a  DERIVED

--- a cast to a computed type [catalog: none]
CREATE TABLE t (a UInt8) ENGINE = Memory;
SELECT cast(a, if(1 = 1, 'UInt8', 'String')) FROM t
--> "CAST(a, if(equals(1, 1), 'UInt8', 'String'))"  t.a  DERIVED

--- aliases inside CASE [catalog: none]
CREATE TABLE t (a UInt8, b UInt8) ENGINE = Memory;
SELECT CASE WHEN a > 1 AS big THEN b AS x WHEN a = 1 THEN x + 1 ELSE 0 END AS y, big FROM t
--> y    t.b  DERIVED
--> big  t.a  DERIVED
--> y ~  t.a  CONDITIONAL

--- a tuple compared [catalog: none]
CREATE TABLE t (a UInt8, b UInt8) ENGINE = Memory;
SELECT tuple(a) < tuple(b), tuple() FROM t
--> "less((a), (b))"  t.a        DERIVED
--> "less((a), (b))"  t.b        DERIVED
--> ()                generated

--- a column named by a parameter [catalog: none]
CREATE TABLE t (c UInt8) ENGINE = Memory;
SELECT {c:Identifier} FROM t
--> {c:Identifier}  t.{c:Identifier}  DIRECT  INFERRED
--! W111  2:8

--- a database named by a parameter [catalog: none]
INSERT INTO {db:Identifier}.t SELECT a FROM {db:Identifier}.u
--> #1  {db:Identifier}.u.a  DIRECT  INFERRED
--! W110  1:45
--! W320  1:13

--- what keeps no data [catalog: none]
CREATE INDEX i ON t (a) TYPE minmax;
RESTORE TABLE t FROM Memory('b')
--@ 0
--= level EXACT
--@ 1
--= level EXACT
