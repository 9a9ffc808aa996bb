-- ClickHouse's star: EXCEPT and REPLACE, APPLY, COLUMNS.

--- EXCEPT leaves columns out
SELECT * EXCEPT (b, c) FROM t
--> a  t.a  DIRECT
--> d  t.d  DIRECT

--- EXCEPT of one column needs no parentheses
SELECT * EXCEPT y FROM u
--> a  u.a  DIRECT
--> x  u.x  DIRECT

--- REPLACE computes a column in its place
SELECT * REPLACE (x + 1 AS x) FROM u
--> a  u.a  DIRECT
--> x  u.x  DERIVED
--> y  u.y  DIRECT

--- a star without FROM reads the one row that every server has [catalog: none]
SELECT *, * + 1, count(*), COLUMNS('^d')
--> dummy#0           system.one.dummy  DIRECT
--> dummy#3           system.one.dummy  DIRECT
--> "plus(dummy, 1)"  system.one.dummy  DERIVED
--> count()           generated

--- settings show columns that a star leaves out [catalog: none]
CREATE TABLE t (a UInt8, l UInt8 ALIAS a + 1, m UInt8 MATERIALIZED a + 2) ENGINE = Memory;
SELECT * FROM t SETTINGS asterisk_include_alias_columns = 1, asterisk_include_materialized_columns = 1
--> a  t.a  DIRECT
--> m  t.a  DERIVED
--> l  t.a  DERIVED

--- settings of the session show them too [catalog: none]
CREATE TABLE t (a UInt8, l UInt8 ALIAS a + 1) ENGINE = Memory;
SET asterisk_include_alias_columns = 1;
SELECT * FROM t
--> a  t.a  DIRECT
--> l  t.a  DERIVED

--- an alias hides a column of a star [catalog: none]
CREATE TABLE t (a UInt8, b UInt8) ENGINE = Memory;
SELECT a FROM (SELECT *, b + 1 AS a FROM t)
--> a  t.b  DERIVED

--- its name has the table then [catalog: none]
CREATE TABLE t (a UInt8, b UInt8) ENGINE = Memory;
SELECT *, b + 1 AS a FROM t
--> t.a  t.a  DIRECT
--> b    t.b  DIRECT
--> a    t.b  DERIVED

--- stars and matchers inside a tuple [catalog: none]
CREATE TABLE t (a UInt8, b UInt8, c UInt8) ENGINE = Memory;
SELECT untuple((* EXCEPT (b),)), (*, 1).4 AS last FROM t
--> "tupleElement((a, c), '1')"  t.a        DIRECT
--> "tupleElement((a, c), '2')"  t.c        DIRECT
--> last                         generated

--- a star behind an expression is every column [catalog: none]
CREATE TABLE t (a UInt8, b UInt8) ENGINE = Memory;
SELECT tuple(a, 1).* FROM t
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- Nested with a space [catalog: none]
CREATE TABLE t (n Nested (k String, v String)) ENGINE = Memory;
SELECT * FROM t
--> n.k  t.n.k  DIRECT
--> n.v  t.n.v  DIRECT

--- an array joined and used by a join [catalog: none]
CREATE TABLE t (k Array(UInt8)) ENGINE = Memory;
CREATE TABLE u (k UInt8, v UInt8) ENGINE = Memory;
SELECT * FROM t ARRAY JOIN k JOIN u USING k
--> k     t.k  DERIVED_ARRAY
--> v     u.v  DIRECT
--> rows  t.k  JOIN
--> rows  u.k  JOIN

--- a pattern under a table's name finds computed columns [catalog: none]
CREATE TABLE t (a UInt8, al UInt8 ALIAS a + 1) ENGINE = Memory;
SELECT t.COLUMNS('^a') FROM t
--> a   t.a  DIRECT
--> al  t.a  DERIVED

--- the column of the one row by its name [catalog: none]
SELECT dummy + 1 AS x
--> x  system.one.dummy  DERIVED

--- a star over data that have their columns in themselves [catalog: none]
SELECT * FROM format(JSONEachRow, '{"a": 1}')
--> *  generated
--! W110  1:15
--= level INFERRED
