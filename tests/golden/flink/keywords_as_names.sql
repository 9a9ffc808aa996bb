-- Keywords of Flink's own forms, where they are names.

--- a quoted column called MAP [catalog: none]
CREATE TABLE t (`map` MAP<STRING, INT>) WITH ('connector' = 'datagen');
SELECT `map`['a'] AS v FROM t
--> v  t.map  DERIVED

--- a column called WITHIN in MATCH_RECOGNIZE [catalog: none]
CREATE TABLE t (a INT, within INT, ts TIMESTAMP(3)) WITH ('connector' = 'datagen');
SELECT w FROM t MATCH_RECOGNIZE (ORDER BY ts MEASURES A.within AS w PATTERN (A B) WITHIN INTERVAL '1' HOUR DEFINE A AS A.a > 1) m
--> w     t.within  DIRECT
--> rows  t.a       FILTER
--> rows  t.ts      WINDOW
