-- What stands inside the parentheses of a call, chains of calls, and functions over whole tables.

--- an aggregate over some of the rows    [feature: aggregates / WHERE inside an aggregate; influence: complete]
SELECT SUM(amount WHERE status = 'paid') AS paid, COUNT(* WHERE customer_id > 0) AS n FROM orders
--> paid    orders.amount       AGG
--> n       generated
--> paid ~  orders.status       CONDITIONAL
--> n ~     orders.customer_id  CONDITIONAL

--- an aggregate of aggregates    [feature: aggregates / GROUP BY inside an aggregate; influence: complete]
SELECT AVG(SUM(amount) GROUP BY customer_id) AS per_customer FROM orders
--> per_customer    orders.amount       AGG
--> per_customer ~  orders.customer_id  GROUP_BY

--- all modifiers of an aggregate at once    [feature: aggregates / GROUP BY inside an aggregate; influence: complete]
SELECT ARRAY_AGG(MAX(amount) WHERE status = 'paid' GROUP BY customer_id HAVING COUNT(*) > 1 ORDER BY customer_id DESC LIMIT 3) AS xs FROM orders
--> xs    orders.amount       AGG
--> xs ~  orders.customer_id  GROUP_BY
--> xs ~  orders.customer_id  SORT
--> xs ~  orders.status       CONDITIONAL

--- modifiers of modifiers    [feature: aggregates / GROUP BY inside an aggregate; influence: complete]
SELECT SUM(AVG(MAX(a WHERE d > 0) GROUP BY b) GROUP BY c) AS k FROM t
--> k    t.a  AGG
--> k ~  t.b  GROUP_BY
--> k ~  t.c  GROUP_BY
--> k ~  t.d  CONDITIONAL

--- a filter inside a window call    [feature: aggregates / WHERE inside an aggregate; influence: complete]
SELECT SUM(amount WHERE status = 'paid') OVER (PARTITION BY customer_id) AS k FROM orders
--> k    orders.amount       WINDOW
--> k ~  orders.customer_id  WINDOW
--> k ~  orders.status       CONDITIONAL

--- a filter together with HAVING MAX    [feature: aggregates / HAVING MAX and HAVING MIN; influence: complete]
SELECT ANY_VALUE(a WHERE b > 0 HAVING MAX c) AS k FROM t
--> k    t.a  AGG
--> k ~  t.b  CONDITIONAL
--> k ~  t.c  SORT

--- bounds of an anonymous aggregate are constants    [feature: aggregates / CLAMPED BETWEEN; influence: complete]
SELECT WITH ANONYMIZATION OPTIONS (epsilon = 10) ANON_SUM(a CLAMPED BETWEEN 0 AND 10) AS k FROM t
--> k  t.a  AGG

--- values with names inside an expression    [feature: functions / WITH expression]
SELECT WITH(n AS LENGTH(status), twice AS n + n, twice * amount) AS k FROM orders
--> k  orders.amount  DERIVED
--> k  orders.status  DERIVED

--- a named value that is handed on, and one with fields    [feature: functions / WITH expression]
SELECT WITH(x AS a, x) AS k, (WITH(s AS STRUCT(b AS p, c AS q), s)).q AS f FROM t
--> k  t.a  DIRECT
--> f  t.c  DIRECT

--- a named value that is an aggregate    [feature: functions / WITH expression]
SELECT WITH(total AS SUM(amount), total / COUNT(status)) AS k FROM orders
--> k  orders.amount  AGG
--> k  orders.status  AGG

--- a named value in a subquery    [feature: functions / WITH expression]
SELECT WITH(m AS a, (SELECT MAX(x + m) FROM u)) AS k FROM t
--> k  t.a  AGG
--> k  u.x  AGG

--- a chain of calls    [feature: functions / chained calls; catalog: none]
SELECT (g).upper().substr(1, n) AS k, (g).count(DISTINCT) AS c, (n).(safe.sqrt)() AS r FROM w GROUP BY g, n
--> k     w.g  DERIVED  INFERRED
--> k     w.n  DERIVED  INFERRED
--> c     w.g  AGG  INFERRED
--> r     w.n  DERIVED  INFERRED
--> rows  w.g  GROUP_BY  INFERRED
--> rows  w.n  GROUP_BY  INFERRED
--! W110  1:93

--- a chain behind a field and a subscript    [feature: functions / chained calls]
SELECT (payload).kind.upper() AS k, tags[OFFSET(0)].lower() AS l FROM events
--> k  events.payload.kind  DERIVED
--> l  events.tags          DERIVED

--- a name with dots is a function, and begins no chain    [feature: functions / chained calls]
SELECT net.host(status) AS k FROM orders
--> k  orders.status  DERIVED

--- LIKE with an array of patterns    [feature: functions / LIKE ANY and LIKE ALL]
SELECT id, kind LIKE ANY UNNEST(tags) AS k FROM (SELECT id, tags, payload.kind AS kind FROM events)
--> id  events.id            DIRECT
--> k   events.payload.kind  DERIVED
--> k   events.tags          DERIVED

--- hints change no value    [feature: clauses / hints]
SELECT @{a = 1} t.a FROM t@{force_index = i} JOIN@{join_method = hash} u ON t.a = u.a
--> a     t.a  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- types that have a name    [feature: values / named types]
SELECT CAST(a AS shop.Colour) AS c, ARRAY<`shop.Colour`>[b] AS cs, STRUCT<x shop.Colour, y UINT32>(c, d).y AS y FROM t
--> c   t.a  DERIVED
--> cs  t.b  DERIVED
--> y   t.d  DIRECT

