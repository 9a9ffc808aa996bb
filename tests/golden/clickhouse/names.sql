-- ClickHouse tells capitals apart in every name.

--- a column in other letters is another column
SELECT A FROM t
--> A  t.A  DIRECT  INFERRED
--! W111  1:8

--- a table in other letters is another table
SELECT a FROM T
--> a  T.a  DIRECT  INFERRED
--! W110  1:15

--- backquotes and double quotes are both names
SELECT `a`, "b" FROM t
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- an unnamed output is called by its text
SELECT sum(b), max(a) FROM t
--> sum(b)  t.b  AGG
--> max(a)  t.a  AGG
