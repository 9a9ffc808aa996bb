-- Catalyst names an expression after its types are resolved: dates, intervals, collations, frames. All names here are
-- those of Spark 4.3.

--- a date plus a number is a function, a time plus an interval has no parentheses, the time comes first
CREATE TABLE w (d DATE, ts TIMESTAMP, n INT, b BIGINT, s STRING, bin BINARY, i INTERVAL DAY TO SECOND);
SELECT d + 1, 1 + d, d - n, ts + i, i + ts, i + i, 3 * i, ts - d, to_date(s) - 1, current_date - 1, d + INTERVAL 1 DAY FROM w
--> "date_add(d, 1)"#0                                        w.d        DERIVED
--> "date_add(d, 1)"#1                                        w.d        DERIVED
--> "date_sub(d, n)"                                          w.d        DERIVED
--> "date_sub(d, n)"                                          w.n        DERIVED
--> "ts + i"#3                                                w.i        DERIVED
--> "ts + i"#3                                                w.ts       DERIVED
--> "ts + i"#4                                                w.i        DERIVED
--> "ts + i"#4                                                w.ts       DERIVED
--> "(i + i)"                                                 w.i        DERIVED
--> "(i * 3)"                                                 w.i        DERIVED
--> "(ts - d)"                                                w.d        DERIVED
--> "(ts - d)"                                                w.ts       DERIVED
--> "date_sub(to_date(s), 1)"                                 w.s        DERIVED
--> "date_sub(current_date(), 1)"                             generated
--> "date_add(d, extractansiintervaldays(INTERVAL '1' DAY))"  w.d        DERIVED

--- to_char of a time is date_format, of bytes decode; a pad of bytes is a byte
CREATE TABLE w (d DATE, ts TIMESTAMP, n INT, b BIGINT, s STRING, bin BINARY);
SELECT to_char(d, 'y'), to_char(n, '9'), to_char(bin, 'utf-8'), lpad(bin, 3), lpad(s, 3), rpad(unhex(s), 2) FROM w
--> "date_format(d, y)"         w.d    DERIVED
--> "to_char(n, 9)"             w.n    DERIVED
--> "decode(bin, utf-8)"        w.bin  DERIVED
--> "lpad(bin, 3, X'00')"       w.bin  DERIVED
--> "lpad(s, 3, )"              w.s    DERIVED
--> "rpad(unhex(s), 2, X'00')"  w.s    DERIVED

--- types go through views and derived tables
CREATE TEMPORARY VIEW v AS SELECT CAST(a AS DATE) AS d, TIMESTAMP '2020-01-01' AS ts FROM t;
SELECT d - 1, to_char(ts, 'y') FROM v
--> "date_sub(d, 1)"      v.d   DERIVED
--> "date_format(ts, y)"  v.ts  DERIVED

--- and out of VALUES
SELECT x - 1, to_char(y, 'y') FROM VALUES (DATE '2020-01-01', TIMESTAMP '2020-01-01') q(x, y)
--> "date_sub(x, 1)"     generated
--> "date_format(y, y)"  generated

--- the distance of a frame over a key of another type is cast, and its sign stands inside
CREATE TABLE w (n INT, b BIGINT);
SELECT sum(n) OVER (ORDER BY b RANGE 2 PRECEDING), sum(n) OVER (ORDER BY n RANGE 2 PRECEDING), sum(n) OVER (ORDER BY b ROWS 2 PRECEDING) FROM w
--> "sum(n) OVER (ORDER BY b ASC NULLS FIRST RANGE BETWEEN (- 2) FOLLOWING AND CURRENT ROW)"    w.n  WINDOW
--> "sum(n) OVER (ORDER BY n ASC NULLS FIRST RANGE BETWEEN 2 PRECEDING AND CURRENT ROW)"        w.n  WINDOW
--> "sum(n) OVER (ORDER BY b ASC NULLS FIRST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)"         w.n  WINDOW
--> "sum(n) OVER (ORDER BY b ASC NULLS FIRST RANGE BETWEEN (- 2) FOLLOWING AND CURRENT ROW)" ~  w.b  WINDOW
--> "sum(n) OVER (ORDER BY n ASC NULLS FIRST RANGE BETWEEN 2 PRECEDING AND CURRENT ROW)" ~      w.n  WINDOW
--> "sum(n) OVER (ORDER BY b ASC NULLS FIRST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)" ~       w.b  WINDOW

--- a whole number is compared with a rounded decimal
CREATE TABLE w (n INT, f DOUBLE);
SELECT n > 1.1, n >= 1.1, 1.1 > n, f > 1.1 FROM w
--> "(n > 1)"    w.n  DERIVED
--> "(n >= 2)"   w.n  DERIVED
--> "(2 > n)"    w.n  DERIVED
--> "(f > 1.1)"  w.f  DERIVED

