CREATE TABLE t (a Int64, b Int64) ENGINE = Memory;
CREATE TABLE emp (dept String, salary Decimal(18, 2)) ENGINE = Memory;

SELECT a + b AS c FROM t;

SELECT dept, sum(salary) FROM emp GROUP BY dept;
