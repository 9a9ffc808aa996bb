--- a semicolon in a string                                 [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
SELECT ';' AS mark, a FROM s;
SELECT b FROM s
--@ 1 result
--> mark  generated
--> a     s.a  DIRECT
--@ 2 result
--> b  s.b  DIRECT

--- a semicolon in a comment                                [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT); -- the source; of everything
/* first; */ SELECT a /* ; */ FROM s; -- done;
SELECT b FROM s
--@ 1 result
--> a  s.a  DIRECT
--@ 2 result
--> b  s.b  DIRECT

--- empty statements are none                               [catalog: none; influence: complete]
;;
CREATE TABLE s (a INT, b INT);
; /* nothing */ ;
SELECT a FROM s;
;
--@ 0 s
--= kind CREATE_TABLE
--@ 1 result
--> a  s.a  DIRECT

--- comment marks in a string                               [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
SELECT '-- no; /* comment' AS x, a FROM s;
SELECT '*/' AS y, b FROM s
--@ 1 result
--> x  generated
--> a  s.a  DIRECT
--@ 2 result
--> y  generated
--> b  s.b  DIRECT

--- a doubled quote in a string                             [catalog: none; dialects: clickhouse duckdb flink; influence: complete]
CREATE TABLE s (a INT, b INT);
SELECT 'it''s; fine' AS x, a FROM s;
SELECT b FROM s
--@ 1 result
--> x  generated
--> a  s.a  DIRECT
--@ 2 result
--> b  s.b  DIRECT

--- a semicolon in a quoted name                            [catalog: none; dialects: duckdb clickhouse; influence: complete]
CREATE TABLE s (a INT);
SELECT a AS "x;y" FROM s;
SELECT a AS z FROM s
--@ 1 result
--> x;y  s.a  DIRECT
--@ 2 result
--> z  s.a  DIRECT

--- words of many cases                                     [catalog: none; influence: complete]
create table s (a int, b int);
SeLeCt a As x FrOm s wHeRe a > 0
--> x     s.a  DIRECT
--> rows  s.a  FILTER

--- tabs between the words                                  [catalog: none; influence: complete]
CREATE	TABLE s	(a INT,	b INT);
SELECT	a
	,	b	FROM	s
--> a  s.a  DIRECT
--> b  s.b  DIRECT
