-- Qualified names, table aliases and databases.

--- a column qualified by its table
SELECT t.a, t.b AS k FROM t
--> a  t.a  DIRECT
--> k  t.b  DIRECT

--- a table alias stands for the table
SELECT p.a FROM t AS p
--> a  t.a  DIRECT

--- a table alias without AS
SELECT p.a, a AS k FROM t p
--> a  t.a  DIRECT
--> k  t.a  DIRECT

--- a table of a named database
SELECT k, amount FROM sales.facts
--> k       sales.facts.k       DIRECT
--> amount  sales.facts.amount  DIRECT
--= sources sales.facts

--- tables of one name in two databases
SELECT p.amount, q.raw FROM sales.facts p JOIN stage.facts q ON p.k = q.k
--> amount  sales.facts.amount  DIRECT
--> raw     stage.facts.raw     DIRECT
--> rows    sales.facts.k       JOIN
--> rows    stage.facts.k       JOIN

--- a column is addressed by the table's last name
SELECT facts.amount FROM sales.facts
--> amount  sales.facts.amount  DIRECT

--- a column is addressed by database and table
SELECT sales.facts.amount FROM sales.facts
--> amount  sales.facts.amount  DIRECT

--- the default database completes a name              [default: sales]
SELECT amount FROM facts
--> amount  sales.facts.amount  DIRECT

--- an unqualified column is found in the only table that has it
SELECT b, x FROM t JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> x     u.x  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- an alias hides the table's own name for the other table
SELECT u.b FROM t AS u
--> b  t.b  DIRECT

--- a self-join reads one table twice
SELECT p.a AS k1, q.b AS k2 FROM t p JOIN t q ON p.c = q.d
--> k1    t.a  DIRECT
--> k2    t.b  DIRECT
--> rows  t.c  JOIN
--> rows  t.d  JOIN
--= sources t

--- a qualified name of a table that is not there             [dialects: duckdb spark]
SELECT q.a FROM t
--> a  q.a  DIRECT  INFERRED
--! W113  1:8
