-- LIMIT in all its forms: which rows there are, and never which columns.

--- LIMIT BY decides by its keys
SELECT a, b FROM t ORDER BY c LIMIT 2 BY a
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  SORT
--> rows  t.c  SORT

--- LIMIT BY and LIMIT
SELECT a, b FROM t ORDER BY c LIMIT 2 BY a LIMIT 10
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  SORT
--> rows  t.c  SORT

--- offsets of both
SELECT a, b FROM t ORDER BY c LIMIT 2 OFFSET 1 BY a, b LIMIT 10 OFFSET 3
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  SORT
--> rows  t.b  SORT
--> rows  t.c  SORT

--- offsets before the comma
SELECT a FROM t LIMIT 1, 2 BY b LIMIT 5, 10
--> a     t.a  DIRECT
--> rows  t.b  SORT

--- WITH TIES
SELECT a FROM t ORDER BY b LIMIT 2, 3 WITH TIES
--> a     t.a  DIRECT
--> rows  t.b  SORT

--- ORDER BY ALL
SELECT a, b FROM t ORDER BY ALL LIMIT 1
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.a  SORT
--> rows  t.b  SORT

--- what is filled in and interpolated
SELECT a, b AS w FROM t ORDER BY a WITH FILL FROM 1 TO 10 STEP 2 INTERPOLATE (w AS w + 1)
--> a  t.a  DIRECT
--> w  t.b  DERIVED
--> w  t.b  DIRECT

--- INTERPOLATE of everything
SELECT a, b AS w FROM t ORDER BY a WITH FILL FROM 1 TO 10 INTERPOLATE
--> a  t.a  DIRECT
--> w  t.b  DIRECT

--- INTERPOLATE from another column
SELECT a, b FROM t ORDER BY a WITH FILL STEP 60 STALENESS 3 INTERPOLATE (b AS c)
--> a  t.a  DIRECT
--> b  t.b  DIRECT
--> b  t.c  DERIVED

--- LIMIT BY a position
SELECT a, b FROM t LIMIT 1 BY 2
--> a  t.a  DIRECT
--> b  t.b  DIRECT
--> rows  t.b  SORT

--- TOP is a LIMIT before the select list    [feature: order and limit / TOP; influence: complete]
SELECT TOP 3 a FROM t WHERE b > 0 ORDER BY c
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--> rows  t.c  SORT

--- in a subquery, with ties    [feature: order and limit / TOP; influence: complete]
SELECT a FROM (SELECT DISTINCT TOP 2 WITH TIES a, b FROM t ORDER BY c) UNION ALL SELECT 1
--> a     t.a  DIRECT
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY
--> rows  t.c  SORT
