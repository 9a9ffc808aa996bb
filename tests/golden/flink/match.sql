-- MATCH_RECOGNIZE.

--- measures, keys and conditions                                          [catalog: streams; influence: complete; feature: patterns / MATCH_RECOGNIZE]
SELECT * FROM clicks
MATCH_RECOGNIZE (
  PARTITION BY user_id
  ORDER BY ts
  MEASURES
    A.price AS first_price,
    LAST(B.price) AS last_price,
    FIRST(B.url, 1) AS u,
    A.price + LAST(B.doubled) AS both_,
    AVG(B.price) AS mean,
    COUNT(*) AS n,
    MATCH_ROWTIME() AS at_,
    CLASSIFIER() AS c
  ONE ROW PER MATCH
  AFTER MATCH SKIP TO LAST B
  PATTERN (A B+ C{2,}?)
  DEFINE
    B AS B.price > LAST(B.price, 1) OR LAST(B.price, 1) IS NULL,
    C AS C.raw = 'x' AND C.price < AVG(B.price)
) AS m
--> user_id      clicks.user_id  DIRECT
--> first_price  clicks.price    DIRECT
--> last_price   clicks.price    WINDOW
--> u            clicks.url      WINDOW
--> both_        clicks.price    DERIVED
--> both_        clicks.price    WINDOW
--> mean         clicks.price    AGG
--> n            generated
--> at_          clicks.ts       DERIVED
--> c            generated
--> rows         clicks.price    FILTER
--> rows         clicks.raw      FILTER
--> rows         clicks.ts       WINDOW
--> rows         clicks.user_id  WINDOW

--- the alias of a match, a join behind it and a time limit                [catalog: streams; influence: complete; feature: patterns / MATCH_RECOGNIZE]
SELECT m.ax, u.name FROM clicks
MATCH_RECOGNIZE (
  PARTITION BY user_id ORDER BY ts
  MEASURES A.url AS ax
  PATTERN (A B) WITHIN INTERVAL '1' HOUR
  DEFINE B AS price > 1
) AS m JOIN users AS u ON m.user_id = u.id
--> ax    clicks.url      DIRECT
--> name  users.name      DIRECT
--> rows  clicks.price    FILTER
--> rows  clicks.ts       WINDOW
--> rows  clicks.user_id  JOIN
--> rows  clicks.user_id  WINDOW
--> rows  users.id        JOIN

--- a match over a query                                                   [catalog: streams; feature: patterns / MATCH_RECOGNIZE]
SELECT top FROM (SELECT user_id, price * 2 AS p, ts FROM clicks WHERE price > 0)
MATCH_RECOGNIZE (ORDER BY ts MEASURES MAX(A.p) AS top PATTERN (A+) DEFINE A AS A.p > 3)
--> top   clicks.price  AGG
--> rows  clicks.price  FILTER
--> rows  clicks.ts     WINDOW

--- a match over processing time                                           [catalog: streams; feature: patterns / MATCH_RECOGNIZE]
SELECT p, x FROM clicks
MATCH_RECOGNIZE (ORDER BY proc MEASURES MATCH_PROCTIME() AS p, FINAL LAST(A.url) AS x PATTERN (A) DEFINE A AS TRUE)
--> p  generated
--> x  clicks.url  WINDOW

--- a match over an unknown table                                             [catalog: none]
SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES LAST(A.v) AS v PATTERN (A B*) DEFINE A AS A.w > 0)
--> k     t.k   DIRECT  INFERRED
--> v     t.v   WINDOW  INFERRED
--> rows  t.k   WINDOW  INFERRED
--> rows  t.ts  WINDOW  INFERRED
--> rows  t.w   FILTER  INFERRED
--! W110  1:15

--- the place of a measure                                                 [catalog: streams; feature: patterns / MATCH_RECOGNIZE]
INSERT INTO totals SELECT k, n, CAST(p AS DECIMAL(18, 2)) FROM clicks
MATCH_RECOGNIZE (ORDER BY ts MEASURES (A.url) AS k, LAST(A.user_id) AS n, (A.price + 1) * 2 AS p PATTERN (A) DEFINE A AS TRUE)
--> k      clicks.url      DIRECT
--> n      clicks.user_id  WINDOW
--> total  clicks.price    DERIVED
--> expr k  "(A.url)"
