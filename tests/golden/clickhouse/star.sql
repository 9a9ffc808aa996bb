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
