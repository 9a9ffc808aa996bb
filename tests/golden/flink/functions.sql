-- Functions of Flink: units that are words, JSON clauses, functions of the user's own.

--- units are no columns                                                   [catalog: streams; influence: complete; feature: expressions / TIMESTAMPDIFF and other units]
SELECT TIMESTAMPDIFF(HOUR, ts, CAST(raw AS TIMESTAMP(3))) AS d, TIMESTAMPADD(DAY, user_id, ts) AS a,
       EXTRACT(DOW FROM ts) AS e, FLOOR(ts TO HOUR) AS f, CEIL(ts TO MONTH) AS c, DATE_FORMAT(ts, 'HH') AS h FROM clicks
--> d  clicks.raw      DERIVED
--> d  clicks.ts       DERIVED
--> a  clicks.ts       DERIVED
--> a  clicks.user_id  DERIVED
--> e  clicks.ts       DERIVED
--> f  clicks.ts       DERIVED
--> c  clicks.ts       DERIVED
--> h  clicks.ts       DERIVED

--- a unit in a computed column                                            [catalog: none; feature: expressions / TIMESTAMPDIFF and other units]
CREATE TABLE t (a TIMESTAMP(3), b TIMESTAMP(3), took AS TIMESTAMPDIFF(SECOND, a, b));
SELECT took FROM t
--> took  t.a  DERIVED
--> took  t.b  DERIVED

--- JSON functions and their clauses                                       [catalog: streams; influence: complete; feature: expressions / JSON functions]
SELECT
  JSON_VALUE(raw, '$.a' RETURNING INTEGER DEFAULT user_id ON EMPTY NULL ON ERROR) AS v,
  JSON_QUERY(raw, '$.b' RETURNING ARRAY<STRING> WITH CONDITIONAL ARRAY WRAPPER EMPTY ARRAY ON EMPTY) AS q,
  JSON_EXISTS(raw, 'lax $.c' TRUE ON ERROR) AS e,
  JSON_OBJECT('u' VALUE url, KEY 'p' VALUE price > 3, 'x' VALUE JSON_ARRAY(user_id, 1 NULL ON NULL) ABSENT ON NULL) AS o,
  raw IS JSON OBJECT AS j
FROM clicks
--> v  clicks.raw      DERIVED
--> v  clicks.user_id  DERIVED
--> q  clicks.raw      DERIVED
--> e  clicks.raw      DERIVED
--> o  clicks.price    DERIVED
--> o  clicks.url      DERIVED
--> o  clicks.user_id  DERIVED
--> j  clicks.raw      DERIVED

--- JSON aggregates                                                        [catalog: streams; feature: expressions / JSON functions]
SELECT user_id, JSON_OBJECTAGG(KEY url VALUE price NULL ON NULL) AS o, JSON_ARRAYAGG(raw ABSENT ON NULL) AS a
FROM clicks GROUP BY user_id
--> user_id  clicks.user_id  DIRECT
--> o        clicks.price    AGG
--> o        clicks.url      AGG
--> a        clicks.raw      AGG
--> rows     clicks.user_id  GROUP_BY

--- a function that was declared                                           [catalog: streams; feature: functions of the user / CREATE FUNCTION]
CREATE TEMPORARY FUNCTION IF NOT EXISTS my_suffix AS 'org.shop.MySuffix' LANGUAGE JAVA USING JAR '/x.jar', JAR '/y.jar';
SELECT my_suffix(url, raw) AS s FROM clicks
--> s  clicks.raw  DERIVED
--> s  clicks.url  DERIVED
--> expr s  "my_suffix(url, raw)"

--- a function that was declared as an aggregate: its use tells            [catalog: streams; influence: complete; feature: functions of the user / aggregates]
CREATE FUNCTION weighted AS 'org.shop.Weighted';
SELECT url, weighted(price, user_id) AS w FROM clicks GROUP BY url
--> url   clicks.url      DIRECT
--> w     clicks.price    AGG
--> w     clicks.user_id  AGG
--> rows  clicks.url      GROUP_BY

--- a declared function over a window                                      [catalog: streams; feature: functions of the user / aggregates]
CREATE FUNCTION weighted AS 'org.shop.Weighted';
SELECT weighted(price) OVER (PARTITION BY url ORDER BY ts) AS w FROM clicks
--> w    clicks.price  WINDOW
--> w ~  clicks.ts     WINDOW
--> w ~  clicks.url    WINDOW

