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
