-- A grammar of models, production by production: statements first, then expressions. Titles begin with the production.
-- feature: queries / the grammar of models, production by production

--- Statement: a SELECT by itself
SELECT a FROM t
--> a  t.a  DIRECT

--- Statement: WITH before it
WITH x AS (SELECT a FROM t) SELECT a FROM x
--> a  t.a  DIRECT

--- Statement: WITH RECURSIVE before it
WITH RECURSIVE x AS (SELECT a FROM t UNION ALL SELECT x.a + 1 FROM x WHERE x.a < 9) SELECT a FROM x
--> a     t.a  DERIVED
--> a     t.a  DIRECT
--> rows  t.a  FILTER

--- CTEList: one reads another
WITH x AS (SELECT a, b FROM t), y AS (SELECT b AS n FROM x) SELECT y.n FROM y
--> n  t.b  DIRECT

--- CTE: its query may be a set operation
WITH x AS (SELECT a FROM t UNION SELECT a FROM u) SELECT a FROM x
--> a     t.a  DIRECT
--> a     u.a  DIRECT
--> rows  t.a  GROUP_BY
--> rows  u.a  GROUP_BY

--- SelectStatement: several set operations in a row
SELECT a FROM t UNION ALL SELECT a FROM u EXCEPT SELECT a FROM v
--> a     t.a  DIRECT
--> a     u.a  DIRECT
--> rows  t.a  GROUP_BY
--> rows  u.a  GROUP_BY
--> rows  v.a  GROUP_BY
--> a ~   v.a  FILTER

--- SetOp: UNION
SELECT a FROM t UNION SELECT x FROM u
--> a     t.a  DIRECT
--> a     u.x  DIRECT
--> rows  t.a  GROUP_BY
--> rows  u.x  GROUP_BY

--- SetOp: UNION ALL
SELECT a FROM t UNION ALL SELECT x FROM u
--> a  t.a  DIRECT
--> a  u.x  DIRECT

--- SetOp: INTERSECT
SELECT a FROM t INTERSECT SELECT x FROM u
--> a     t.a  DIRECT
--> a     u.x  DIRECT
--> rows  t.a  GROUP_BY
--> rows  u.x  GROUP_BY

--- SetOp: EXCEPT
SELECT a FROM t EXCEPT SELECT x FROM u
--> a     t.a  DIRECT
--> rows  t.a  GROUP_BY
--> rows  u.x  GROUP_BY
--> a ~   u.x  FILTER

--- SelectCore: DISTINCT
SELECT DISTINCT a FROM t
--> a     t.a  DIRECT
--> rows  t.a  GROUP_BY

--- SelectCore: ALL
SELECT ALL a FROM t
--> a  t.a  DIRECT

--- SelectCore: every clause at once
SELECT a, sum(b) AS s FROM t WHERE c > 0 GROUP BY a HAVING sum(b) > 1 QUALIFY row_number() OVER (ORDER BY a) = 1 ORDER BY a LIMIT 10 OFFSET 5
--> a     t.a  DIRECT
--> s     t.b  AGG
--> rows  t.a  GROUP_BY
--> rows  t.a  SORT
--> rows  t.a  WINDOW
--> rows  t.b  FILTER
--> rows  t.c  FILTER

--- SelectCore: LIMIT without OFFSET
SELECT a FROM t ORDER BY b LIMIT 3
--> a     t.a  DIRECT
--> rows  t.b  SORT

--- SelectItem: a star
SELECT * FROM u
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT

--- SelectItem: a star of one table
SELECT u.* FROM t JOIN u ON t.a = u.a
--> a     u.a  DIRECT
--> x     u.x  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- SelectItem: an expression with AS
SELECT a + b AS n FROM t
--> n  t.a  DERIVED
--> n  t.b  DERIVED

--- SelectItem: an expression with an alias and no AS
SELECT a + b n FROM t
--> n  t.a  DERIVED
--> n  t.b  DERIVED

--- SelectItem: an expression without an alias
SELECT abs(a) FROM t
--> abs(a)  t.a  DERIVED

--- FromClause: a table and two joins
SELECT t.b, u.y, v.z FROM t JOIN u ON t.a = u.a JOIN v ON u.a = v.a
--> b     t.b  DIRECT
--> y     u.y  DIRECT
--> z     v.z  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--> rows  v.a  JOIN

