-- Functions that nobody described.

--- what goes through an unknown function is UNKNOWN
SELECT my_udf(a) AS k FROM t
--> k  t.a  UNKNOWN  COARSE
--! W210  1:8

--- only what goes through it
SELECT my_udf(a) + b AS k, c FROM t
--> k  t.a  UNKNOWN  COARSE
--> k  t.b  DERIVED
--> c  t.c  DIRECT
--! W210  1:8

--- every argument of it
SELECT my_udf(a, b + 1, 'x') AS k FROM t
--> k  t.a  UNKNOWN  COARSE
--> k  t.b  UNKNOWN  COARSE
--! W210  1:8

--- an aggregate over it stays UNKNOWN
SELECT SUM(my_udf(a)) AS k FROM t
--> k  t.a  UNKNOWN  COARSE
--! W210  1:12

--- in WHERE it filters as anything does
SELECT a FROM t WHERE my_udf(b) = 1
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--! W227  1:23

--- without arguments it is generated
SELECT my_udf() AS k FROM t
--> k  generated
--! W210

--- a function of a database                              [dialects: googlesql hive spark]
SELECT db.my_udf(a) AS k FROM t
--> k  t.a  UNKNOWN  COARSE
--! W210  1:8
