-- ClickHouse's combinators and two-argument aggregates.

--- sumIf: the sum is value, the condition decides
SELECT sumIf(b, c > 0) AS s FROM t
--> s    t.b  AGG
--> s ~  t.c  CONDITIONAL

--- countIf: the condition is counted
SELECT countIf(c > 0) AS n FROM t
--> n  t.c  AGG

--- argMax: the first is value, the second chooses
SELECT a, argMax(b, c) AS last FROM t GROUP BY a
--> a       t.a  DIRECT
--> last    t.b  AGG
--> rows    t.a  GROUP_BY
--> last ~  t.c  SORT

--- uniq of several columns counts them all
SELECT uniq(a, b) AS n FROM t
--> n  t.a  AGG
--> n  t.b  AGG

--- quantile takes its level as a parameter
SELECT quantile(0.9)(b) AS q FROM t
--> q  t.b  AGG

--- the composed expression keeps the function as written
WITH x AS (SELECT toUInt64(a) AS p FROM t) SELECT max(p) AS m FROM x
--> m  t.a  AGG
--> expr m  "max(toUInt64(a))"

--- WITH TOTALS changes no column
SELECT a, sum(b) AS s FROM t GROUP BY a WITH TOTALS
--> a     t.a  DIRECT
--> s     t.b  AGG
--> rows  t.a  GROUP_BY

--- LIMIT BY keys sort
SELECT a, b FROM t ORDER BY c LIMIT 2 BY d
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.c  SORT
--> rows  t.d  SORT
