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

--- operators are written as functions
SELECT a + b * c, -a, a = 1, a BETWEEN 1 AND 2, NOT a IN (1, 2), a > 0 ? b : c, (a, b).1, [a, b][1] FROM t
--> "plus(a, multiply(b, c))"                         t.a  DERIVED
--> "plus(a, multiply(b, c))"                         t.b  DERIVED
--> "plus(a, multiply(b, c))"                         t.c  DERIVED
--> negate(a)                                         t.a  DERIVED
--> "equals(a, 1)"                                    t.a  DERIVED
--> "and(greaterOrEquals(a, 1), lessOrEquals(a, 2))"  t.a  DERIVED
--> "notIn(a, (1, 2))"                                t.a  DERIVED
--> "if(greater(a, 0), b, c)"                         t.b  DERIVED
--> "if(greater(a, 0), b, c)"                         t.c  DERIVED
--> "tupleElement((a, b), 1)"                         t.a  DIRECT
--> "arrayElement([a, b], 1)"                         t.a  DERIVED
--> "arrayElement([a, b], 1)"                         t.b  DERIVED
--> "if(greater(a, 0), b, c)" ~                       t.a  CONDITIONAL

--- calls, with parameters, DISTINCT and windows
SELECT count(*), quantile(0.5)(a), count(DISTINCT b), arrayMap(x -> x + 1, [c]), sum(a) OVER (PARTITION BY b ORDER BY c DESC) FROM t
--> count()                                           generated
--> quantile(0.5)(a)                                  t.a        AGG
--> countDistinct(b)                                  t.b        AGG
--> "arrayMap(lambda(tuple(x), plus(x, 1)), [c])"     t.c        DERIVED
--> "sum(a) OVER (PARTITION BY b ORDER BY c DESC)"    t.a        WINDOW
--> "sum(a) OVER (PARTITION BY b ORDER BY c DESC)" ~  t.b        WINDOW
--> "sum(a) OVER (PARTITION BY b ORDER BY c DESC)" ~  t.c        WINDOW

--- casts, literals and intervals
SELECT a::String, CAST(b AS Nullable(Int64)), 'it''s', 1.50, 1e3, INTERVAL 1 DAY, CASE a WHEN 1 THEN b END FROM t
--> "CAST(a, 'String')"                    t.a        DERIVED
--> "CAST(b, 'Nullable(Int64)')"           t.b        DERIVED
--> 'it\'s'                                generated
--> 1.5                                    generated
--> 1000.                                  generated
--> toIntervalDay(1)                       generated
--> "caseWithExpression(a, 1, b, NULL)"    t.b        DERIVED
--> "caseWithExpression(a, 1, b, NULL)" ~  t.a        CONDITIONAL

--- such a name is a column's identity
SELECT `plus(b, 1)` AS x FROM (SELECT a, b + 1 FROM t)
--> x  t.b  DERIVED

--- an alias inside is the name
SELECT tuple(a AS x, b), x + 1 FROM t
--> "(x, b)"      t.a  DERIVED
--> "(x, b)"      t.b  DERIVED
--> "plus(x, 1)"  t.a  DERIVED
