-- SQL that cannot be read: never an exception, always a diagnostic, the tables if they can be seen.

--- an open parenthesis
SELECT a FROM t WHERE (b > 0
--! E001
--= level TABLE
--= sources t

--- an unclosed string
SELECT a FROM t WHERE name = 'oops
--! error

--- words that are no statement
this is not sql
--! error

--- one broken statement does not stop the others
SELECT a FROM t;
SELECT a FROM u WHERE WHERE ( ;
SELECT b FROM t;
--@ 0 result
--> a  t.a  DIRECT
--@ 1
--! E001
--= level TABLE
--= sources u
--@ 2 result
--> b  t.b  DIRECT

--- a broken select list over a readable FROM
SELECT a b c d FROM t
--! E001
--= level TABLE
--= sources t

--- an empty place in the select list, which every engine refuses
SELECT a,, b FROM t
--! E001
--= level TABLE
--= sources t

--- a field without a value    [dialects: duckdb]
SELECT {'k': : a} AS s FROM t
--! E001  1:14

--- a condition without its first value    [dialects: clickhouse]
SELECT a > 0 ? : c AS z FROM t
--! E001  1:16

--- a step without an end is a slice, and no gap    [dialects: duckdb]
SELECT a[: :2] AS x FROM t
--> x  t.a  DERIVED

--- what is no name in a list of column names    [dialects: clickhouse; catalog: none]
SELECT amount FROM s remote ('other:9000', ods.)
--! E001  1:48

--- two structs without a comma    [dialects: duckdb]
SELECT [{'x': a} {'x': b}] AS l FROM t
--! E001  1:18

--- two names where one is expected: the parser takes the second for a type    [dialects: duckdb flink]
WITH r (k k, m) AS (SELECT a, b FROM t) SELECT k FROM r
--> k  t.a  DIRECT
--! W211  1:9

--- a model without its table    [dialects: flink; catalog: none]
SELECT k, label FROM TABLE(ML_PREDICT(totals, MODEL mood, DESCRIPTOR(k)))
--> k      mood.*  DERIVED  COARSE
--> label  mood.*  DERIVED  COARSE
--> rows   mood.*  JOIN  COARSE
--! W114  1:39
--! W216  1:28

--- a cast to a type that does not end    [dialects: clickhouse; catalog: none]
SELECT v::QBit((Float32, 2), CAST(a AS UNSIGNED),
--! E005  1:15

--- a name that is none before a colon    [dialects: duckdb]
SELECT + : a + b FROM t
--> "+ : a + b"  t.b  DERIVED
--! W211  1:16

--- a table function with half a method    [dialects: duckdb]
SELECT t.a FROM t, LATERAL range(t.b).(r i)
--> a  t.a  DIRECT
--! W211  1:40
--! W211  1:28

--- a MERGE into rows    [dialects: duckdb]
MERGE VALUES r USING u USING (a) WHEN MATCHED THEN DELETE
--! W211  1:1

--- an EXPORT of nothing    [dialects: googlesql]
EXPORT WITH DATA
--! W211  1:1
