-- Aggregates: the argument is value, the keys decide the rows.

--- sum by key
SELECT a, SUM(b) AS s FROM t GROUP BY a
--> a     t.a  DIRECT
--> s     t.b  AGG
--> rows  t.a  GROUP_BY
--> expr s  "SUM(b)"

--- a key that is not selected still groups
SELECT SUM(b) AS s FROM t GROUP BY a
--> s     t.b  AGG
--> rows  t.a  GROUP_BY

--- no GROUP BY, no key                                     [influence: complete]
SELECT MIN(a) AS lo, MAX(a) AS hi, AVG(b) AS mid FROM t
--> lo   t.a  AGG
--> hi   t.a  AGG
--> mid  t.b  AGG

--- count(*) counts rows and no column
SELECT a, COUNT(*) AS n FROM t GROUP BY a
--> a     t.a  DIRECT
--> n     generated
--> rows  t.a  GROUP_BY

--- count(1) neither
SELECT COUNT(1) AS n FROM t
--> n  generated

--- count of a column counts it
SELECT COUNT(b) AS n FROM t
--> n  t.b  AGG

--- DISTINCT inside an aggregate
SELECT COUNT(DISTINCT b) AS n, SUM(DISTINCT c) AS s FROM t
--> n  t.b  AGG
--> s  t.c  AGG

--- an aggregate over an expression
SELECT SUM(qty * price) AS total FROM items
--> total  items.qty    AGG
--> total  items.price  AGG
--> expr total  "SUM(qty * price)"

--- an expression over aggregates
SELECT SUM(a) / COUNT(b) + 1 AS k FROM t
--> k  t.a  AGG
--> k  t.b  AGG

--- a key and an aggregate in one expression: two paths
SELECT a + SUM(b) AS k FROM t GROUP BY a
--> k     t.a  DERIVED
--> k     t.b  AGG
--> rows  t.a  GROUP_BY

--- grouping by an expression
SELECT a + b AS k, COUNT(*) AS n FROM t GROUP BY a + b
--> k     t.a  DERIVED
--> k     t.b  DERIVED
--> n     generated
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY

--- an expression of a key
SELECT a * 2 AS k FROM t GROUP BY a
--> k     t.a  DERIVED
--> rows  t.a  GROUP_BY

--- HAVING filters by the aggregate's argument
SELECT a FROM t GROUP BY a HAVING SUM(c) > 10
--> a     t.a  DIRECT
--> rows  t.a  GROUP_BY
--> rows  t.c  FILTER

--- HAVING over a count filters by no column
SELECT a FROM t GROUP BY a HAVING COUNT(*) > 1
--> a     t.a  DIRECT
--> rows  t.a  GROUP_BY

--- HAVING over a key
SELECT a, SUM(b) AS s FROM t GROUP BY a HAVING a > 0
--> a     t.a  DIRECT
--> s     t.b  AGG
--> rows  t.a  GROUP_BY
--> rows  t.a  FILTER

--- WHERE, GROUP BY and HAVING together
SELECT a, SUM(b) AS s FROM t WHERE d = 1 GROUP BY a HAVING MAX(c) < 5
--> a     t.a  DIRECT
--> s     t.b  AGG
--> rows  t.d  FILTER
--> rows  t.a  GROUP_BY
--> rows  t.c  FILTER

--- ordinals in GROUP BY                              [dialects: clickhouse duckdb googlesql hive spark]
SELECT a, b + 1 AS k, COUNT(*) AS n FROM t GROUP BY 1, 2
--> a     t.a  DIRECT
--> k     t.b  DERIVED
--> n     generated
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY

--- an alias in GROUP BY                              [dialects: clickhouse duckdb googlesql spark]
SELECT a + b AS k, COUNT(*) AS n FROM t GROUP BY k
--> k     t.a  DERIVED
--> k     t.b  DERIVED
--> n     generated
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY

--- GROUP BY ALL takes what is not aggregated           [dialects: clickhouse duckdb googlesql spark]
SELECT a, b, SUM(c) AS s FROM t GROUP BY ALL
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> s     t.c  AGG
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY

--- ROLLUP
SELECT a, b, SUM(c) AS s FROM t GROUP BY ROLLUP (a, b)
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> s     t.c  AGG
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY

--- CUBE
SELECT a, b, SUM(c) AS s FROM t GROUP BY CUBE (a, b)
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> s     t.c  AGG
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY

--- GROUPING SETS
SELECT a, b, SUM(c) AS s FROM t GROUP BY GROUPING SETS ((a, b), (a), ())
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> s     t.c  AGG
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY

--- GROUPING() is generated
SELECT a, GROUPING(a) AS g, SUM(c) AS s FROM t GROUP BY ROLLUP (a)
--> a     t.a  DIRECT
--> g     generated
--> s     t.c  AGG
--> rows  t.a  GROUP_BY

--- FILTER is a condition of its aggregate            [dialects: clickhouse duckdb flink spark]
SELECT SUM(b) FILTER (WHERE c > 0) AS s, COUNT(*) FILTER (WHERE d = 1) AS n FROM t
--> s    t.b  AGG
--> n    generated
--> s ~  t.c  CONDITIONAL
--> n ~  t.d  CONDITIONAL

--- an aggregate over CASE counts by a condition
SELECT SUM(CASE WHEN status = 'paid' THEN amount ELSE 0 END) AS paid FROM orders
--> paid    orders.amount  AGG
--> paid ~  orders.status  CONDITIONAL

--- percentile_cont's sort key is its value                [dialects: duckdb spark]
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY amount) AS med FROM orders
--> med  orders.amount  AGG

--- listagg's sort key only sorts                            [dialects: spark]
SELECT LISTAGG(name, ',') WITHIN GROUP (ORDER BY city) AS names FROM customers
--> names    customers.name  AGG
--> names ~  customers.city  SORT

--- the order inside an aggregate only sorts                   [dialects: duckdb googlesql]
SELECT STRING_AGG(name, ',' ORDER BY city) AS names FROM customers
--> names    customers.name  AGG
--> names ~  customers.city  SORT

--- max_by takes the value, the order only chooses              [dialects: duckdb googlesql spark]
SELECT MAX_BY(name, id) AS n FROM customers
--> n    customers.name  AGG
--> n ~  customers.id    SORT

--- an aggregate of an aggregate through a derived table
SELECT MAX(s) AS m FROM (SELECT a, SUM(b) AS s FROM t GROUP BY a) q
--> m     t.b  AGG
--> rows  t.a  GROUP_BY

--- an aggregate in ORDER BY with a LIMIT sorts the rows
SELECT a FROM t GROUP BY a ORDER BY SUM(b) DESC LIMIT 10
--> a     t.a  DIRECT
--> rows  t.a  GROUP_BY
--> rows  t.b  SORT

--- bool_and's condition is what is aggregated               [dialects: duckdb spark]
SELECT BOOL_AND(a > b) AS k FROM t
--> k  t.a  AGG
--> k  t.b  AGG

--- count_if's condition is what is counted                    [dialects: duckdb spark]
SELECT COUNT_IF(a > 3) AS n FROM t
--> n  t.a  AGG
