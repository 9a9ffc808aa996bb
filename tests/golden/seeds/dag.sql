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
--> name  t.id  EXTERNAL  INFERRED
--> expr name  "dictGet('dim', 'name', id)"
--! W228  2:8

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
--> hop x.user_id  ods.orders.user_id  DIRECT  "user_id"
--> hop x.amount  ods.orders.amount  DIRECT  "amount"
--> hop x.ts_u64  ods.orders.ts  DERIVED  "toUInt64(ts)"
--> hop result.user_id  x.user_id  DIRECT  "user_id"
--> hop result.total_amt  x.amount  AGG  "sum(amount)"
--> hop result.max_ts  x.ts_u64  AGG  "max(ts_u64)"
--! I220  4:19
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

--- LIMIT BY decides rows, no column                        [dialect: clickhouse; catalog: none]
CREATE TABLE t (k UInt64, v Float64, ts DateTime) ENGINE = Memory;
SELECT k, v FROM t ORDER BY ts DESC LIMIT 1 BY k
--> k     t.k   DIRECT
--> v     t.v   DIRECT
--> rows  t.k   SORT
--> rows  t.ts  SORT

--- GLOBAL JOIN is a join                                   [dialect: clickhouse; catalog: none]
CREATE TABLE a (id UInt64, x String) ENGINE = Memory;
CREATE TABLE b (id UInt64, y String) ENGINE = Memory;
SELECT a.x, b.y FROM a GLOBAL ANY LEFT JOIN b ON a.id = b.id
--> x     a.x   DIRECT
--> y     b.y   DIRECT
--> rows  a.id  JOIN
--> rows  b.id  JOIN

--- left and right columns of a join are kept apart         [dialect: clickhouse; catalog: none]
CREATE TABLE a (id UInt64, v String) ENGINE = Memory;
CREATE TABLE b (id UInt64, v String) ENGINE = Memory;
SELECT a.v AS l, b.v AS r FROM a INNER JOIN b ON a.id = b.id
--> l     a.v   DIRECT
--> r     b.v   DIRECT
--> rows  a.id  JOIN
--> rows  b.id  JOIN

--- conversion and condition functions                      [dialect: clickhouse; catalog: none]
CREATE TABLE t (s String, c UInt8, a Int64, b Int64) ENGINE = Memory;
SELECT toUInt64(s) AS n, if(c, a, b) AS v FROM t
--> n    t.s  DERIVED
--> v    t.a  DERIVED
--> v    t.b  DERIVED
--> v ~  t.c  CONDITIONAL

--- WITH beside a subquery                                  [dialect: clickhouse; catalog: none]
CREATE TABLE t (a Int64, b Int64) ENGINE = Memory;
WITH a + b AS s, x AS (SELECT b * 2 AS d FROM t) SELECT s, (SELECT max(d) FROM x) AS m FROM (SELECT a, b FROM t)
--> s  t.a  DERIVED
--> s  t.b  DERIVED
--> m  t.b  AGG

--- ARRAY JOIN keeps the rest of the row                    [dialect: clickhouse; catalog: none]
CREATE TABLE t (id UInt64, arr Array(String), n UInt8) ENGINE = Memory;
SELECT id, upper(a) AS u, n FROM t LEFT ARRAY JOIN arr AS a WHERE n > 0
--> id    t.id   DIRECT
--> u     t.arr  DERIVED_ARRAY
--> n     t.n    DIRECT
--> rows  t.arr  JOIN
--> rows  t.n    FILTER

--- a function that nobody described is UNKNOWN             [dialect: clickhouse; catalog: none; influence: complete]
CREATE TABLE t (a Int64) ENGINE = Memory;
SELECT my_udf(a) AS v FROM t
--> v  t.a  UNKNOWN  COARSE
--! W210  2:8

--- what cannot be parsed still gives its tables            [dialect: clickhouse; catalog: none]
INSERT INTO dwd.x SELECT a FROM ods.t WHERE ((
--! E001  1:46
--= level TABLE
--= sources ods.t

--- paths of all kinds between the same columns             [dialect: clickhouse; catalog: none]
CREATE TABLE t (a UInt64) ENGINE = Memory;
SELECT a AS c FROM t UNION ALL SELECT a + 1 FROM t UNION ALL SELECT max(a) FROM t UNION ALL SELECT dictGetUInt64('d', 'x', a) FROM t UNION ALL SELECT nobody_knows(a) FROM t
--> c  t.a  AGG
--> c  t.a  DERIVED
--> c  t.a  DIRECT
--> c  t.a  EXTERNAL  INFERRED
--> c  t.a  UNKNOWN  COARSE
--! W228  2:100
--! W210  2:151
