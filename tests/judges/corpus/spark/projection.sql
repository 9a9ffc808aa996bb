-- Plain SELECTs, names of outputs, lateral column aliases.

-- # plain columns
SELECT a, b FROM t;

-- # a name as it is written
SELECT A, t.B, T.c AS Cee FROM t;

-- # operators have names of their own
SELECT a + 1, a - b, a * 2 + b, -a, a % 3, a / b, a DIV 2 FROM t;

-- # comparisons and logic
SELECT a = b, a <> b, a != 1, a < b AND d > 1, NOT a > 1, a <=> b, a > 1 OR b > 2 FROM t;

-- # parentheses are written again by the engine
SELECT (a + b) * 2, ((a)), a + (b - 1) FROM t;

-- # null, between, in, like
SELECT c IS NULL, c IS NOT NULL, a BETWEEN 1 AND b, a IN (1, b), c LIKE 'x%', c NOT LIKE 'y', a NOT IN (1, 2) FROM t;

-- # literals
SELECT 1, 'x', 1.5, true, NULL, DATE '2024-01-01', TIMESTAMP '2024-01-01 00:00:00', INTERVAL 1 DAY, 1L, 2D FROM t;

-- # casts keep the name of a column
SELECT CAST(a AS STRING), CAST(a + 1 AS BIGINT), a::double, CAST(d AS INT) AS k FROM t;

-- # functions in lower case
SELECT UPPER(c), Concat(c, 'x'), coalesce(c, 'n'), NVL(a, b), Length(c) FROM t;

-- # CASE
SELECT CASE WHEN a > 1 THEN b ELSE d END, CASE a WHEN 1 THEN c END, IF(a > 1, b, 0) FROM t;

-- # aggregates
SELECT sum(a), count(*), count(1), count(DISTINCT b), max(c), avg(d), MIN(a + b) FROM t;

-- # aggregates and filters
SELECT sum(a) FILTER (WHERE b > 1), count(DISTINCT a, b), count_if(a > 1), any_value(c), first(c, true) FROM t;

-- # a lateral column alias
SELECT a + 1 AS k, k * 2 AS m, m + k AS n FROM t;

-- # a column wins over a lateral alias
SELECT a + 1 AS b, b * 2 AS k FROM t;

-- # a lateral alias over an aggregate
SELECT a, sum(b) AS s, s / count(*) AS r FROM t GROUP BY a;

-- # a lateral alias of a window
SELECT sum(a) OVER (PARTITION BY c) AS w, w + b AS k FROM t;

-- # a chain of lateral aliases
SELECT amount * qty AS gross, gross * 0.2 AS tax, gross + tax AS total, total - tax AS again FROM orders;

-- # a lateral alias of a struct
SELECT named_struct('p', a, 'q', b) AS s, s.p AS p FROM t;

-- # a star
SELECT * FROM t;

-- # a qualified star beside columns
SELECT t.*, u.x FROM t JOIN u ON t.a = u.a;

-- # a star without columns
SELECT * EXCEPT (a, d) FROM t;

-- # a qualified star without columns
SELECT t.* EXCEPT (b), u.* EXCEPT (a) FROM t JOIN u ON t.a = u.a;

-- # a star without a field
SELECT * EXCEPT (payload.url, items, tags, scores, attrs, sizes, v) FROM events;

-- # a star of a struct
SELECT payload.*, payload.device.* FROM events;

-- # duplicate names stay two columns
SELECT a, a, b AS a FROM t;

-- # no table
SELECT 1 + 1 AS two, current_date() AS d, rand() AS r, uuid() AS u;

-- # distinct
SELECT DISTINCT c, a FROM t;

-- # order and limit
SELECT a, c FROM t ORDER BY d DESC, b LIMIT 10 OFFSET 2;

-- # order by a position and an alias
SELECT a AS k, sum(b) AS s FROM t GROUP BY a ORDER BY 2, k LIMIT 3;

-- # sort by, distribute by, cluster by
SELECT a, b FROM t DISTRIBUTE BY c SORT BY d;

-- # cluster by
SELECT a, b FROM t CLUSTER BY c;

-- # hints
SELECT /*+ BROADCAST(u), REPARTITION(3) */ t.a, u.y FROM t JOIN u ON t.a = u.a;

-- # a table by its whole name
SELECT spark_catalog.default.t.a, default.t.b FROM spark_catalog.default.t;

-- # backquotes
SELECT `a`, `t`.`b` AS `a b`, `c` `x.y` FROM `t`;

-- # quoted names with strange signs
WITH z AS (SELECT a AS `x y`, b AS `p.q` FROM t) SELECT `x y`, z.`p.q`, `x y` + 1 FROM z;

-- # string concatenation
SELECT c || 'x' || c, a || b FROM t;

-- # bitwise operators
SELECT a & b, a | b, a ^ b, ~a, a << 2, shiftright(a, 1) FROM t;

-- # TABLE is a query
TABLE u;

-- # VALUES is a query
VALUES (1, 'x'), (2, 'y');

-- # VALUES with names
SELECT p, q + 1 AS r FROM VALUES (1, 2), (3, 4) AS z(p, q);

-- # VALUES without names
SELECT * FROM (VALUES (1, 'x'));

-- # FROM first
FROM t SELECT a, b WHERE d > 1;

-- # select all
SELECT ALL a FROM t;

-- # an expression of a subquery as name
SELECT (SELECT max(x) FROM u), a IN (SELECT x FROM u), EXISTS (SELECT 1 FROM u WHERE u.a = t.a) FROM t;

-- # time arithmetic
SELECT day + 1 AS next, day - DATE '2024-01-01', ts + INTERVAL 1 HOUR, date_add(day, qty), datediff(ts, day) FROM orders;

-- # extract
SELECT extract(YEAR FROM ts), EXTRACT(hour FROM ts) AS h, date_trunc('month', ts), year(day), day(ts) FROM orders;

-- # trim and its relatives
SELECT TRIM(c), trim(BOTH 'x' FROM c), ltrim(c), substring(c, 1, 2), substring(c FROM 2 FOR 3), position('x' IN c), overlay(c PLACING 'x' FROM 1) FROM t;

-- # clock and session
SELECT current_timestamp(), current_date, now(), current_user(), current_catalog(), current_database() FROM t;

-- # session functions without parentheses
SELECT current_timestamp, current_user, current_date AS d FROM t;
