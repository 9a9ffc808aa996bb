-- Plain projections: what a select item hands on, computes or makes up.

--- a plain reference hands the value on
SELECT a FROM t
--> a  t.a  DIRECT
--= level EXACT
--= kind SELECT
--= sources t

--- an alias only renames                                  [influence: complete]
SELECT a AS k FROM t
--> k  t.a  DIRECT

--- an alias without AS
SELECT a k FROM t
--> k  t.a  DIRECT

--- an operator derives from both operands                  [influence: complete]
SELECT a + b AS s FROM t
--> s  t.a  DERIVED
--> s  t.b  DERIVED

--- the composed expression of a computed column is its text
SELECT a + b AS s FROM t
--> s  t.a  DERIVED
--> s  t.b  DERIVED
--> expr s  "a + b"

--- a column used twice in an expression is one edge
SELECT a * a + a AS k FROM t
--> k  t.a  DERIVED

--- one source feeds two outputs
SELECT a AS k1, a + 1 AS k2 FROM t
--> k1  t.a  DIRECT
--> k2  t.a  DERIVED
--= columns k1 k2

--- the sign is an operator
SELECT -a AS k FROM t
--> k  t.a  DERIVED

--- parentheses change nothing
SELECT ((a)) AS k FROM t
--> k  t.a  DIRECT

--- constants are generated                                 [influence: complete]
SELECT 1 AS one, 'x' AS word, NULL AS nothing FROM t
--> one      generated
--> word     generated
--> nothing  generated
--= sources t

--- no FROM, nothing but constants
SELECT 1 + 2 AS three
--> three  generated
--= level EXACT

--- the clock is generated                                  [dialects: duckdb flink googlesql hive spark]
SELECT CURRENT_TIMESTAMP AS loaded, a FROM t
--> loaded  generated
--> a       t.a  DIRECT

--- the clock as a function is generated                    [dialects: clickhouse duckdb]
SELECT now() AS loaded, a FROM t
--> loaded  generated
--> a       t.a  DIRECT

--- a function derives from its arguments
SELECT UPPER(name) AS n FROM customers
--> n  customers.name  DERIVED

--- nested functions are still one derivation
SELECT ABS(ROUND(amount)) AS k FROM orders
--> k  orders.amount  DERIVED
--> expr k  "ABS(ROUND(amount))"

--- WHERE decides rows and hands on nothing
SELECT a FROM t WHERE b > 1 AND c = 2 OR d IS NULL
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  t.c  FILTER
--> rows  t.d  FILTER

--- the filtered column may also be the value
SELECT a FROM t WHERE a > 0
--> a     t.a  DIRECT
--> rows  t.a  FILTER

--- a constant condition reads nothing                      [influence: complete]
SELECT a FROM t WHERE 1 = 1
--> a  t.a  DIRECT

--- DISTINCT is decided by every column                         [influence: complete]
SELECT DISTINCT a, b FROM t
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY

--- two outputs of one name stay two columns, told apart by ordinal  [dialects: clickhouse duckdb googlesql hive spark]
SELECT a AS k, b AS k FROM t
--> k#0  t.a  DIRECT
--> k#1  t.b  DIRECT
--= columns k k

--- the same column twice is two columns                      [dialects: duckdb googlesql spark]
SELECT a, a FROM t
--> a#0  t.a  DIRECT
--> a#1  t.a  DIRECT
--= columns a a

--- comments and a closing semicolon do not matter
SELECT a, -- the key; not a statement's end
       /* FROM u; */ b
FROM t; -- done
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- a statement over several lines keeps its columns in order
SELECT
  d,
  c,
  b,
  a
FROM t
--> d  t.d  DIRECT
--> c  t.c  DIRECT
--> b  t.b  DIRECT
--> a  t.a  DIRECT
--= columns d c b a
