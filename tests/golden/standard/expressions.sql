-- Expressions: which parts carry value and which decide.

--- searched CASE: THEN and ELSE are value, WHEN decides
SELECT CASE WHEN a > 0 THEN b ELSE c END AS k FROM t
--> k    t.b  DERIVED
--> k    t.c  DERIVED
--> k ~  t.a  CONDITIONAL

--- simple CASE: the operand and WHEN decide
SELECT CASE a WHEN b THEN c ELSE d END AS k FROM t
--> k    t.c  DERIVED
--> k    t.d  DERIVED
--> k ~  t.a  CONDITIONAL
--> k ~  t.b  CONDITIONAL

--- CASE of constants is generated, with its condition
SELECT CASE WHEN a > 0 THEN 'plus' ELSE 'minus' END AS sign FROM t
--> sign    generated
--> sign ~  t.a  CONDITIONAL

--- a column as condition and as value is both
SELECT CASE WHEN a > 0 THEN a END AS k FROM t
--> k    t.a  DERIVED
--> k ~  t.a  CONDITIONAL

--- nested CASE
SELECT CASE WHEN a > 0 THEN CASE WHEN b > 0 THEN c END ELSE d END AS k FROM t
--> k    t.c  DERIVED
--> k    t.d  DERIVED
--> k ~  t.a  CONDITIONAL
--> k ~  t.b  CONDITIONAL

--- CASE inside a condition is condition altogether
SELECT CASE WHEN CASE WHEN a > 0 THEN b ELSE c END > 1 THEN d END AS k FROM t
--> k    t.d  DERIVED
--> k ~  t.a  CONDITIONAL
--> k ~  t.b  CONDITIONAL
--> k ~  t.c  CONDITIONAL

--- CASE in WHERE filters by everything that it reads
SELECT a FROM t WHERE CASE WHEN b > 0 THEN c ELSE d END = 1
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  t.c  FILTER
--> rows  t.d  FILTER

--- COALESCE: every argument is value                   [influence: complete]
SELECT COALESCE(a, b, 0) AS k FROM t
--> k  t.a  DERIVED
--> k  t.b  DERIVED

--- NULLIF: the first is value, the second decides
SELECT NULLIF(a, b) AS k FROM t
--> k    t.a  DERIVED
--> k ~  t.b  CONDITIONAL

--- IF: the first decides                              [dialects: clickhouse duckdb flink googlesql hive spark]
SELECT IF(a > 0, b, c) AS k FROM t
--> k    t.b  DERIVED
--> k    t.c  DERIVED
--> k ~  t.a  CONDITIONAL

--- IFNULL: both are value                              [dialects: clickhouse duckdb flink googlesql spark]
SELECT IFNULL(a, b) AS k FROM t
--> k  t.a  DERIVED
--> k  t.b  DERIVED

--- NVL: both are value                                  [dialects: hive spark]
SELECT NVL(a, b) AS k FROM t
--> k  t.a  DERIVED
--> k  t.b  DERIVED

--- CAST derives
SELECT CAST(a AS DOUBLE) AS k FROM t
--> k  t.a  DERIVED
--> expr k  "CAST(a AS DOUBLE)"

--- comparisons are values when selected
SELECT a > b AS gt, a = c AS eq FROM t
--> gt  t.a  DERIVED
--> gt  t.b  DERIVED
--> eq  t.a  DERIVED
--> eq  t.c  DERIVED

--- BETWEEN reads all three
SELECT a BETWEEN b AND c AS k FROM t
--> k  t.a  DERIVED
--> k  t.b  DERIVED
--> k  t.c  DERIVED

--- LIKE
SELECT name LIKE 'A%' AS k FROM customers WHERE city LIKE '%x'
--> k     customers.name  DERIVED
--> rows  customers.city  FILTER

--- IN a list
SELECT a IN (1, 2, b) AS k FROM t
--> k  t.a  DERIVED
--> k  t.b  DERIVED

--- IS NULL and NOT
SELECT a IS NULL AS p, NOT (b > 0) AS q, c IS NOT NULL AS r FROM t
--> p  t.a  DERIVED
--> q  t.b  DERIVED
--> r  t.c  DERIVED

--- AND and OR
SELECT (a > 0 AND b > 0) OR c > 0 AS k FROM t
--> k  t.a  DERIVED
--> k  t.b  DERIVED
--> k  t.c  DERIVED

--- CONCAT
SELECT CONCAT(name, '-', city) AS k FROM customers
--> k  customers.name  DERIVED
--> k  customers.city  DERIVED

--- the concatenation operator
SELECT name || city AS k FROM customers
--> k  customers.name  DERIVED
--> k  customers.city  DERIVED

--- EXTRACT
SELECT EXTRACT(YEAR FROM created_at) AS y FROM orders
--> y  orders.created_at  DERIVED

--- INTERVAL arithmetic                                    [dialects: clickhouse duckdb flink hive spark]
SELECT created_at + INTERVAL '1' DAY AS tomorrow FROM orders
--> tomorrow  orders.created_at  DERIVED

--- SUBSTRING, TRIM, REPLACE
SELECT SUBSTRING(name, 1, 3) AS s, TRIM(city) AS c FROM customers
--> s  customers.name  DERIVED
--> c  customers.city  DERIVED

--- modulo and bit operators                              [dialects: duckdb googlesql hive spark]
SELECT a % b AS m, a & c AS n FROM t
--> m  t.a  DERIVED
--> m  t.b  DERIVED
--> n  t.a  DERIVED
--> n  t.c  DERIVED

--- a condition about another table sits on the column          [dialects: duckdb flink googlesql hive spark]
SELECT CASE WHEN u.y > 0 THEN t.b ELSE 0 END AS k FROM t LEFT JOIN u ON t.a = u.a
--> k     t.b  DERIVED
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--> k ~   u.y  CONDITIONAL

--- GREATEST and LEAST take every argument as value
SELECT GREATEST(a, b) AS hi, LEAST(c, d) AS lo FROM t
--> hi  t.a  DERIVED
--> hi  t.b  DERIVED
--> lo  t.c  DERIVED
--> lo  t.d  DERIVED

--- DECODE is a CASE                                          [dialects: spark]
SELECT DECODE(a, 1, b, 2, c, d) AS k FROM t
--> k    t.b  DERIVED
--> k    t.c  DERIVED
--> k    t.d  DERIVED
--> k ~  t.a  CONDITIONAL

--- multiIf is a CASE                                         [dialect: clickhouse]
SELECT multiIf(a > 0, b, a < 0, c, d) AS k FROM t
--> k    t.b  DERIVED
--> k    t.c  DERIVED
--> k    t.d  DERIVED
--> k ~  t.a  CONDITIONAL

--- the double colon casts                                    [dialects: clickhouse duckdb spark]
SELECT a::BIGINT AS k FROM t
--> k  t.a  DERIVED
