-- Without a schema: what can be read is given, marked as inferred or ambiguous, and said in a diagnostic.

--- one unknown table in scope: only one reading                 [catalog: none]
SELECT a FROM nowhere
--> a  nowhere.a  DIRECT  INFERRED
--! W110  1:15
--= level INFERRED

--- a star over an unknown table invents no column               [catalog: none]
SELECT * FROM nowhere
--> *  nowhere.*  DIRECT  INFERRED
--! W110  1:15

--- a qualified star over an unknown table                       [catalog: none]
SELECT n.*, n.a + 1 AS k FROM nowhere AS n
--> *  nowhere.*  DIRECT   INFERRED
--> k  nowhere.a  DERIVED  INFERRED
--! W110

--- two unknown tables: every candidate is kept                  [catalog: none]
SELECT a FROM p, q
--> a  p.a  DIRECT  AMBIGUOUS
--> a  q.a  DIRECT  AMBIGUOUS
--! W110  1:15
--! W110  1:18
--! W112  1:8
--= level AMBIGUOUS

--- a qualified column of one of two unknown tables              [catalog: none]
SELECT p.a, q.b FROM p JOIN q ON p.k = q.k
--> a     p.a  DIRECT  INFERRED
--> b     q.b  DIRECT  INFERRED
--> rows  p.k  JOIN    INFERRED
--> rows  q.k  JOIN    INFERRED
--! W110  1:22
--! W110  1:29

--- an unqualified column of the known table beside an unknown one
SELECT b FROM t, nowhere
--> b  t.b  DIRECT  INFERRED
--! W110  1:18

--- a column that the known table lacks must be the unknown one's
SELECT zz FROM t, nowhere
--> zz  nowhere.zz  DIRECT  INFERRED
--! W110  1:19

--- a star over a known and an unknown table                     [dialects: duckdb spark]
SELECT * FROM u, nowhere
--> a  u.a        DIRECT
--> x  u.x        DIRECT
--> y  u.y        DIRECT
--> *  nowhere.*  DIRECT  INFERRED
--! W110

--- a column that the known table does not have
SELECT nope FROM t
--> nope  t.nope  DIRECT  INFERRED
--! W111  1:8
--= level INFERRED

--- a qualified column that the known table does not have
SELECT a, t.nope AS k FROM t
--> a  t.a     DIRECT
--> k  t.nope  DIRECT  INFERRED
--! W111

--- a column in two known tables is ambiguous                    [dialects: duckdb flink googlesql hive spark]
SELECT a FROM t JOIN u ON t.b = u.x
--> a     t.a  DIRECT  AMBIGUOUS
--> a     u.a  DIRECT  AMBIGUOUS
--> rows  t.b  JOIN
--> rows  u.x  JOIN
--! W112  1:8

--- a column that neither of two known tables has is kept for both
SELECT nope FROM t JOIN u ON t.b = u.x
--> nope  t.nope  DIRECT  AMBIGUOUS
--> nope  u.nope  DIRECT  AMBIGUOUS
--> rows  t.b     JOIN
--> rows  u.x     JOIN
--! W117  1:8
--= level AMBIGUOUS

--- an unknown filter column
SELECT a FROM t WHERE nope > 0
--> a     t.a     DIRECT
--> rows  t.nope  FILTER  INFERRED
--! W111  1:23

--- derived values of an unknown table through a CTE             [catalog: none]
WITH q AS (SELECT a, b FROM nowhere WHERE c > 0) SELECT a + b AS k FROM q
--> k     nowhere.a  DERIVED  INFERRED
--> k     nowhere.b  DERIVED  INFERRED
--> rows  nowhere.c  FILTER   INFERRED
--! W110

--- a column through a star over an unknown table                 [catalog: none]
WITH q AS (SELECT * FROM nowhere) SELECT a FROM q
--> a  nowhere.a  DIRECT  INFERRED
--! W110

--- a star through a star over an unknown table                   [catalog: none]
SELECT * FROM (SELECT * FROM nowhere) s
--> *  nowhere.*  DIRECT  INFERRED
--! W110

--- USING over unknown tables                                     [catalog: none]
SELECT k, p.x FROM p JOIN q USING (k)
--> k     p.k  DIRECT  INFERRED
--> x     p.x  DIRECT  INFERRED
--> rows  p.k  JOIN    INFERRED
--> rows  q.k  JOIN    INFERRED
--! W110  1:20
--! W110  1:27

--- counting an unknown table                                     [catalog: none]
SELECT COUNT(*) AS n FROM nowhere
--> n  generated
--! W110

--- aggregates over an unknown table                              [catalog: none]
SELECT k, SUM(x) AS s FROM nowhere GROUP BY k
--> k     nowhere.k  DIRECT    INFERRED
--> s     nowhere.x  AGG       INFERRED
--> rows  nowhere.k  GROUP_BY  INFERRED
--! W110

--- a dotted name in an unknown table is a field                   [catalog: none; dialects: duckdb googlesql spark]
SELECT p.q AS k FROM nowhere
--> k  nowhere.p.q  DIRECT  INFERRED
--! W110

--- an unknown table of a known database
SELECT a FROM sales.nowhere
--> a  sales.nowhere.a  DIRECT  INFERRED
--! W110  1:15

--- a union of a known and an unknown table
SELECT a AS k FROM t UNION ALL SELECT x FROM nowhere
--> k  t.a        DIRECT
--> k  nowhere.x  DIRECT  INFERRED
--! W110
--= level INFERRED

--- inner names before outer ones, when the inner table is unknown   [dialects: duckdb spark]
SELECT a FROM t WHERE EXISTS (SELECT 1 FROM nowhere WHERE k = t.b)
--> a     t.a        DIRECT
--> rows  nowhere.k  FILTER  INFERRED
--> rows  t.b        FILTER
--! W110

--- a CTE's columns are known, a wrong one is said
WITH q AS (SELECT a FROM t) SELECT q.nope AS k, q.a FROM q
--> a  t.a     DIRECT
--> k  q.nope  DIRECT  INFERRED
--! W111

--- a name of a query outside, where another table outside is unknown
SELECT (SELECT b) AS k FROM t, nowhere
--> k  t.b  DIRECT  INFERRED
--! W110  1:32
