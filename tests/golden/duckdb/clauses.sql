-- Clauses and expressions of DuckDB's SELECT; each is held against the engine in tests/judges/corpus/duckdb.

--- a lateral column alias    [feature: select list / lateral column aliases]
SELECT a + 1 AS k, k * b AS m FROM t WHERE k > 2
--> k     t.a  DERIVED
--> m     t.a  DERIVED
--> m     t.b  DERIVED
--> rows  t.a  FILTER

--- an alias before its expression    [feature: select list / prefix aliases]
SELECT k: a + b, m: upper(c), c FROM t
--> k  t.a  DERIVED
--> k  t.b  DERIVED
--> m  t.c  DERIVED
--> c  t.c  DIRECT
--> expr m  "upper(c)"

--- GROUP BY ALL, ORDER BY ALL    [feature: clauses / GROUP BY ALL, ORDER BY ALL]
SELECT a, max(b) AS m FROM t GROUP BY ALL ORDER BY ALL LIMIT 3
--> a     t.a  DIRECT
--> m     t.b  AGG
--> rows  t.a  GROUP_BY
--> rows  t.a  SORT
--> rows  t.b  SORT

--- GROUPING SETS    [feature: clauses / GROUPING SETS, ROLLUP, CUBE]
SELECT a, b, sum(c) AS s, grouping(a) AS g FROM t GROUP BY GROUPING SETS ((a, b), (a), ())
--> a     t.a        DIRECT
--> b     t.b        DIRECT
--> s     t.c        AGG
--> g     generated
--> rows  t.a        GROUP_BY
--> rows  t.b        GROUP_BY

--- QUALIFY    [feature: clauses / QUALIFY]
SELECT a, b FROM t QUALIFY rank() OVER (PARTITION BY a ORDER BY c) = 1
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  WINDOW
--> rows  t.c  WINDOW

--- DISTINCT ON    [feature: clauses / DISTINCT ON]
SELECT DISTINCT ON (a) a, b FROM t ORDER BY a, c
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  SORT
--> rows  t.c  SORT

--- LIMIT of a share    [feature: clauses / LIMIT n%]
SELECT a FROM t ORDER BY b LIMIT 10%
--> a     t.a  DIRECT
--> rows  t.b  SORT

--- a sample    [feature: clauses / SAMPLE]
SELECT a FROM t USING SAMPLE 10%
--> a  t.a  DIRECT

--- a named window, refined    [feature: windows / named]
SELECT sum(a) OVER (w ORDER BY c) AS s, max(b) OVER w AS m FROM t WINDOW w AS (PARTITION BY d)
--> s    t.a  WINDOW
--> m    t.b  WINDOW
--> s ~  t.c  WINDOW
--> s ~  t.d  WINDOW
--> m ~  t.d  WINDOW

--- a frame that leaves rows out    [feature: windows / frames, EXCLUDE]
SELECT sum(a) OVER (ORDER BY b GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES) AS s FROM t
--> s    t.a  WINDOW
--> s ~  t.b  WINDOW

--- FILTER    [feature: aggregates / FILTER]
SELECT sum(a) FILTER (WHERE b > 1) AS s, count(*) FILTER (c > 2) AS n FROM t
--> s    t.a        AGG
--> n    generated
--> s ~  t.b        CONDITIONAL
--> n ~  t.c        CONDITIONAL

--- an order inside an aggregate    [feature: aggregates / ORDER BY inside]
SELECT list(a ORDER BY b) AS l, first(c ORDER BY d DESC) AS f FROM t
--> l    t.a  AGG
--> f    t.c  AGG
--> l ~  t.b  SORT
--> f ~  t.d  SORT

--- the row of an extreme    [feature: aggregates / arg_max, max_by, max(x, n)]
SELECT arg_max(a, b) AS m, min_by(c, d) AS k, max(a, 3) AS l FROM t
--> m    t.a  AGG
--> k    t.c  AGG
--> l    t.a  AGG
--> m ~  t.b  SORT
--> k ~  t.d  SORT

--- lambdas    [feature: lambdas / list_transform, list_filter, list_reduce]
SELECT list_transform(tags, lambda x: x || id) AS m, list_filter(tags, lambda x, i: i > n) AS f, list_reduce(tags, lambda s, x: s || x) AS r FROM events
--> m    events.id    DERIVED
--> m    events.tags  DERIVED
--> f    events.tags  DERIVED
--> r    events.tags  DERIVED
--> f ~  events.n     CONDITIONAL
--> f ~  events.tags  CONDITIONAL

--- a list comprehension    [feature: lambdas / list comprehensions]
SELECT [x || id FOR x IN tags IF x <> 'a'] AS l FROM events
--> l    events.id    DERIVED
--> l    events.tags  DERIVED
--> l ~  events.tags  CONDITIONAL

--- slices    [feature: lists and maps / slices of lists and texts]
SELECT tags[1:2] AS l, payload.kind[1:n] AS s FROM events
--> l    events.tags          DERIVED
--> s    events.payload.kind  DERIVED
--> s ~  events.n             CONDITIONAL

--- a recursive CTE    [feature: queries / WITH RECURSIVE]
WITH RECURSIVE r(k, m) AS (SELECT a, b FROM t UNION ALL SELECT r.m, r.k FROM r WHERE r.k < 9) SELECT k FROM r
--> k     t.a  DIRECT
--> k     t.b  DIRECT
--> rows  t.a  FILTER
--> rows  t.b  FILTER

