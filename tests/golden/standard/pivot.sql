-- PIVOT and UNPIVOT. The columns that are neither aggregated nor pivoted group the rows.

--- PIVOT with aliases                                     [dialects: duckdb googlesql spark]
SELECT * FROM (SELECT a, b, c FROM t) AS q PIVOT (SUM(b) FOR c IN (1 AS one, 2 AS two))
--> a      t.a  DIRECT
--> one    t.b  AGG
--> two    t.b  AGG
--> rows   t.a  GROUP_BY
--> one ~  t.c  CONDITIONAL
--> two ~  t.c  CONDITIONAL

--- PIVOT names its columns by the values                   [dialects: duckdb spark]
SELECT * FROM (SELECT a, b, c FROM t) PIVOT (SUM(b) FOR c IN (1, 2))
--> a    t.a  DIRECT
--> 1    t.b  AGG
--> 2    t.b  AGG
--> rows  t.a  GROUP_BY
--> 1 ~  t.c  CONDITIONAL
--> 2 ~  t.c  CONDITIONAL

--- PIVOT with two aggregates: value and aggregate make the name     [dialects: googlesql]
SELECT * FROM (SELECT b, c, d FROM t) AS q PIVOT (SUM(b) AS s, MAX(d) AS m FOR c IN (1 AS one))
--> s_one    t.b  AGG
--> m_one    t.d  AGG
--> s_one ~  t.c  CONDITIONAL
--> m_one ~  t.c  CONDITIONAL

--- PIVOT with two aggregates in the other order of names            [dialects: duckdb spark]
SELECT * FROM (SELECT b, c, d FROM t) AS q PIVOT (SUM(b) AS s, MAX(d) AS m FOR c IN (1 AS one))
--> one_s    t.b  AGG
--> one_m    t.d  AGG
--> one_s ~  t.c  CONDITIONAL
--> one_m ~  t.c  CONDITIONAL

--- a column of a PIVOT can be asked for                    [dialects: duckdb googlesql spark]
SELECT one + 1 AS k FROM (SELECT a, b, c FROM t) AS q PIVOT (SUM(b) FOR c IN (1 AS one, 2 AS two))
--> k     t.b  AGG
--> rows  t.a  GROUP_BY
--> k ~   t.c  CONDITIONAL

--- UNPIVOT gathers columns, the label is generated         [dialects: duckdb googlesql spark]
SELECT * FROM t UNPIVOT (w FOR k IN (a, b))
--> c  t.c  DIRECT
--> d  t.d  DIRECT
--> k  generated
--> w  t.a  DIRECT
--> w  t.b  DIRECT

--- an UNPIVOT's value in an aggregate                      [dialects: duckdb googlesql spark]
SELECT k, SUM(w) AS s FROM t UNPIVOT (w FOR k IN (a, b)) GROUP BY k
--> k  generated
--> s  t.a  AGG
--> s  t.b  AGG

--- the PIVOT statement                                     [dialect: duckdb]
PIVOT t ON c IN (1, 2) USING sum(b) GROUP BY a
--> a     t.a  DIRECT
--> 1     t.b  AGG
--> 2     t.b  AGG
--> rows  t.a  GROUP_BY
--> 1 ~   t.c  CONDITIONAL
--> 2 ~   t.c  CONDITIONAL

--- the UNPIVOT statement                                   [dialect: duckdb]
UNPIVOT t ON a, b INTO NAME k VALUE w
--> c  t.c  DIRECT
--> d  t.d  DIRECT
--> k  generated
--> w  t.a  DIRECT
--> w  t.b  DIRECT