--- JoinClause: JOIN without a type
SELECT t.b, u.y FROM t JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- JoinType: LEFT
SELECT t.b, u.y FROM t LEFT JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- JoinType: LEFT OUTER
SELECT t.b, u.y FROM t LEFT OUTER JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- JoinType: RIGHT
SELECT t.b, u.y FROM t RIGHT JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- JoinType: RIGHT OUTER
SELECT t.b, u.y FROM t RIGHT OUTER JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- JoinType: FULL
SELECT t.b, u.y FROM t FULL JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- JoinType: FULL OUTER
SELECT t.b, u.y FROM t FULL OUTER JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- JoinType: INNER
SELECT t.b, u.y FROM t INNER JOIN u ON t.a = u.a
--> b     t.b  DIRECT
--> y     u.y  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- JoinClause: CROSS JOIN                                  [influence: complete]
SELECT t.b, u.y FROM t CROSS JOIN u
--> b  t.b  DIRECT
--> y  u.y  DIRECT

--- JoinClause: a comma                                     [influence: complete]
SELECT t.b, u.y FROM t, u
--> b  t.b  DIRECT
--> y  u.y  DIRECT

--- TableRef: an alias with AS
SELECT k.a FROM t AS k
--> a  t.a  DIRECT

--- TableRef: an alias without AS
SELECT k.a FROM t k
--> a  t.a  DIRECT

--- TableRef: a derived table
SELECT d.n FROM (SELECT a + 1 AS n FROM t) AS d
--> n  t.a  DERIVED

--- TableRef: a derived table without AS
SELECT d.n FROM (SELECT a + 1 AS n FROM t) d
--> n  t.a  DERIVED

--- LateralClause: reads what stands to its left
SELECT t.b, l.m FROM t, LATERAL (SELECT max(u.y) AS m FROM u WHERE u.a = t.a) AS l
--> b     t.b  DIRECT
--> m     u.y  AGG
--> rows  t.a  FILTER
--> rows  u.a  FILTER

--- TableName: schema and table                             [catalog: none]
SELECT k.a FROM s.k
--> a  s.k.a  DIRECT  INFERRED
--! W110  1:17

--- TableName: catalog, schema and table                    [catalog: none]
SELECT k.a FROM c.s.k
--> a  c.s.k.a  DIRECT  INFERRED
--! W110  1:17

--- OrExpr: in a filter
SELECT a FROM t WHERE b > 1 OR c > 2 OR a > 3
--> a     t.a  DIRECT
--> rows  t.a  FILTER
--> rows  t.b  FILTER
--> rows  t.c  FILTER

--- AndExpr: in a filter
SELECT a FROM t WHERE b > 1 AND c > 2
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  t.c  FILTER

--- NotExpr: in a filter
SELECT a FROM t WHERE NOT b > 1
--> a     t.a  DIRECT
--> rows  t.b  FILTER

--- CompOp: all of them, as values
SELECT a = b AS e, a != b AS n, a <> b AS m, a < b AS l, a > b AS g, a <= b AS k, a >= b AS h FROM t
--> e  t.a  DERIVED
--> e  t.b  DERIVED
--> n  t.a  DERIVED
--> n  t.b  DERIVED
--> m  t.a  DERIVED
--> m  t.b  DERIVED
--> l  t.a  DERIVED
--> l  t.b  DERIVED
--> g  t.a  DERIVED
--> g  t.b  DERIVED
--> k  t.a  DERIVED
--> k  t.b  DERIVED
--> h  t.a  DERIVED
--> h  t.b  DERIVED

--- Comparison: IN a list
SELECT a IN (b, c, 1) AS i FROM t WHERE a NOT IN (1, 2)
--> i     t.a  DERIVED
--> i     t.b  DERIVED
--> i     t.c  DERIVED
--> rows  t.a  FILTER

--- Comparison: IN a query, in WHERE
SELECT a FROM t WHERE b IN (SELECT y FROM u) AND c NOT IN (SELECT z FROM v)
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  t.c  FILTER
--> rows  u.y  FILTER
--> rows  v.z  FILTER

--- Comparison: IN a query, in HAVING
SELECT a FROM t GROUP BY a HAVING max(b) IN (SELECT y FROM u)
--> a     t.a  DIRECT
--> rows  t.a  GROUP_BY
--> rows  t.b  FILTER
--> rows  u.y  FILTER

--- Comparison: BETWEEN and NOT BETWEEN
SELECT a BETWEEN b AND c AS i FROM t WHERE a NOT BETWEEN 1 AND 2
--> i     t.a  DERIVED
--> i     t.b  DERIVED
--> i     t.c  DERIVED
--> rows  t.a  FILTER

--- Comparison: IS NULL and IS NOT NULL
SELECT a IS NULL AS i FROM t WHERE b IS NOT NULL
--> i     t.a  DERIVED
--> rows  t.b  FILTER

--- Comparison: LIKE and NOT LIKE
SELECT a LIKE b AS i FROM t WHERE c NOT LIKE 'x%'
--> i     t.a  DERIVED
--> i     t.b  DERIVED
--> rows  t.c  FILTER

--- Addition: plus, minus, concatenation
SELECT a + b - c AS n, a || b AS s FROM t
--> n  t.a  DERIVED
--> n  t.b  DERIVED
--> n  t.c  DERIVED
--> s  t.a  DERIVED
--> s  t.b  DERIVED

