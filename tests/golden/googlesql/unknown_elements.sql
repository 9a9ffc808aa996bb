--- a name inside an UNNEST of unknown elements is a field of the element   [catalog: none; feature: UNNEST / elements of unknown type]
SELECT day, (SELECT value.number FROM UNNEST(params) WHERE key = 'session') AS session FROM `shop.visits_*`
--> day        shop.visits_*.day                    DIRECT  INFERRED
--> session    shop.visits_*.params[].value.number  DERIVED_ARRAY  INFERRED
--> session ~  shop.visits_*.params                 JOIN  INFERRED
--> session ~  shop.visits_*.params[].key           FILTER  INFERRED
--! W110  1:93

--- an element with a name of its own, and the columns beside it             [catalog: none]
SELECT page, p.value FROM visits, UNNEST(params) AS p WHERE p.key = 'x'
--> page   visits.page            DIRECT  INFERRED
--> value  visits.params[].value  DERIVED_ARRAY  INFERRED
--> rows   visits.params          JOIN  INFERRED
--> rows   visits.params[].key    FILTER  INFERRED
--! W110  1:27

--- an element without a name, beside a table that nobody described          [catalog: none]
SELECT value FROM visits, UNNEST(params) WHERE key = 'x'
--> value  visits.params[].value  DERIVED_ARRAY  AMBIGUOUS
--> value  visits.value           DIRECT  AMBIGUOUS
--> rows   visits.key             FILTER  AMBIGUOUS
--> rows   visits.params          JOIN  INFERRED
--> rows   visits.params[].key    FILTER  AMBIGUOUS
--! W110  1:19
--! W112  1:48
--! W112  1:8

--- an element whose type came through another table                         [catalog: none]
CREATE TABLE visits (page STRING, params ARRAY<STRUCT<key STRING, value INT64>>);
CREATE TEMP TABLE v AS SELECT * FROM visits;
SELECT page, (SELECT value FROM UNNEST(params) WHERE key = 'x') AS x FROM v
--> page  v.page            DIRECT
--> x     v.params[].value  DERIVED_ARRAY
--> x ~   v.params          JOIN
--> x ~   v.params[].key    FILTER

--- a star over elements that nobody described                               [catalog: none]
SELECT * FROM visits, UNNEST(params)
--> *#0   visits.*       DIRECT  INFERRED
--> *#1   visits.params  DERIVED_ARRAY  INFERRED
--> rows  visits.params  JOIN  INFERRED
--! W110  1:15

--- elements of a call are no structs                                        [catalog: none]
CREATE TABLE t (s STRING, n INT64);
SELECT (SELECT MAX(w) FROM UNNEST(SPLIT(s)) AS w WHERE LENGTH(w) > n) AS longest FROM t
--> longest    t.s  AGG
--> longest ~  t.n  FILTER
--> longest ~  t.s  FILTER
--> longest ~  t.s  JOIN

--- a struct built over such elements                                        [catalog: none]
SELECT ARRAY(SELECT AS STRUCT key, value.number AS n FROM UNNEST(params))[OFFSET(0)].n AS first FROM visits
--> first    visits.params[].value.number  DERIVED_ARRAY  INFERRED
--> first ~  visits.params                 JOIN  INFERRED
--! W110  1:102

--- elements without a type of a table that is known
CREATE TABLE e AS SELECT my.split(id) AS xs FROM events;
SELECT x.a, y.* FROM e, UNNEST(xs) AS x, UNNEST(e.xs) AS y
--> a     e.xs[].a  DERIVED_ARRAY  INFERRED
--> *     e.xs      DERIVED_ARRAY  INFERRED
--> rows  e.xs      JOIN
--! W118  2:32
