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
--> x  t.a  UNKNOWN  COARSE
--! W210  2:8

--- a quoted function with parameters [catalog: none]
CREATE TABLE t (a UInt8) ENGINE = Memory;
SELECT "quantile"(0.5)(a) AS x FROM t
--> x  t.a  AGG

--- a star of a table in a database whose name is a keyword [catalog: none]
CREATE TABLE system.mine (a UInt8, b UInt8) ENGINE = Memory;
SELECT system.mine.* EXCEPT (b) FROM system.mine
--> a  system.mine.a  DIRECT

--- columns called like types and functions without parentheses [catalog: none]
CREATE TABLE t (map Tuple(Array(UInt8), Array(UInt8)), array Array(UInt8), date Date, json String, current_user String, text String) ENGINE = Memory;
SELECT map.1, array[1], date, json, current_user, text, number FROM t, numbers(3)
--> "tupleElement(map, 1)"    t.map.1         DIRECT
--> "arrayElement(array, 1)"  t.array         DERIVED
--> date                      t.date          DIRECT
--> json                      t.json          DIRECT
--> current_user              t.current_user  DIRECT
--> text                      t.text          DIRECT
--> number                    generated

--- tables called like keywords [catalog: none]
CREATE TABLE union (a UInt8) ENGINE = Memory;
CREATE TABLE join (a UInt8, b UInt8) ENGINE = Memory;
SELECT u.a, join.b FROM union AS u ANY LEFT JOIN join USING a;
SELECT b FROM join
--> b  join.b  DIRECT

--- columns called like the keywords of a query [catalog: none]
CREATE TABLE t (from UInt8, val UInt8) ENGINE = Memory;
SELECT from, val + from AS s FROM t WHERE from > 1
--> from  t.from  DIRECT
--> s     t.from  DERIVED
--> s     t.val   DERIVED
--> rows  t.from  FILTER

--- CTEs called VALUES and ALL [catalog: none]
CREATE TABLE t (a UInt8) ENGINE = Memory;
WITH values AS (SELECT a FROM t), all AS (SELECT a FROM values) SELECT all.a FROM all
--> a  t.a  DIRECT

--- names that begin with a digit [catalog: none]
CREATE TABLE 2024_orders (id UInt8, v UInt8) ENGINE = Memory;
ALTER TABLE 2024_orders UPDATE v = v + 1 WHERE id = 1;
CREATE FUNCTION 2024_plus AS () -> 2;
DETACH TABLE 2024_orders
--@ 1
--> v  2024_orders.v  DERIVED
--@ 3
--= kind DETACH_TABLE

--- in() as a call [catalog: none]
CREATE TABLE t (a UInt8) ENGINE = Memory;
SELECT in(a, (1, 2)), a NOT IN (1, 2) FROM t
--> "in(a, (1, 2))"     t.a  DERIVED
--> "notIn(a, (1, 2))"  t.a  DERIVED

--- functions without parentheses where no column has their name [catalog: none]
CREATE TABLE t (user String) ENGINE = Memory;
SELECT now, user, CURRENT_DATE FROM t
--> now           generated
--> user          t.user     DIRECT
--> CURRENT_DATE  generated

--- columns called like clauses [catalog: none]
CREATE TABLE t (where UInt8, on UInt8, union UInt8, all UInt8, values UInt8) ENGINE = Memory;
SELECT union, max(where) AS w, max(all) AS a, (values, on) AS v FROM t GROUP BY union ORDER BY on
--> union  t.union   DIRECT
--> w      t.where   AGG
--> a      t.all     AGG
--> v      t.on      DERIVED
--> v      t.values  DERIVED
--> rows   t.union   GROUP_BY

--- constants that look like names [catalog: none]
CREATE TABLE t (inf UInt8) ENGINE = Memory;
SELECT inf, -inf, nan, t.inf AS i FROM t
--> inf   generated
--> -inf  generated
--> nan   generated
--> i     t.inf      DIRECT

--- a star and what may follow it [catalog: none]
CREATE TABLE t (a UInt8, b UInt8) ENGINE = Memory;
SELECT * EXCEPT b FROM t WHERE -a < 1 AND a IS NOT DISTINCT FROM -1
--> a     t.a  DIRECT
--> rows  t.a  FILTER

--- a column called interval, and intervals with a sign [catalog: none]
CREATE TABLE t (interval UInt8, a UInt8, d Date) ENGINE = Memory;
SELECT interval + 2 AS p, interval - a AS q, interval * 2 AS r, interval NOT IN (a) AS u, d + INTERVAL -2 DAY AS v, d + INTERVAL -a DAY AS w,
  d + INTERVAL -(a + 1) DAY AS x FROM t
--> p  t.interval  DERIVED
--> q  t.a         DERIVED
--> q  t.interval  DERIVED
--> r  t.interval  DERIVED
--> u  t.a         DERIVED
--> u  t.interval  DERIVED
--> v  t.d         DERIVED
--> w  t.a         DERIVED
--> w  t.d         DERIVED
--> x  t.a         DERIVED
--> x  t.d         DERIVED