--- Multiplication: times, divided by, modulo
SELECT a * b / c AS n, a % b AS m FROM t
--> n  t.a  DERIVED
--> n  t.b  DERIVED
--> n  t.c  DERIVED
--> m  t.a  DERIVED
--> m  t.b  DERIVED

--- Unary: minus, plus, NOT
SELECT -a AS n, +b AS p, NOT c AS x FROM t
--> n  t.a  DERIVED
--> p  t.b  DIRECT
--> x  t.c  DERIVED

--- Literal: number, string, true, false, null
SELECT 1 AS i, 1.5e3 AS f, 'it''s' AS s, TRUE AS y, FALSE AS n, NULL AS z
--> i  generated
--> f  generated
--> s  generated
--> y  generated
--> n  generated
--> z  generated

--- ColumnRef: a bare name
SELECT b FROM t
--> b  t.b  DIRECT

--- ColumnRef: behind its table
SELECT t.b FROM t
--> b  t.b  DIRECT

--- ColumnRef: behind schema and table                      [catalog: none]
SELECT s.k.a FROM s.k
--> a  s.k.a  DIRECT  INFERRED
--! W110  1:19

--- ColumnRef: quoted, and in other letters
SELECT "B" AS x, T.A AS y FROM t
--> x  t.b  DIRECT
--> y  t.a  DIRECT

--- Primary: parentheses
SELECT ((a + (b))) AS n FROM t
--> n  t.a  DERIVED
--> n  t.b  DERIVED

--- ArrayExpr: elements are its value
SELECT [a, b] AS l FROM t
--> l  t.a  DERIVED
--> l  t.b  DERIVED

--- StructExpr: fields stay apart
SELECT {'x': a, 'y': b}.x AS v FROM t
--> v  t.a  DIRECT

--- FunctionCall: without arguments
SELECT uuid() AS i FROM t
--> i  generated

--- FunctionCall: with arguments
SELECT coalesce(a, b, 0) AS n FROM t
--> n  t.a  DERIVED
--> n  t.b  DERIVED

--- FunctionCall: DISTINCT
SELECT count(DISTINCT a) AS n FROM t
--> n  t.a  AGG

--- FunctionCall: a star
SELECT count(*) AS n FROM t
--> n  generated

--- FunctionCall: a star over a window
SELECT count(*) OVER (PARTITION BY a) AS n FROM t
--> n    generated
--> n ~  t.a        WINDOW

--- WindowSpec: nothing in it                               [influence: complete]
SELECT sum(a) OVER () AS n FROM t
--> n  t.a  WINDOW

--- WindowSpec: by name
SELECT sum(a) OVER w AS n FROM t WINDOW w AS (PARTITION BY b ORDER BY c)
--> n    t.a  WINDOW
--> n ~  t.b  WINDOW
--> n ~  t.c  WINDOW

--- PartitionBy: two keys
SELECT sum(a) OVER (PARTITION BY b, c) AS n FROM t
--> n    t.a  WINDOW
--> n ~  t.b  WINDOW
--> n ~  t.c  WINDOW

--- OrderByItem: directions and nulls
SELECT lag(a) OVER (ORDER BY b DESC NULLS LAST, c ASC NULLS FIRST) AS n FROM t
--> n    t.a  WINDOW
--> n ~  t.b  WINDOW
--> n ~  t.c  WINDOW

--- FrameSpec: ROWS UNBOUNDED PRECEDING
SELECT sum(a) OVER (ORDER BY b ROWS UNBOUNDED PRECEDING) AS n FROM t
--> n    t.a  WINDOW
--> n ~  t.b  WINDOW

--- FrameSpec: RANGE CURRENT ROW
SELECT sum(a) OVER (ORDER BY b RANGE CURRENT ROW) AS n FROM t
--> n    t.a  WINDOW
--> n ~  t.b  WINDOW

--- FrameSpec: GROUPS with an expression
SELECT sum(a) OVER (ORDER BY b GROUPS 2 PRECEDING) AS n FROM t
--> n    t.a  WINDOW
--> n ~  t.b  WINDOW