--- literals show the collation that they take on
CREATE TABLE w (s STRING, l STRING COLLATE utf8_lcase);
SELECT l = 'a', 'a' IN (l, 'b'), l || 'x', CASE l WHEN 'a' THEN 'b' ELSE l END, s = 'a', concat_ws(',', s, l), replace(l, 'a'), map(l, 'a', 'b', 'c'), max(l) = 'q' FROM w GROUP BY ALL
--> "(l = 'a' collate UTF8_LCASE)"                                                     w.l  DERIVED
--> "('a' collate UTF8_LCASE IN (l, 'b' collate UTF8_LCASE))"                          w.l  DERIVED
--> "concat(l, 'x' collate UTF8_LCASE)"                                                w.l  DERIVED
--> "CASE WHEN (l = 'a' collate UTF8_LCASE) THEN 'b' collate UTF8_LCASE ELSE l END"    w.l  DERIVED
--> "(s = a)"                                                                          w.s  DERIVED
--> "concat_ws(',' collate null, s, l)"                                                w.l  DERIVED
--> "concat_ws(',' collate null, s, l)"                                                w.s  DERIVED
--> "replace(l, 'a' collate UTF8_LCASE, '' collate UTF8_LCASE)"                        w.l  DERIVED
--> "map(l, a, 'b' collate UTF8_LCASE, c)"                                             w.l  DERIVED
--> "(max(l) = 'q' collate UTF8_LCASE)"                                                w.l  AGG
--> rows                                                                               w.l  GROUP_BY
--> rows                                                                               w.s  GROUP_BY
--> "CASE WHEN (l = 'a' collate UTF8_LCASE) THEN 'b' collate UTF8_LCASE ELSE l END" ~  w.l  CONDITIONAL

--- COLLATE wins over a column, a cast over a literal
SELECT 'a' COLLATE unicode_ci = 'A', 'c' = 'ć' COLLATE SR_Latn_AI, CAST('a' AS STRING COLLATE unicode) = 'b', 'a' :: STRING COLLATE utf8_lcase, 'a' COLLATE system.builtin.utf8_lcase = 'A'
--> "(collate(a, unicode_ci) = 'A' collate UNICODE_CI)"          generated
--> "('c' collate sr_Latn_AI = collate(ć, SR_Latn_AI))"          generated
--> "(CAST(a AS STRING COLLATE UNICODE) = 'b' collate UNICODE)"  generated
--> "CAST(a AS STRING COLLATE UTF8_LCASE)"                       generated
--> "(collate(a, utf8_lcase) = 'A' collate UTF8_LCASE)"          generated

--- a query lists the columns around it that it reads, as often as it reads them
SELECT (SELECT max(x) FROM u WHERE u.a = t.a), (SELECT max(x) FROM u WHERE y = b AND x = b + c), EXISTS (SELECT 1 FROM u WHERE x = b), b IN (SELECT x FROM u), (WITH q AS (SELECT t.a AS z) SELECT z FROM q) FROM t
--> scalarsubquery(a)#0          u.x        AGG
--> scalarsubquery(a)#4          t.a        DIRECT
--> "scalarsubquery(b, b, c)"    u.x        AGG
--> exists(b)                    generated
--> "(b IN (listquery()))"       t.b        DERIVED
--> scalarsubquery(a)#0 ~        t.a        FILTER
--> scalarsubquery(a)#0 ~        u.a        FILTER
--> "scalarsubquery(b, b, c)" ~  t.b        FILTER
--> "scalarsubquery(b, b, c)" ~  t.c        FILTER
--> "scalarsubquery(b, b, c)" ~  u.x        FILTER
--> "scalarsubquery(b, b, c)" ~  u.y        FILTER
--> exists(b) ~                  t.b        FILTER
--> exists(b) ~                  u.x        FILTER
--> "(b IN (listquery()))" ~     u.x        CONDITIONAL

--- a lateral query names a column of the query around it by its whole name
SELECT s.* FROM t, LATERAL (SELECT t.a + x, b FROM u) s
--> "(outer(spark_catalog.default.t.a) + x)"  t.a  DERIVED
--> "(outer(spark_catalog.default.t.a) + x)"  u.x  DERIVED
--> b                                         t.b  DIRECT

--- or by its alias
SELECT s.* FROM t k, LATERAL (SELECT k.a + 1) s
--> "(outer(k.a) + 1)"  t.a  DERIVED

--- a path into a variant is called by its last key
CREATE TABLE w (v VARIANT, s STRING);
SELECT v:a.b, v:a[0]::INT, upper(v:a::STRING), CAST(v:a AS INT) FROM w
--> b                                                  w.v  DERIVED
--> a#1                                                w.v  DERIVED
--> a#3                                                w.v  DERIVED
--> "upper(CAST(variant_get(v, $.a) AS a AS STRING))"  w.v  DERIVED

--- arguments by name, patterns of LIKE ANY, IGNORE NULLS, two arguments of TRIM
SELECT mask(d, lowerChar => 'q', otherChar => 'o'), d LIKE ANY ('a', 'b'), first(a) IGNORE NULLS, ltrim('x', d), a IS UNKNOWN, IDENTIFIER('ab' || 's')(a) FROM t GROUP BY ALL
--> "mask(d, X, q, n, o)"     t.d  DERIVED
--> likeany(d)                t.d  DERIVED
--> first(a)                  t.a  AGG
--> "TRIM(LEADING x FROM d)"  t.d  DERIVED
--> "(a IS NULL)"             t.a  DERIVED
--> abs(a)                    t.a  DERIVED
--> rows                      t.a  GROUP_BY
--> rows                      t.d  GROUP_BY

--- the operator COLLATE reads no column, a call of that name reads its arguments
SELECT d COLLATE system.builtin.unicode AS x, collate(d, c) AS y FROM t
--> x  t.d  DERIVED
--> y  t.c  DERIVED
--> y  t.d  DERIVED
