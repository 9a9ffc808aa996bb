-- What stands around PIVOT and UNPIVOT.

--- clauses behind PIVOT
UNPIVOT t ON b, c INTO NAME n VALUE v ORDER BY a LIMIT 1
--> a     t.a        DIRECT
--> d     t.d        DIRECT
--> n     generated
--> v     t.b        DIRECT
--> v     t.c        DIRECT
--> rows  t.a        SORT
--> rows  t.b        FILTER
--> rows  t.c        FILTER

--- a set operation of pivots
SELECT * FROM (UNPIVOT (SELECT b, c FROM t) ON b INTO NAME n VALUE v UNION ALL UNPIVOT (SELECT b, c FROM t) ON c INTO NAME n VALUE v)
--> c     t.b        DIRECT
--> c     t.c        DIRECT
--> n     generated
--> v     t.b        DIRECT
--> v     t.c        DIRECT
--> rows  t.b        FILTER
--> rows  t.c        FILTER

--- UNPIVOT behind a comma is of its own table
CREATE TABLE p (k INT, j INT, day DATE);
CREATE TABLE o (day DATE);
SELECT u.day, n, v FROM o, p UNPIVOT (v FOR n IN (k, j)) AS u
--> day   p.day      DIRECT
--> n     generated
--> v     p.j        DIRECT
--> v     p.k        DIRECT
--> rows  p.j        FILTER
--> rows  p.k        FILTER

--- PIVOT behind a join without a condition is of the join
CREATE TABLE p (k INT, j VARCHAR, day DATE);
CREATE TABLE o (n INT);
SELECT * FROM o CROSS JOIN p PIVOT (max(n) FOR j IN ('x' AS x) GROUP BY day) AS u
--> day   p.day  DIRECT
--> x     o.n    AGG
--> rows  p.day  GROUP_BY
--> x ~   p.j    CONDITIONAL
