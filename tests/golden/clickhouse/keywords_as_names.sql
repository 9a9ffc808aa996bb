-- Keywords of ClickHouse's own forms, where they are names.

--- a column called STALENESS in ORDER BY [catalog: none]
CREATE TABLE t (a UInt8, staleness UInt8) ENGINE = Memory;
SELECT a FROM t ORDER BY staleness WITH FILL STALENESS 3
--> a     t.a          DIRECT
--> rows  t.staleness  SORT

--- a column called INTERPOLATE in ORDER BY [catalog: none]
CREATE TABLE t (a UInt8, b UInt8, interpolate UInt8) ENGINE = Memory;
SELECT a FROM t ORDER BY interpolate LIMIT 3
--> a     t.a            DIRECT
--> rows  t.interpolate  SORT

--- EXCEPT of a quoted column called STRICT [catalog: none]
CREATE TABLE t (a UInt8, strict UInt8) ENGINE = Memory;
SELECT * EXCEPT "strict" FROM t
--> a  t.a  DIRECT

--- columns called SETTINGS and FORMAT before a call [catalog: none]
CREATE TABLE t (settings String, format String, a Map(String, UInt8)) ENGINE = Memory;
SELECT settings, CASE WHEN format = '' THEN format ELSE settings END AS x, sumMap(a) FROM t
--> settings   t.settings  DIRECT
--> x          t.format    DERIVED
--> x          t.settings  DERIVED
--> sumMap(a)  t.a         AGG
--> x ~        t.format    CONDITIONAL

--- a quoted function called COLUMNS is no matcher [catalog: none]
CREATE TABLE t (a UInt8) ENGINE = Memory;
SELECT "columns"(a) AS x FROM t
--> x  t.a  UNKNOWN
--! W210  2:8

--- a quoted function with parameters [catalog: none]
CREATE TABLE t (a UInt8) ENGINE = Memory;
SELECT "quantile"(0.5)(a) AS x FROM t
--> x  t.a  AGG

--- a star of a table in a database whose name is a keyword [catalog: none]
CREATE TABLE system.mine (a UInt8, b UInt8) ENGINE = Memory;
SELECT system.mine.* EXCEPT (b) FROM system.mine
--> a  system.mine.a  DIRECT
