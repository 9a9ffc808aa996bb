-- COLUMNS, stars by pattern, positions, and names that a pattern or an alias gives.

--- COLUMNS with a lambda is worked out over the names    [feature: COLUMNS / lambda]
SELECT COLUMNS(lambda c: c IN ('id', 'amount') OR c.ends_with('_at') AND length(c) < 20) FROM orders
--> id          orders.id          DIRECT
--> amount      orders.amount      DIRECT
--> created_at  orders.created_at  DIRECT

--- a lambda that cannot be worked out is said to be so
SELECT COLUMNS(lambda c: md5(c) > 'a') FROM u
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT
--! W211  1:8

--- COLUMNS of one table                                  [feature: COLUMNS / of one table]
SELECT COLUMNS(u.* EXCLUDE (y)) + 1 FROM t JOIN u USING (a)
--> a     u.a  DERIVED
--> x     u.x  DERIVED
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- groups of the pattern in the alias                    [feature: COLUMNS / groups of the pattern in the alias]
SELECT max(COLUMNS('(.*)_id')) AS 'top_\1', COLUMNS('^i(.)$') AS "\0_\1" FROM orders GROUP BY id
--> top_customer  orders.customer_id  AGG
--> id_d          orders.id           DIRECT
--> rows          orders.id           GROUP_BY

--- COLUMNS in WHERE is true for each of them             [feature: COLUMNS / in WHERE, ORDER BY]
SELECT a FROM u WHERE COLUMNS(* EXCLUDE (a)) > 0 ORDER BY COLUMNS('x|y') LIMIT 1
--> a     u.a  DIRECT
--> rows  u.x  FILTER
--> rows  u.x  SORT
--> rows  u.y  FILTER
--> rows  u.y  SORT

--- a star by ILIKE                                       [feature: star / LIKE, ILIKE, GLOB, SIMILAR TO]
SELECT * ILIKE '%ID' FROM orders
--> id           orders.id           DIRECT
--> customer_id  orders.customer_id  DIRECT

--- RENAME of one table's column                          [feature: star / RENAME]
SELECT * RENAME (t.a AS ta, u.a AS ua, b AS q) FROM t JOIN u ON t.a = u.x
--> ta    t.a  DIRECT
--> q     t.b  DIRECT
--> c     t.c  DIRECT
--> d     t.d  DIRECT
--> ua    u.a  DIRECT
--> x     u.x  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.x  JOIN

