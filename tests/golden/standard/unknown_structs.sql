--- a field path over two tables that nobody described is a column of one of them   [catalog: none]
SELECT info.id AS id FROM a JOIN b ON a.k = b.k
--> id    a.info.id  DIRECT  AMBIGUOUS
--> id    b.info.id  DIRECT  AMBIGUOUS
--> rows  a.k        JOIN  INFERRED
--> rows  b.k        JOIN  INFERRED
--! W110  1:27
--! W110  1:34
--! W112  1:8

--- beside a table that is known, it belongs to the other one                        [catalog: none]
CREATE TABLE a (k INT, n INT);
SELECT info.id AS id FROM a JOIN b ON a.k = b.k
--> id    b.info.id  DIRECT  INFERRED
--> rows  a.k        JOIN
--> rows  b.k        JOIN  INFERRED
--! W110  2:34

--- a field path inside a subquery may be a column of the table outside              [catalog: none]
CREATE TABLE u (k INT);
SELECT (SELECT max(u.k) FROM u WHERE u.k = info.id) AS m FROM b
--> m    u.k        AGG
--> m ~  b.info.id  FILTER  INFERRED
--> m ~  u.k        FILTER
--! W110  2:63

--- a table that is known, and missing in FROM, is no struct                         [catalog: none]
CREATE TABLE a (k INT);
SELECT a.k AS k FROM b
--> k  a.k  DIRECT  INFERRED
--! W110  2:22
--! W113  2:8
