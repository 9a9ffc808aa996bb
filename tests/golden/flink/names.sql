-- Flink tells capitals apart in every name; unnamed outputs are EXPR$n.

--- a column in other letters is another column
SELECT A FROM t
--> A  t.A  DIRECT  INFERRED
--! W111  1:8

--- backquotes quote
SELECT `a` AS `Total Sum` FROM `t`
--> "Total Sum"  t.a  DIRECT

--- an unnamed output is numbered by its place
SELECT a, a + 1, COUNT(*) FROM t GROUP BY a
--> a       t.a  DIRECT
--> EXPR$1  t.a  DERIVED
--> EXPR$2  generated
--> rows    t.a  GROUP_BY

--- an unnamed output of a derived table can be asked for
SELECT s.`EXPR$0` AS k FROM (SELECT a + 1 FROM t) s
--> k  t.a  DERIVED