--- a column by its position                              [feature: names / #1]
SELECT #2, #1 + 1 AS n FROM u
--> x  u.x  DIRECT
--> n  u.a  DERIVED

--- the only column of a function has its alias for a name [feature: table functions / range, generate_series]
SELECT r, r.range AS k, g.n FROM range(5) AS r, generate_series(1, r) AS g(n)
--> r  generated
--> k  generated
--> n  generated

--- an unnested list has its alias for a name
SELECT tag, tag.unnest AS again FROM events, unnest(tags) AS tag
--> tag    events.tags  DERIVED_ARRAY
--> again  events.tags  DERIVED_ARRAY
--> rows   events.tags  JOIN

--- the type of a value is no value                       [feature: functions / typeof]
SELECT typeof(a) AS k FROM t
--> k  generated

--- rowid                                                 [feature: names / rowid]
SELECT rowid, t.a FROM t
--> rowid  t.rowid  DIRECT
--> a      t.a      DIRECT

--- a slice is decided by its bounds                      [feature: nested / slices]
SELECT tags[n:] AS l, 'abc'[id:n] AS s FROM events
--> l    events.tags  DERIVED
--> s    generated
--> l ~  events.n     CONDITIONAL
--> s ~  events.id    CONDITIONAL
--> s ~  events.n     CONDITIONAL

--- a list comprehension with a position                  [feature: lists / comprehension with IF and position]
SELECT [x || i FOR x, i IN tags IF i > n] AS l FROM events
--> l    events.tags  DERIVED
--> l ~  events.n     CONDITIONAL
--> l ~  events.tags  CONDITIONAL

--- a struct by position                                  [feature: nested / struct_extract by position]
SELECT struct_extract(row(a, b), 2) AS v, (row(c, d))[1] AS w FROM t
--> v  t.b  DIRECT
--> w  t.c  DIRECT

--- struct_concat                                         [feature: nested / struct_concat]
SELECT struct_concat({'x': a}, {'y': b, 'z': c}).z AS v FROM t
--> v  t.c  DIRECT

--- a struct made on the spot is opened                   [feature: unnest / of structs made on the spot]
SELECT unnest({'x': a, 'y': {'z': b, 'w': c}}) FROM t
--> x  t.a  DIRECT
--> y  t.b  DERIVED
--> y  t.c  DERIVED

--- unnest goes all the way down                          [feature: unnest / recursive := true]
SELECT id, unnest(payload, recursive := true), unnest(lines, recursive := true) FROM events
--> id#0   events.id                  DIRECT
--> id#1   events.payload.buyer.id    DIRECT
--> name   events.payload.buyer.name  DIRECT
--> kind   events.payload.kind        DIRECT
--> sku    events.lines[].sku         DERIVED_ARRAY
--> price  events.lines[].price       DERIVED_ARRAY
--> rows   events.lines               JOIN

--- unnest as deep as it is told                          [feature: unnest / max_depth := n]
SELECT unnest([{'x': a, 'y': {'z': b}}], max_depth := 2) FROM t
--> x     t.a  DERIVED_ARRAY
--> y     t.b  DERIVED_ARRAY
--> rows  t.a  JOIN
--> rows  t.b  JOIN

--- lists in a struct stay as they are
SELECT unnest({'x': [a, b], 'y': {'z': c}}, recursive := true) FROM t
--> x  t.a  DERIVED
--> x  t.b  DERIVED
--> z  t.c  DIRECT

--- a struct of aggregates, opened
SELECT a, unnest({'m': max(b), 'n': {'k': min(c)}}, recursive := true) FROM t GROUP BY a
--> a     t.a  DIRECT
--> m     t.b  AGG
--> k     t.c  AGG
--> rows  t.a  GROUP_BY

--- USING KEY                                             [feature: WITH / RECURSIVE … USING KEY; influence: complete]
WITH RECURSIVE r(k, v) USING KEY (k) AS (
  SELECT a, b FROM t UNION SELECT r.k, o.v + u.x FROM r JOIN recurring.r AS o ON o.k = r.k + 1 JOIN u ON u.a = r.k
) SELECT k, v FROM r
--> k     t.a  DIRECT
--> v     t.b  DERIVED
--> v     t.b  DIRECT
--> v     u.x  DERIVED
--> rows  t.a  GROUP_BY
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- PIVOT without USING counts                            [feature: PIVOT / without USING]
PIVOT t ON a IN (1, 2) GROUP BY b
--> b     t.b        DIRECT
--> 1     generated
--> 2     generated
--> rows  t.b        GROUP_BY
--> 1 ~   t.a        CONDITIONAL
--> 2 ~   t.a        CONDITIONAL

--- only a column has a list of values in a PIVOT
PIVOT t ON a + 1 IN (2) USING sum(b) GROUP BY c
--> c     t.c  DIRECT
--> *     t.b  AGG  INFERRED
--> rows  t.c  GROUP_BY
--> * ~   t.a  CONDITIONAL  INFERRED
--! W215  1:7

--- functions that other engines call otherwise are named as DuckDB names them
SELECT grouping(a), grouping_id(a, b), percentile_cont(0.5) WITHIN GROUP (ORDER BY c DESC) FROM t GROUP BY CUBE (a, b)
--> GROUPING(a)                           generated
--> "GROUPING(a, b)"                      generated
--> "quantile_cont(0.5 ORDER BY c DESC)"  t.c        AGG
--> rows                                  t.a        GROUP_BY
--> rows                                  t.b        GROUP_BY

--- a star beside a pattern: any part of the name may match    [feature: stars / COLUMNS, patterns]
SELECT * ~ 'b|d' FROM t
--> b  t.b  DIRECT
--> d  t.d  DIRECT

--- a pattern on the columns of one table
SELECT u.* NOT LIKE 'x%' FROM t JOIN u USING (a)
--> a     u.a  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- COLUMNS over a list of names
SELECT COLUMNS([name FOR name IN (*) IF name > 'b']) FROM t
--> c  t.c  DIRECT
--> d  t.d  DIRECT

--- UNPACK puts every column into the list
SELECT [UNPACK(COLUMNS('a|b'))] AS l FROM t
--> l  t.a  DERIVED
--> l  t.b  DERIVED

--- a setting makes a pattern match whole names
SET regex_match_operator_semantics = 'full';
SELECT * ~ 'x|b.' FROM u
--> x  u.x  DIRECT
