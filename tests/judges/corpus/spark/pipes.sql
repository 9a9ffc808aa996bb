-- Pipe syntax.

-- # FROM and SELECT
FROM t |> SELECT a, b + 1 AS k;

-- # FROM alone
FROM t;

-- # WHERE
FROM t |> WHERE d > 1 |> SELECT a;

-- # several WHERE
FROM t |> WHERE a > 1 |> WHERE b > 2 |> SELECT c;

-- # EXTEND
FROM t |> EXTEND a + b AS s, upper(c) AS uc;

-- # EXTEND with lateral aliases
FROM t |> EXTEND a + b AS s, s * 2 AS m |> SELECT m;

-- # SET
FROM t |> SET a = a + 1, c = upper(c);

-- # SET in turn
FROM t |> SET a = b, b = a;

-- # DROP
FROM t |> DROP b, d;

-- # AS
FROM t |> AS z |> SELECT z.a;

-- # AGGREGATE
FROM t |> AGGREGATE sum(a) AS s, count(*) AS n;

-- # AGGREGATE with GROUP BY
FROM t |> AGGREGATE sum(a) AS s GROUP BY c;

-- # AGGREGATE with expressions to group by
FROM t |> AGGREGATE max(d) GROUP BY a % 2 AS odd, c;

-- # AGGREGATE and WHERE after it
FROM t |> AGGREGATE sum(a) AS s GROUP BY c |> WHERE s > 10;

-- # ORDER BY and LIMIT
FROM t |> ORDER BY d DESC |> LIMIT 5 |> SELECT a;

-- # LIMIT with OFFSET
FROM t |> ORDER BY a |> LIMIT 5 OFFSET 2;

-- # JOIN
FROM t |> JOIN u ON t.a = u.a |> SELECT t.b, u.y;

-- # JOIN with USING
FROM t |> LEFT JOIN u USING (a) |> SELECT a, x;

-- # UNION
FROM t |> SELECT a |> UNION ALL SELECT x FROM u;

-- # EXCEPT
FROM t |> SELECT a |> EXCEPT SELECT x FROM u;

-- # PIVOT
FROM sales |> SELECT year, quarter, revenue |> PIVOT (sum(revenue) FOR quarter IN ('Q1', 'Q2'));

-- # UNPIVOT
FROM quarters |> UNPIVOT (v FOR q IN (q1, q2));

-- # TABLESAMPLE
FROM t |> TABLESAMPLE (10 PERCENT) |> SELECT a;

-- # a SELECT at the head
SELECT a, b FROM t |> WHERE b > 1 |> EXTEND a * 2 AS k;

-- # TABLE at the head
TABLE t |> SELECT c;

-- # VALUES at the head
VALUES (1, 2) AS z(p, q) |> SELECT p + q AS s;

-- # windows in SELECT
FROM t |> SELECT a, sum(b) OVER (PARTITION BY c ORDER BY d) AS w |> WHERE w > 1;

-- # SELECT DISTINCT
FROM t |> SELECT DISTINCT c;

-- # a LATERAL VIEW
FROM events LATERAL VIEW explode(tags) z AS tag |> SELECT event_id, tag;

-- # a pipeline in a subquery
SELECT k FROM (FROM t |> SELECT a + b AS k) WHERE k > 1;

-- # a pipeline in a CTE
WITH z AS (FROM t |> AGGREGATE max(a) AS m GROUP BY c) FROM z |> SELECT m;

-- # a lateral join
FROM t |> JOIN LATERAL (SELECT max(x) AS m FROM u WHERE u.a = t.a) z |> SELECT t.a, z.m;

-- # a long pipeline
FROM orders |> WHERE status = 'done' |> JOIN users USING (user_id) |> EXTEND amount * qty AS gross |> AGGREGATE sum(gross) AS total, max(ts) AS latest GROUP BY country |> ORDER BY total DESC |> LIMIT 3 |> SET total = round(total, 2);

-- # names without aliases
FROM t |> SELECT a + 1, upper(c);

-- # EXTEND without a name
FROM t |> EXTEND a + 1;

-- # AGGREGATE without a name
FROM t |> AGGREGATE sum(a), count(*) GROUP BY c;
