-- Calls as DuckDB writes them: methods, orders inside, what tells nothing of the data.

--- methods one behind the other    [feature: functions / methods]
SELECT s.concat('-', t.b).left(3).upper() AS k FROM (SELECT a AS s FROM t), t
--> k  t.a  DERIVED
--> k  t.b  DERIVED

--- a method of a field    [feature: functions / methods]
SELECT {'p': a, 'q': b}.q.abs().add(c) AS k FROM t
--> k  t.b  DERIVED
--> k  t.c  DERIVED

--- a method of a query    [feature: functions / methods]
SELECT (SELECT max(k.x) AS m FROM u AS k WHERE k.a = t.a).abs() AS n FROM t
--> n    u.x  AGG
--> n ~  t.a  FILTER
--> n ~  u.a  FILTER

--- a lambda of a method behind which another follows    [feature: functions / methods; influence: complete]
SELECT tags.list_filter(lambda x: x <> id).list_transform(lambda x: x || n) AS l FROM events
--> l    events.n     DERIVED
--> l    events.tags  DERIVED
--> l ~  events.id    CONDITIONAL
--> l ~  events.tags  CONDITIONAL

--- a rank with an order of its own    [feature: windows / ORDER BY inside a call; influence: complete]
SELECT rank(ORDER BY a DESC) OVER (PARTITION BY b) AS r, ntile(2 ORDER BY c) OVER () AS n FROM t
--> r    generated
--> n    generated
--> r ~  t.a        SORT
--> r ~  t.b        WINDOW
--> n ~  t.c        SORT

--- the type of an expression is no value    [feature: functions / typeof]
SELECT typeof(a) AS k, a FROM t
--> k  generated
--> a  t.a        DIRECT

--- the number of a stored row    [feature: names / rowid]
SELECT rowid, u.rowid AS r FROM u
--> rowid  u.rowid  DIRECT
--> r      u.rowid  DIRECT

--- a unit that is a column, an origin that is one
SELECT date_trunc(status, created_at) AS x, date_diff(status, created_at, created_at) AS y, time_bucket(INTERVAL 1 DAY, created_at, created_at) AS z FROM orders
--> x  orders.created_at  DERIVED
--> x  orders.status      DERIVED
--> y  orders.created_at  DERIVED
--> y  orders.status      DERIVED
--> z  orders.created_at  DERIVED

--- the state of an aggregate comes from its argument
SELECT finalize(sum(amount) EXPORT_STATE) AS x, sum(amount) EXPORT_STATE FROM orders
--> x                           orders.amount  AGG
--> "sum(amount) EXPORT_STATE"  orders.amount  AGG

--- parameters without spaces, and a cast of one
PREPARE q AS SELECT $1+$2, ?::INT, id FROM orders;
EXECUTE q
--> "? + $2"          generated
--> "CAST(? AS INT)"  generated
--> id                orders.id  DIRECT

--- keys of a map are part of it, and a literal key finds its value alone
SELECT map {d: a} AS x, map {d: a, 'k': b}['k'] AS y, map {'k': a, 'l': b}['k'] AS z, max(a, 2) AS w FROM t GROUP BY ALL
--> x     t.a  DERIVED
--> x     t.d  DERIVED
--> y     t.a  DERIVED
--> y     t.b  DERIVED
--> z     t.a  DERIVED
--> w     t.a  AGG
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY
--> rows  t.d  GROUP_BY
--> y ~   t.d  CONDITIONAL

--- an assertion gives NULL, or ends the query
SELECT assert_true(a > 1) AS x, b FROM t
--> x    generated
--> b    t.b        DIRECT
--> x ~  t.a        CONDITIONAL
