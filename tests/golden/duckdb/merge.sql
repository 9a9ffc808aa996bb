-- DuckDB merges by position unless it is told otherwise (each held against the engine by running it).

--- MERGE without a list goes by position [catalog: none; feature: MERGE / by position]
CREATE TABLE r (k INT, a INT, b INT); CREATE TABLE s (k INT, b INT, a INT);
MERGE INTO r USING s USING (k) WHEN MATCHED THEN UPDATE WHEN NOT MATCHED THEN INSERT
--> k     s.k  DIRECT
--> a     s.b  DIRECT
--> b     s.a  DIRECT
--> rows  r.k  JOIN
--> rows  s.k  JOIN

--- a star goes by position, too          [catalog: none; feature: MERGE / UPDATE SET *, INSERT *]
CREATE TABLE r (k INT, a INT, b INT); CREATE TABLE s (k INT, b INT, a INT);
MERGE INTO r USING s ON r.k = s.k WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *
--> k     s.k  DIRECT
--> a     s.b  DIRECT
--> b     s.a  DIRECT
--> rows  r.k  JOIN
--> rows  s.k  JOIN

--- INSERT BY NAME in a MERGE             [catalog: none; feature: MERGE / INSERT BY NAME]
CREATE TABLE r (k INT, a INT, b INT); CREATE TABLE s (k INT, b INT, a INT);
MERGE INTO r USING s USING (k) WHEN NOT MATCHED THEN INSERT BY NAME
--> k     s.k  DIRECT
--> a     s.a  DIRECT
--> b     s.b  DIRECT
--> rows  r.k  JOIN
--> rows  s.k  JOIN

--- INSERT DEFAULT VALUES in a MERGE      [catalog: none; feature: MERGE / DEFAULT VALUES]
CREATE TABLE r (k INT, a INT, b INT); CREATE TABLE s (k INT, b INT, a INT);
MERGE INTO r USING s USING (k) WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT DEFAULT VALUES
--> rows  r.k  JOIN
--> rows  s.k  JOIN