--- FrameBound: BETWEEN
SELECT sum(a) OVER (ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS n FROM t
--> n    t.a  WINDOW
--> n ~  t.b  WINDOW

--- CaseExpr: with an operand
SELECT CASE a WHEN 1 THEN b ELSE c END AS n FROM t
--> n    t.b  DERIVED
--> n    t.c  DERIVED
--> n ~  t.a  CONDITIONAL

--- CaseExpr: searched, several arms
SELECT CASE WHEN a > 1 THEN b WHEN a > 0 THEN c END AS n FROM t
--> n    t.b  DERIVED
--> n    t.c  DERIVED
--> n ~  t.a  CONDITIONAL

--- CastExpr: to a plain type
SELECT CAST(a AS BIGINT) AS n FROM t
--> n  t.a  DERIVED

--- TypeName: with numbers
SELECT CAST(a AS DECIMAL(10, 2)) AS n, CAST(b AS VARCHAR(5)) AS s FROM t
--> n  t.a  DERIVED
--> s  t.b  DERIVED

--- ExpressionList: in GROUP BY
SELECT a, b, max(c) AS m FROM t GROUP BY a, b
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> m     t.c  AGG
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY

--- Statement: WITH before a set operation
WITH x AS (SELECT a FROM t) SELECT a FROM x UNION ALL SELECT y FROM u
--> a  t.a  DIRECT
--> a  u.y  DIRECT

--- Statement: WITH RECURSIVE before a CTE that reads another
WITH RECURSIVE x AS (SELECT a, b FROM t), y AS (SELECT a, b FROM x UNION ALL SELECT y.a, y.b + 1 FROM y WHERE y.b < 5) SELECT b FROM y
--> b     t.b  DERIVED
--> b     t.b  DIRECT
--> rows  t.b  FILTER

--- SelectList: several items, a star among them
SELECT t.a AS k, u.*, t.b + u.x AS n FROM t JOIN u ON t.a = u.a
--> k     t.a  DIRECT
--> a     u.a  DIRECT
--> x     u.x  DIRECT
--> y     u.y  DIRECT
--> n     t.b  DERIVED
--> n     u.x  DERIVED
--> rows  t.a  JOIN
--> rows  u.a  JOIN

--- SelectCore: QUALIFY without groups
SELECT a FROM t QUALIFY row_number() OVER (PARTITION BY b ORDER BY c DESC) = 1
--> a     t.a  DIRECT
--> rows  t.b  WINDOW
--> rows  t.c  WINDOW

--- SelectCore: HAVING without a group
SELECT max(a) AS m FROM t HAVING count(b) > 1
--> m     t.a  AGG
--> rows  t.b  FILTER

--- TableRef: a derived table that is a set operation
SELECT d.a FROM (SELECT a FROM t UNION ALL SELECT x FROM u) d
--> a  t.a  DIRECT
--> a  u.x  DIRECT

--- TableName: behind its schema, with an alias            [catalog: none]
SELECT q.a FROM s.k AS q
--> a  s.k.a  DIRECT  INFERRED
--! W110  1:17

--- LateralClause: an alias without AS
SELECT l.n FROM t, LATERAL (SELECT t.a + t.b AS n) l
--> n  t.a  DERIVED
--> n  t.b  DERIVED

--- Expression: every level of precedence at once
SELECT NOT a + b * -c > 1 AND b IS NULL OR a IN (1, d) AS e FROM t
--> e  t.a  DERIVED
--> e  t.b  DERIVED
--> e  t.c  DERIVED
--> e  t.d  DERIVED

--- NotExpr: as a value
SELECT NOT a = b AS n FROM t
--> n  t.a  DERIVED
--> n  t.b  DERIVED

--- FunctionCall: inside another
SELECT round(abs(coalesce(a, b)), 2) AS n FROM t
--> n  t.a  DERIVED
--> n  t.b  DERIVED

--- FunctionCall: DISTINCT over a window
SELECT count(DISTINCT a) OVER (PARTITION BY b) AS n FROM t
--> n    t.a  WINDOW
--> n ~  t.b  WINDOW

--- WindowSpec: partition, order and frame together
SELECT sum(a) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS n FROM t
--> n    t.a  WINDOW
--> n ~  t.b  WINDOW
--> n ~  t.c  WINDOW

--- FrameBound: BETWEEN two expressions
SELECT sum(a) OVER (ORDER BY b RANGE BETWEEN 2 PRECEDING AND 1 PRECEDING) AS n FROM t
--> n    t.a  WINDOW
--> n ~  t.b  WINDOW

--- OrderBy: of a query, without a limit
SELECT a FROM t ORDER BY b
--> a  t.a  DIRECT

--- OrderByList: directions and nulls, with a limit
SELECT a FROM t ORDER BY b DESC NULLS LAST, c ASC NULLS FIRST LIMIT 2
--> a     t.a  DIRECT
--> rows  t.b  SORT
--> rows  t.c  SORT

--- CaseExpr: with an operand and no ELSE
SELECT CASE a WHEN b THEN c END AS n FROM t
--> n    t.c  DERIVED
--> n ~  t.a  CONDITIONAL
--> n ~  t.b  CONDITIONAL

--- CastExpr: of an expression, inside another
SELECT CAST(CAST(a + b AS VARCHAR) AS INTEGER) AS n FROM t
--> n  t.a  DERIVED
--> n  t.b  DERIVED