--- a collation of a type    [feature: values / named types]
SELECT CAST(b AS STRING COLLATE 'und:ci') AS k, CAST(c AS ARRAY<STRING COLLATE 'und:ci'>) AS l FROM t
--> k  t.b  DERIVED
--> l  t.c  DERIVED

--- a table as the argument of any function    [feature: table functions / TABLE and MODEL arguments]
SELECT k FROM sales.my_function(TABLE u, 5)
--> k     u.a  UNKNOWN  COARSE
--> k     u.x  UNKNOWN  COARSE
--> k     u.y  UNKNOWN  COARSE
--> rows  u.a  JOIN  COARSE
--> rows  u.x  JOIN  COARSE
--> rows  u.y  JOIN  COARSE
--! W216  1:21

--- a table, a model and a connection    [feature: table functions / TABLE and MODEL arguments]
SELECT k FROM my_function(model => MODEL sales.m, CONNECTION us.c, data => TABLE u)
--> k     sales.m.*  UNKNOWN  COARSE
--> k     u.a        UNKNOWN  COARSE
--> k     u.x        UNKNOWN  COARSE
--> k     u.y        UNKNOWN  COARSE
--> rows  sales.m.*  JOIN  COARSE
--> rows  u.a        JOIN  COARSE
--> rows  u.x        JOIN  COARSE
--> rows  u.y        JOIN  COARSE
--! W216  1:15

--- a table argument in a pipe    [feature: table functions / TABLE and MODEL arguments | pipe syntax / CALL]
FROM u |> SELECT x |> CALL my_function(5, INPUT TABLE) |> SELECT k
--> k     u.x  UNKNOWN  COARSE
--> rows  u.x  JOIN  COARSE
--! W216  1:28

--- a function in SQL over a table    [feature: functions in SQL / CREATE TABLE FUNCTION]
CREATE TABLE FUNCTION twice(data TABLE<a INT64>, n INT64) AS (SELECT a * n AS k FROM data); SELECT k FROM twice(TABLE t, 2)
--> k  t.a  DERIVED

--- ranges become sessions    [feature: table functions / RANGE_SESSIONIZE]
SELECT id, session_range FROM RANGE_SESSIONIZE((SELECT id, customer_id, RANGE(created_at, NULL) AS r FROM orders), 'r', ['customer_id'])
--> id               orders.id           DIRECT
--> session_range    orders.created_at   DERIVED
--> session_range ~  orders.customer_id  WINDOW

--- rows that match a pattern    [feature: clauses / MATCH_RECOGNIZE; influence: complete]
SELECT * FROM orders AS o MATCH_RECOGNIZE (PARTITION BY customer_id ORDER BY id MEASURES MAX(up.amount) AS top, COUNT(*) AS n PATTERN (low up{2,} (low|)) DEFINE low AS amount < 5, up AS status = 'x' OPTIONS (use_longest_match = TRUE)) AS m WHERE n > 1
--> customer_id  orders.customer_id  DIRECT
--> top          orders.amount       AGG
--> n            generated
--> rows         orders.amount       FILTER
--> rows         orders.customer_id  WINDOW
--> rows         orders.id           WINDOW
--> rows         orders.status       FILTER

--- rows that match a pattern in a pipe    [feature: pipe syntax / MATCH_RECOGNIZE; influence: complete]
FROM orders |> MATCH_RECOGNIZE (ORDER BY id MEASURES MAX(up.amount) AS top PATTERN (up+) DEFINE up AS status = 'x') |> WHERE top > 1
--> top   orders.amount  AGG
--> rows  orders.amount  FILTER
--> rows  orders.id      WINDOW
--> rows  orders.status  FILTER

--- a filter of an aggregate by its largest value    [feature: aggregates / HAVING MAX and HAVING MIN; influence: complete]
SELECT COUNT(* HAVING MAX b) AS n, ANY_VALUE(a HAVING MAX c) AS k FROM t
--> n    generated
--> k    t.a        AGG
--> n ~  t.b        CONDITIONAL
--> k ~  t.c        SORT

--- a chain behind a window    [feature: functions / chained calls; influence: complete]
SELECT (a).sum() OVER (PARTITION BY b).abs() AS k FROM t
--> k    t.a  WINDOW
--> k ~  t.b  WINDOW

--- a name with a dot in it    [feature: names / quoted names]
WITH `x.y` AS (SELECT a FROM t) SELECT * FROM `x.y`
--> a  t.a  DIRECT

--- a lambda that is applied to a value    [feature: functions / APPLY]
SELECT APPLY(a + 1, x -> x * b) AS k, (c).apply(x -> x + x).abs() AS l FROM t
--> k  t.a  DERIVED
--> k  t.b  DERIVED
--> l  t.c  DERIVED

--- a format that is computed    [feature: values / CAST with FORMAT; influence: complete]
SELECT CAST(created_at AS STRING FORMAT status || 'YYYY') AS k, CAST(id AS STRING FORMAT 'x') AS l FROM orders
--> k    orders.created_at  DERIVED
--> l    orders.id          DERIVED
--> k ~  orders.status      CONDITIONAL

--- an aggregate with nothing but HAVING MAX or WHERE    [feature: aggregates / HAVING MAX and HAVING MIN; influence: complete]
SELECT COUNT(HAVING MAX b) AS n, COUNT(WHERE c > 0) AS m FROM t
--> n    generated
--> m    generated
--> n ~  t.b        CONDITIONAL
--> m ~  t.c        CONDITIONAL

--- rows are counted with noise    [feature: aggregates / CLAMPED BETWEEN; influence: complete]
SELECT WITH ANONYMIZATION OPTIONS (epsilon = 10) ANON_COUNT(* CLAMPED BETWEEN 0 AND 10) AS n FROM t
--> n  generated
