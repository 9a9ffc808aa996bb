--- a sum of two columns                                    [dialect: clickhouse; catalog: none; influence: complete]
CREATE TABLE t (a Int64, b Int64) ENGINE = Memory;
SELECT a + b AS c FROM t;
--> c  t.a  DERIVED
--> c  t.b  DERIVED
--> expr c  "a + b"
--= level EXACT
--= columns c

--- the nodes of a sum                                      [dialect: clickhouse; catalog: none; influence: complete]
CREATE TABLE t1 (a Int64, b Int64) ENGINE = Memory;
SELECT a + b AS c FROM t1
--> c  t1.a  DERIVED
--> c  t1.b  DERIVED
--= sources t1

--- a group key is handed on, an aggregate reads its argument   [dialect: clickhouse; catalog: none]
CREATE TABLE emp (dept String, salary Float64) ENGINE = Memory;
SELECT dept, sum(salary) FROM emp GROUP BY dept;
--> dept         emp.dept    DIRECT
--> sum(salary)  emp.salary  AGG
--> rows         emp.dept    GROUP_BY

--- array join                                              [dialect: clickhouse; catalog: none]
CREATE TABLE t (id UInt64, arr Array(String)) ENGINE = Memory;
SELECT id, a FROM t ARRAY JOIN arr AS a;
--> id  t.id   DIRECT
--> a   t.arr  DERIVED_ARRAY

--- a dictionary is outside, looked up by the key           [dialect: clickhouse; catalog: none; influence: complete]
CREATE TABLE t (id UInt64) ENGINE = Memory;
SELECT dictGet('dim', 'name', id) AS name FROM t;
--> name  t.id  EXTERNAL
--> expr name  "dictGet('dim', 'name', id)"

--- FINAL changes no column                                 [dialect: clickhouse; catalog: none; influence: complete]
CREATE TABLE t (a UInt64) ENGINE = ReplacingMergeTree ORDER BY a;
SELECT a FROM t FINAL;
--> a  t.a  DIRECT
--! info
--= level EXACT

--- from end to end                                         [dialect: clickhouse; catalog: none]
CREATE TABLE ods.orders (user_id UInt64, amount Float64, ts DateTime) ENGINE = ReplacingMergeTree ORDER BY user_id;
WITH x AS (
  SELECT user_id, amount, toUInt64(ts) AS ts_u64
  FROM ods.orders FINAL
)
SELECT
  user_id,
  sum(amount) AS total_amt,
  max(ts_u64) AS max_ts
FROM x
GROUP BY user_id;
--> user_id    ods.orders.user_id  DIRECT
--> total_amt  ods.orders.amount   AGG
--> max_ts     ods.orders.ts       AGG
--> rows       ods.orders.user_id  GROUP_BY
--> expr total_amt  "sum(amount)"
--> expr max_ts  "max(toUInt64(ts))"
--! info
--= level EXACT
--= sources ods.orders

--- from end to end without a schema                        [dialect: clickhouse; catalog: none]
WITH x AS (
  SELECT user_id, amount, toUInt64(ts) AS ts_u64
  FROM ods.orders FINAL
)
SELECT
  user_id,
  sum(amount) AS total_amt,
  max(ts_u64) AS max_ts
FROM x
GROUP BY user_id;
--> user_id    ods.orders.user_id  DIRECT    INFERRED
--> total_amt  ods.orders.amount   AGG       INFERRED
--> max_ts     ods.orders.ts       AGG       INFERRED
--> rows       ods.orders.user_id  GROUP_BY  INFERRED
--! info
--! W110  3:8
--= level INFERRED

--- a function inside, an aggregate outside                 [dialect: clickhouse; catalog: none; influence: complete]
CREATE TABLE o (ts DateTime) ENGINE = Memory;
WITH x AS (SELECT toUInt64(ts) AS u FROM o) SELECT max(u) AS m FROM x
--> m  o.ts  AGG
--> expr m  "max(toUInt64(ts))"

--- two paths between the same columns are both kept        [dialect: clickhouse; catalog: none; influence: complete]
CREATE TABLE t (a Int64) ENGINE = Memory;
SELECT a AS c FROM t UNION ALL SELECT a + 1 FROM t UNION ALL SELECT sum(a) FROM t
--> c  t.a  DIRECT
--> c  t.a  DERIVED
--> c  t.a  AGG