--- a CTE that is kept    [feature: queries / MATERIALIZED]
WITH x AS MATERIALIZED (SELECT a FROM t), y AS NOT MATERIALIZED (SELECT a FROM x) SELECT a FROM y
--> a  t.a  DIRECT

--- VALUES    [feature: queries / VALUES]
SELECT v.k, u.x FROM (VALUES (1, 'a'), (2, 'b')) v(k, l), u WHERE u.a = v.k
--> k     generated
--> x     u.x        DIRECT
--> rows  u.a        FILTER

--- a lateral query    [feature: joins / LATERAL]
SELECT t.a, l.m FROM t LEFT JOIN LATERAL (SELECT max(u.x) AS m FROM u WHERE u.a = t.a) l ON true
--> a     t.a  DIRECT
--> m     u.x  AGG
--> rows  t.a  FILTER
--> rows  u.a  FILTER

--- a subquery as a list    [feature: queries / subqueries]
SELECT a, ARRAY(SELECT x FROM u WHERE u.a = t.a) AS l, b > ALL (SELECT z FROM v) AS g FROM t
--> a    t.a  DIRECT
--> l    u.x  DERIVED
--> g    t.b  DERIVED
--> l ~  t.a  FILTER
--> l ~  u.a  FILTER
--> g ~  v.z  CONDITIONAL

--- PIVOT with its values    [feature: PIVOT / PIVOT … ON … IN … USING]
PIVOT t ON a IN (1, 2) USING sum(b) AS s, max(c) AS m GROUP BY d
--> d      t.d  DIRECT
--> 1_s    t.b  AGG
--> 1_m    t.c  AGG
--> 2_s    t.b  AGG
--> 2_m    t.c  AGG
--> rows   t.d  GROUP_BY
--> 1_s ~  t.a  CONDITIONAL
--> 1_m ~  t.a  CONDITIONAL
--> 2_s ~  t.a  CONDITIONAL
--> 2_m ~  t.a  CONDITIONAL

--- PIVOT as SQL has it    [feature: PIVOT / PIVOT (… FOR … IN …)]
SELECT * FROM (SELECT a, b, d FROM t) PIVOT (sum(b) FOR a IN (1 AS one, 2 AS two) GROUP BY d)
--> d      t.d  DIRECT
--> one    t.b  AGG
--> two    t.b  AGG
--> rows   t.d  GROUP_BY
--> one ~  t.a  CONDITIONAL
--> two ~  t.a  CONDITIONAL

--- UNPIVOT    [feature: PIVOT / UNPIVOT]
UNPIVOT (SELECT a, b, c FROM t) ON b, c INTO NAME n VALUE v
--> a     t.a        DIRECT
--> n     generated
--> v     t.b        DIRECT
--> v     t.c        DIRECT
--> rows  t.b        FILTER
--> rows  t.c        FILTER

--- UNPIVOT as SQL has it    [feature: PIVOT / UNPIVOT]
SELECT * FROM (SELECT a, b, c FROM t) UNPIVOT INCLUDE NULLS (v FOR n IN (b, c))
--> a  t.a        DIRECT
--> n  generated
--> v  t.b        DIRECT
--> v  t.c        DIRECT

--- unnest of structs, all the way    [feature: unnest / recursive]
SELECT id, unnest(lines, recursive := true) FROM events
--> id     events.id             DIRECT
--> sku    events.lines[].sku    DERIVED_ARRAY
--> price  events.lines[].price  DERIVED_ARRAY
--> rows   events.lines          JOIN

--- COLUMNS as arguments    [feature: star / *COLUMNS(…) as arguments]
SELECT greatest(*COLUMNS('[ab]')) AS g FROM t
--> g  t.a  DERIVED
--> g  t.b  DERIVED

--- COLUMNS under an aggregate    [feature: star / COLUMNS(*) under a function]
SELECT max(COLUMNS(* EXCLUDE (a, b))) FROM t
--> c  t.c  AGG
--> d  t.d  AGG

--- operators    [feature: functions / operators]
SELECT a // b AS q, a ** b AS p, a == b AS e, @c AS m, a & d AS n FROM t
--> q  t.a  DERIVED
--> q  t.b  DERIVED
--> p  t.a  DERIVED
--> p  t.b  DERIVED
--> e  t.a  DERIVED
--> e  t.b  DERIVED
--> m  t.c  DERIVED
--> n  t.a  DERIVED
--> n  t.d  DERIVED

--- compared with the elements of a list    [feature: functions / ANY, ALL of a list]
SELECT id = ANY(tags) AS o, id > ALL(tags) AS a, id IN tags AS i FROM events
--> o  events.id    DERIVED
--> o  events.tags  DERIVED
--> a  events.id    DERIVED
--> a  events.tags  DERIVED
--> i  events.id    DERIVED
--> i  events.tags  DERIVED

--- GROUP BY ALL is by no query that is the same for every row    [feature: GROUP BY / ALL; influence: complete]
SELECT sum(a) AS s, (SELECT max(x) FROM u) AS m, (SELECT max(y) FROM u WHERE u.a = t.b) AS n FROM t GROUP BY ALL
--> s     t.a  AGG
--> m     u.x  AGG
--> n     u.y  AGG
--> rows  u.y  GROUP_BY
--> rows  t.b  FILTER
--> rows  u.a  FILTER
