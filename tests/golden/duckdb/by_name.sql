-- DuckDB matches branches by name where the query says so.
-- feature: set operations / BY NAME

--- UNION ALL BY NAME
SELECT a, b FROM t UNION ALL BY NAME SELECT c AS b, d AS a FROM t
--> a  t.a  DIRECT
--> a  t.d  DIRECT
--> b  t.b  DIRECT
--> b  t.c  DIRECT

--- a column that one branch lacks is taken from the other
SELECT a, b FROM t UNION ALL BY NAME SELECT a, x FROM u
--> a  t.a  DIRECT
--> a  u.a  DIRECT
--> b  t.b  DIRECT
--> x  u.x  DIRECT
--= columns a b x

--- UNION BY NAME is distinct                              [influence: complete]
SELECT a FROM t UNION BY NAME SELECT x AS a FROM u
--> a     t.a  DIRECT
--> a     u.x  DIRECT
--> rows  t.a  GROUP_BY
--> rows  u.x  GROUP_BY