--- a function that nobody declared                                           [catalog: streams]
SELECT my_suffix(url) AS s FROM clicks
--> s  clicks.url  UNKNOWN  COARSE
--! W210  1:8

--- a function that was dropped                                               [catalog: streams]
CREATE FUNCTION f AS 'x';
DROP FUNCTION f;
SELECT f(url) AS s FROM clicks
--> s  clicks.url  UNKNOWN  COARSE
--! W210  3:8

--- the user's own function under a name that other engines know           [catalog: streams; feature: functions of the user / CREATE FUNCTION]
CREATE FUNCTION regexp_split AS 'org.shop.Split';
SELECT regexp_split(url) AS s FROM clicks
--> s  clicks.url  DERIVED

--- arguments by name, and those left to the function                      [catalog: streams; feature: functions of the user / named arguments and DEFAULT]
CREATE FUNCTION f AS 'org.shop.F';
SELECT f(in1 => url, in2 => DEFAULT) AS a, f(raw, DEFAULT) AS b FROM clicks
--> a  clicks.url  DERIVED
--> b  clicks.raw  DERIVED

--- a function of a catalog                                                   [catalog: streams]
CREATE FUNCTION hive.db.f AS 'org.shop.F';
SELECT hive.db.f(url) AS a, db.g(url) AS b FROM clicks
--> a  clicks.url  DERIVED
--> b  clicks.url  UNKNOWN  COARSE
--! W210  2:29

--- strings and comparisons                                                [catalog: streams; influence: complete; feature: expressions / strings and comparisons]
SELECT TRIM(BOTH 'x' FROM url) AS t, SUBSTRING(url FROM 1 FOR 2) AS s, OVERLAY(url PLACING 'x' FROM 2) AS o,
       POSITION('a' IN url) AS p, url || raw AS c, url SIMILAR TO 'x' AS m, price BETWEEN SYMMETRIC 1 AND user_id AS b,
       user_id IS DISTINCT FROM price AS d
FROM clicks
--> t  clicks.url      DERIVED
--> s  clicks.url      DERIVED
--> o  clicks.url      DERIVED
--> p  clicks.url      DERIVED
--> c  clicks.raw      DERIVED
--> c  clicks.url      DERIVED
--> m  clicks.url      DERIVED
--> b  clicks.price    DERIVED
--> b  clicks.user_id  DERIVED
--> d  clicks.price    DERIVED
--> d  clicks.user_id  DERIVED

--- choices                                                                [catalog: streams; influence: complete; feature: expressions / CASE and IF and COALESCE]
SELECT IF(price > 1, url, raw) AS i, COALESCE(url, raw) AS c, NULLIF(url, raw) AS n, IFNULL(url, 'x') AS f,
       CASE user_id WHEN 1 THEN url ELSE raw END AS k
FROM clicks
--> i    clicks.raw      DERIVED
--> i    clicks.url      DERIVED
--> c    clicks.raw      DERIVED
--> c    clicks.url      DERIVED
--> n    clicks.url      DERIVED
--> f    clicks.url      DERIVED
--> k    clicks.raw      DERIVED
--> k    clicks.url      DERIVED
--> i ~  clicks.price    CONDITIONAL
--> n ~  clicks.raw      CONDITIONAL
--> k ~  clicks.user_id  CONDITIONAL

--- keys of an aggregated JSON object that are computed                   [catalog: none]
CREATE TABLE t (a STRING, b STRING, n INT);
SELECT JSON_OBJECTAGG(KEY a || b VALUE n + 1) AS x, JSON_OBJECTAGG(UPPER(a) || 'x' VALUE b) AS y FROM t
--> x  t.a  AGG
--> x  t.b  AGG
--> x  t.n  AGG
--> y  t.a  AGG
--> y  t.b  AGG

--- keys of a JSON object that are computed                               [catalog: none]
CREATE TABLE t (a STRING, b STRING, m MAP<STRING, STRING>, n INT);
SELECT JSON_OBJECT(a || '-' VALUE n, KEY m['k'] || b VALUE CASE WHEN n > 1 THEN a END ABSENT ON NULL) AS y FROM t
--> y    t.a  DERIVED
--> y    t.b  DERIVED
--> y    t.m  DERIVED
--> y    t.n  DERIVED
--> y ~  t.n  CONDITIONAL
