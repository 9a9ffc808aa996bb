--- TO: edges land on the table; the view stands before it  [influence: complete; feature: materialized views / TO a table]
CREATE MATERIALIZED VIEW mv TO u AS SELECT b AS x, a FROM t WHERE c > 0
--> a#0   t.a  DIRECT
--> a#1   u.a  DIRECT
--> x#0   u.x  DIRECT
--> x#1   t.b  DIRECT
--> rows  t.c  FILTER

--- by name, and never by position                          [influence: complete; feature: materialized views / TO a table]
CREATE MATERIALIZED VIEW mv TO u (y Int32, a Int32) AS SELECT a, b AS y FROM t
--> a#0  t.a  DIRECT
--> a#1  u.a  DIRECT
--> y#0  u.y  DIRECT
--> y#2  t.b  DIRECT

--- a name that the table does not have                     [influence: complete; feature: materialized views / TO a table]
CREATE MATERIALIZED VIEW mv TO u AS SELECT a, b FROM t
--> a  t.a  DIRECT
--> a  u.a  DIRECT
--> b  t.b  DIRECT  INFERRED
--> b  u.b  DIRECT  INFERRED
--! W311  1:32
--! W111  1:1

--- what the query does not give is filled by the default   [catalog: none; influence: complete; feature: materialized views / defaults of the target]
CREATE TABLE s (a Int32, b Int32);
CREATE TABLE r (a Int32, twice Int32 DEFAULT a * 2, b Int32);
CREATE MATERIALIZED VIEW mv TO r AS SELECT a, b FROM s
--> a      r.a  DIRECT
--> a      s.a  DIRECT
--> twice  s.a  DERIVED
--> b#1    r.b  DIRECT
--> b#2    s.b  DIRECT

--- an inner table                                          [influence: complete; feature: materialized views / inner table]
CREATE MATERIALIZED VIEW mv ENGINE = SummingMergeTree ORDER BY a POPULATE AS SELECT a, sum(b) AS s FROM t GROUP BY a
--> a     t.a  DIRECT
--> s     t.b  AGG
--> rows  t.a  GROUP_BY

--- an inner table with columns: by name                    [influence: complete; feature: materialized views / inner table]
CREATE MATERIALIZED VIEW IF NOT EXISTS mv ON CLUSTER main (s Int32, a Int32) ENGINE = MergeTree ORDER BY a AS SELECT a, b AS s FROM t
--> s  t.b  DIRECT
--> a  t.a  DIRECT

--- a chain                                                 [catalog: none; influence: complete; feature: materialized views / chains]
CREATE TABLE raw (a Int32, b Int32);
CREATE TABLE hourly (a Int32, s Int64);
CREATE MATERIALIZED VIEW one TO hourly AS SELECT a, sum(b) AS s FROM raw GROUP BY a;
CREATE MATERIALIZED VIEW two ENGINE = MergeTree ORDER BY a AS SELECT a, s * 2 AS d FROM one;
SELECT d FROM two
--@ 2 hourly
--> a     hourly.a  DIRECT
--> a     raw.a     DIRECT
--> s     hourly.s  DIRECT
--> s     raw.b     AGG
--> rows  raw.a     GROUP_BY
--@ 3 two
--> a  one.a  DIRECT
--> d  one.s  DERIVED
--@ 4 result
--> d  two.d  DIRECT

--- a refreshable view                                      [influence: complete; feature: materialized views / refreshable (REFRESH and APPEND)]
CREATE MATERIALIZED VIEW mv REFRESH EVERY 1 HOUR OFFSET 5 MINUTE RANDOMIZE FOR 1 MINUTE DEPENDS ON one, two TO u EMPTY AS SELECT a, b AS x FROM t
--> a  t.a  DIRECT
--> a  u.a  DIRECT
--> x  t.b  DIRECT
--> x  u.x  DIRECT

--- a refreshable view that appends                         [influence: complete; feature: materialized views / refreshable (REFRESH and APPEND)]
CREATE MATERIALIZED VIEW mv REFRESH AFTER 1 DAY APPEND TO u DEFINER = me SQL SECURITY DEFINER AS SELECT a, b AS x FROM t
--> a  t.a  DIRECT
--> a  u.a  DIRECT
--> x  t.b  DIRECT
--> x  u.x  DIRECT

--- a refreshable view with an inner table                  [influence: complete; feature: materialized views / refreshable (REFRESH and APPEND)]
CREATE MATERIALIZED VIEW mv REFRESH EVERY 1 DAY (a Int32) ENGINE = MergeTree ORDER BY a AS SELECT a FROM t
--> a  t.a  DIRECT

--- a live view                                             [influence: complete; feature: materialized views / LIVE VIEW]
CREATE LIVE VIEW lv WITH REFRESH 5 AS SELECT a FROM t
--> a  t.a  DIRECT

--- a window view                                           [influence: complete; feature: materialized views / WINDOW VIEW]
CREATE WINDOW VIEW wv TO u WATERMARK = ASCENDING AS SELECT max(a) AS a FROM t GROUP BY tumble(toDateTime(b), INTERVAL '5' SECOND)
--> a     t.a  AGG
--> a     u.a  DIRECT
--> rows  t.b  GROUP_BY

--- another query for a view that fills a table             [influence: complete; feature: materialized views / ALTER … MODIFY QUERY]
CREATE MATERIALIZED VIEW mv TO u AS SELECT a, b AS x FROM t;
ALTER TABLE mv MODIFY QUERY SELECT a, c + 1 AS x FROM t
--> a  t.a  DIRECT
--> x  t.c  DERIVED

--- another query for a view with an inner table            [influence: complete; feature: materialized views / inner table]
CREATE MATERIALIZED VIEW mv ENGINE = MergeTree ORDER BY a AS SELECT a, b FROM t;
ALTER TABLE mv MODIFY QUERY SELECT a, c AS b FROM t WHERE d > 0
--> a     t.a  DIRECT
--> b     t.c  DIRECT
--> rows  t.d  FILTER
