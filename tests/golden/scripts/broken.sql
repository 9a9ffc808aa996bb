--- the neighbours of a broken statement survive            [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
SELECT a FROM s;
SELECT FROM WHERE ) a (;
SELECT b FROM s
--@ 1 result
--> a  s.a  DIRECT
--= level EXACT
--@ 2
--! error
--@ 3 result
--> b  s.b  DIRECT
--= level EXACT

--- a broken statement still names its tables               [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
SELECT a + FROM s JOIN u ON
--@ 1
--! error
--= level TABLE
--= sources s u

--- a broken insert still names its target                  [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
INSERT INTO t SELECT a + , b FROM s
--@ 1 t
--! error
--= level TABLE
--= sources s

--- a broken table leaves the others alone                  [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
CREATE TABLE ( ;
SELECT * FROM s
--@ 1
--! error
--@ 2 result
--> a  s.a  DIRECT
--> b  s.b  DIRECT

--- prose is refused, not guessed                           [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
please tell me about the tables;
SELECT a FROM s
--@ 1
--! error
--= level NONE
--@ 2 result
--> a  s.a  DIRECT
