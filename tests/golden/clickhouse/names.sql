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

--- casts: a constant before the operator is a text [catalog: none]
SELECT 1::Int8, -1.50::Decimal(9,2), [1,2]::Array( Int8 ), CAST([1,2] AS Array(Int8)), 1::Int8::DateTime('UTC'), NULL::Nullable(Int8)
--> "CAST('1', 'Int8')"                             generated
--> "CAST('-1.50', 'Decimal(9, 2)')"                generated
--> "CAST('[1,2]', 'Array(Int8)')"                  generated
--> "CAST([1, 2], 'Array(Int8)')"                   generated
--> "CAST(CAST('1', 'Int8'), 'DateTime(\'UTC\')')"  generated
--> "CAST(NULL, 'Nullable(Int8)')"                  generated

--- constants [catalog: none]
SELECT 0x1F, 0b11, 007, 1e20, 1e21, .5, [1, 2.5], -inf, NaN, 'a\0\n''', '\xff', '\xC3\xBC'
--> 31                      generated
--> 3                       generated
--> 7                       generated
--> 100000000000000000000.  generated
--> 1e21                    generated
--> 0.5                     generated
--> "[1., 2.5]"             generated
--> -inf                    generated
--> nan                     generated
--> 'a\0\n\''               generated
--> '�'                     generated
--> 'ü'                     generated

--- forms of SQL as the functions that they are [catalog: none]
CREATE TABLE t (a String, b String, d DateTime) ENGINE = Memory;
SELECT TRIM(LEADING 'x' FROM a), ltrim(a), SUBSTRING(a FROM 1 FOR 2), substr(a, 1), POSITION('x' IN a), EXTRACT(YEAR FROM d), date_diff(day, d, d), DATE_ADD(d, INTERVAL 1 DAY), DATE '2024-01-01', a NOT ILIKE b, a IN ['x', 'y'], map('k', a)['k'], [a, b][-1] FROM t
--> "trimLeft(a, 'x')"                t.a        DERIVED
--> trimLeft(a)                       t.a        DERIVED
--> "substring(a, 1, 2)"              t.a        DERIVED
--> "substr(a, 1)"                    t.a        DERIVED
--> "position(a, 'x')"                t.a        DERIVED
--> toYear(d)                         t.d        DERIVED
--> "dateDiff('day', d, d)"           t.d        DERIVED
--> "plus(d, toIntervalDay(1))"       t.d        DERIVED
--> toDate('2024-01-01')              generated
--> "notILike(a, b)"                  t.a        DERIVED
--> "notILike(a, b)"                  t.b        DERIVED
--> "in(a, ['x', 'y'])"               t.a        DERIVED
--> "arrayElement(map('k', a), 'k')"  t.a        DERIVED
--> "arrayElement([a, b], -1)"        t.a        DERIVED
--> "arrayElement([a, b], -1)"        t.b        DERIVED

--- frames are written whole [catalog: none]
CREATE TABLE t (a UInt8) ENGINE = Memory;
SELECT sum(a) OVER (ORDER BY a rows unbounded preceding) FROM t
--> "sum(a) OVER (ORDER BY a ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)"    t.a  WINDOW
--> "sum(a) OVER (ORDER BY a ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)" ~  t.a  WINDOW

--- queries are counted behind those of FROM [catalog: none]
CREATE TABLE t (a UInt8) ENGINE = Memory;
SELECT 1 + (SELECT max(a) FROM t), 1 = ANY (SELECT a FROM t) FROM (SELECT 1) AS q
--> "plus(1, _subquery_2)"  t.a        AGG
--> "in(1, _subquery_3)"    generated
--> "in(1, _subquery_3)" ~  t.a        CONDITIONAL

--- parts of JSON [catalog: none]
CREATE TABLE t (json JSON) ENGINE = Memory;
SELECT json.a.:Int64, json.^a, json.a.b[].c FROM t
--> json.a.:`Int64`            t.json  DERIVED
--> json.^`a`                  t.json  DERIVED
--> json.a.b.:`Array(JSON)`.c  t.json  DERIVED

--- a filter is a combinator, a dictionary a text [catalog: none]
CREATE TABLE t (a UInt8, c UInt8, s String) ENGINE = Memory;
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id SOURCE(NULL()) LAYOUT(FLAT()) LIFETIME(0);
SELECT sum(a) FILTER (WHERE c > 1), NOT s LIKE 'x', s NOT LIKE 'x', dictGet(d, 'name', a) FROM t
--> "sumIf(a, greater(c, 1))"    t.a     AGG
--> "not(like(s, 'x'))"          t.s     DERIVED
--> "notLike(s, 'x')"            t.s     DERIVED
--> "dictGet('d', 'name', a)"    d.name  DIRECT
--> "dictGet('d', 'name', a)"    t.a     EXTERNAL
--> "sumIf(a, greater(c, 1))" ~  t.c     CONDITIONAL

--- casts of arrays and of casts [catalog: none]
SELECT [10, NULL]::Array(Nullable(UInt8)), (65::BFloat16)::Int16, [[1],[2]]::Array(Array(Int8)), 1::Tuple(Int8, ), ~1, any(2) RESPECT NULLS
--> "CAST([10, NULL], 'Array(Nullable(UInt8))')"  generated
--> "CAST(CAST('65', 'BFloat16'), 'Int16')"       generated
--> "CAST('[[1],[2]]', 'Array(Array(Int8))')"     generated
--> "CAST('1', 'Tuple(Int8)')"                    generated
--> bitNot(1)                                     generated
--> any(2)                                        generated
