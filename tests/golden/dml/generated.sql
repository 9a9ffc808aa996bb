--- an edge inside the table                                [dialects: duckdb spark; catalog: none; influence: complete]
CREATE TABLE g (a INT, b INT, c INT GENERATED ALWAYS AS (a + b))
--@ 0 g
--> c  g.a  DERIVED
--> c  g.b  DERIVED
--= kind CREATE_TABLE
--= level EXACT

--- a reader folds through it                               [dialects: duckdb spark; catalog: none; influence: complete]
CREATE TABLE g (a INT, b INT, c INT GENERATED ALWAYS AS (a + b));
SELECT a, c AS total FROM g
--@ 1 result
--> a      g.a  DIRECT
--> total  g.a  DERIVED
--> total  g.b  DERIVED
--= sources g

--- an aggregate of it                                      [dialects: duckdb spark; catalog: none]
CREATE TABLE g (a INT, b INT, c INT GENERATED ALWAYS AS (a + b));
SELECT sum(c) AS total FROM g WHERE c > 0
--> total  g.a  AGG
--> total  g.b  AGG
--> rows   g.a  FILTER
--> rows   g.b  FILTER

--- one out of another                                      [dialect: duckdb; catalog: none; influence: complete]
CREATE TABLE g (a INT, b INT GENERATED ALWAYS AS (a + 1), c INT GENERATED ALWAYS AS (b * 2));
SELECT c FROM g
--@ 0 g
--> b  g.a  DERIVED
--> c  g.a  DERIVED
--@ 1 result
--> c  g.a  DERIVED

--- a star has it too                                       [dialect: duckdb; catalog: none; influence: complete]
CREATE TABLE g (a INT, b INT, c INT GENERATED ALWAYS AS (a + b));
SELECT * FROM g
--> a  g.a  DIRECT
--> b  g.b  DIRECT
--> c  g.a  DERIVED
--> c  g.b  DERIVED

--- an insert by position leaves it out                     [dialect: duckdb; catalog: none; influence: complete]
CREATE TABLE s (p INT, q INT);
CREATE TABLE g (a INT, c INT GENERATED ALWAYS AS (a + b), b INT);
INSERT INTO g SELECT p, q FROM s
--@ 2 g
--> a  s.p  DIRECT
--> b  s.q  DIRECT
--= level EXACT

--- a computed column                                       [dialect: flink; catalog: none; influence: complete]
CREATE TABLE g (price INT, quantity INT, cost AS price * quantity);
SELECT cost FROM g
--@ 0 g
--> cost  g.price     DERIVED
--> cost  g.quantity  DERIVED
--@ 1 result
--> cost  g.price     DERIVED
--> cost  g.quantity  DERIVED

--- an alias column and a materialized one                  [dialect: clickhouse; catalog: none; influence: complete]
CREATE TABLE g (a Int32, b Int32 ALIAS a + 1, c Int32 MATERIALIZED a * 2) ENGINE = Memory;
SELECT b, c FROM g
--@ 1 result
--> b  g.a  DERIVED
--> c  g.a  DERIVED

--- a default is no edge                                    [dialect: duckdb; catalog: none; influence: complete]
CREATE TABLE s (p INT);
CREATE TABLE g (a INT DEFAULT 7, b INT);
INSERT INTO g (b) SELECT p FROM s
--> b  s.p  DIRECT
