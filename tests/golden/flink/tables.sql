-- Functions that take or give tables: table functions, process table functions, models, vector search.

--- a table function that was declared                                     [catalog: streams; influence: complete; feature: functions over tables / LATERAL TABLE]
CREATE FUNCTION split AS 'org.shop.Split';
SELECT user_id, word, size_ FROM clicks, LATERAL TABLE(split(url, raw)) AS t (word, size_)
--> user_id  clicks.user_id  DIRECT
--> word     clicks.raw      DERIVED_ARRAY
--> word     clicks.url      DERIVED_ARRAY
--> size_    clicks.raw      DERIVED_ARRAY
--> size_    clicks.url      DERIVED_ARRAY
--> rows     clicks.raw      JOIN
--> rows     clicks.url      JOIN

--- a table function that nobody declared                                     [catalog: streams; influence: complete]
SELECT user_id, word FROM clicks LEFT JOIN LATERAL TABLE(cut(url)) AS t (word) ON TRUE
--> user_id  clicks.user_id  DIRECT
--> word     clicks.url      UNKNOWN  COARSE
--> rows     clicks.url      JOIN
--! W219  1:58

--- a table function without names                                            [catalog: streams]
CREATE TEMPORARY SYSTEM FUNCTION split AS 'org.shop.Split' LANGUAGE JAVA;
SELECT user_id, word FROM clicks CROSS JOIN LATERAL TABLE(split(url))
--> user_id  clicks.user_id  DIRECT  INFERRED
--> word     clicks.url      DERIVED_ARRAY  COARSE
--! W219  2:59

--- a table function of a catalog                                          [catalog: streams; feature: functions over tables / LATERAL TABLE]
CREATE FUNCTION c.d.split AS 'org.shop.Split' LANGUAGE PYTHON USING JAR '/opt/x.jar';
SELECT w FROM clicks, LATERAL TABLE(c.d.split(url)) AS t (w)
--> w  clicks.url  DERIVED_ARRAY

--- two table functions in a row                                           [catalog: streams; feature: functions over tables / LATERAL TABLE]
CREATE FUNCTION split AS 'org.shop.Split';
SELECT a, b FROM clicks, LATERAL TABLE(split(url)) AS t (a), LATERAL TABLE(split(a)) AS u (b)
--> a  clicks.url  DERIVED_ARRAY
--> b  clicks.url  DERIVED_ARRAY

--- UNNEST with ordinality                                                 [catalog: streams; influence: complete; feature: functions over tables / UNNEST and WITH ORDINALITY]
SELECT user_id, tag, nth FROM clicks CROSS JOIN UNNEST(tags) WITH ORDINALITY AS t (tag, nth)
--> user_id  clicks.user_id  DIRECT
--> tag      clicks.tags     DERIVED_ARRAY
--> nth      generated
--> rows     clicks.tags     JOIN

--- UNNEST of rows with ordinality                                         [catalog: streams; feature: functions over tables / UNNEST and WITH ORDINALITY]
SELECT order_id, sku, qty, pos FROM orders CROSS JOIN UNNEST(lines) WITH ORDINALITY AS l (sku, qty, pos)
--> order_id  orders.order_id     DIRECT
--> sku       orders.lines[].sku  DERIVED_ARRAY
--> qty       orders.lines[].qty  DERIVED_ARRAY
--> pos       generated
--> rows      orders.lines        JOIN

--- UNNEST of a map                                                        [catalog: streams; feature: functions over tables / UNNEST and WITH ORDINALITY]
SELECT k, w FROM clicks LEFT JOIN UNNEST(attrs) AS m (k, w) ON TRUE
--> k     clicks.attrs  DERIVED_ARRAY
--> w     clicks.attrs  DERIVED_ARRAY
--> rows  clicks.attrs  JOIN

--- UNNEST without names                                                   [catalog: streams; feature: functions over tables / UNNEST and WITH ORDINALITY]
SELECT order_id, sku FROM orders CROSS JOIN UNNEST(lines)
--> order_id  orders.order_id     DIRECT
--> sku       orders.lines[].sku  DERIVED_ARRAY
--> rows      orders.lines        JOIN

--- a process table function: keys first, then everything from everything  [catalog: streams; influence: complete; feature: functions over tables / process table functions]
SELECT * FROM Watch(input => TABLE orders PARTITION BY user_id, uid => 'w')
--> user_id  orders.user_id     DIRECT
--> *        orders.amount      UNKNOWN  COARSE
--> *        orders.currency    UNKNOWN  COARSE
--> *        orders.lines       UNKNOWN  COARSE
--> *        orders.order_id    UNKNOWN  COARSE
--> *        orders.ordered_at  UNKNOWN  COARSE
--> *        orders.proc        UNKNOWN  COARSE
--> *        orders.user_id     UNKNOWN  COARSE
--> rows     orders.amount      JOIN  COARSE
--> rows     orders.currency    JOIN  COARSE
--> rows     orders.lines       JOIN  COARSE
--> rows     orders.order_id    JOIN  COARSE
--> rows     orders.ordered_at  JOIN  COARSE
--> rows     orders.proc        JOIN  COARSE
--> rows     orders.user_id     JOIN  COARSE
--! W216  1:15

--- a process table function with names                                    [catalog: streams; feature: functions over tables / process table functions]
SELECT * FROM Watch(input => TABLE totals PARTITION BY (k)) AS w (k, greeting)
--> k         totals.k      DIRECT
--> greeting  totals.k      UNKNOWN  COARSE
--> greeting  totals.n      UNKNOWN  COARSE
--> greeting  totals.total  UNKNOWN  COARSE
--> rows      totals.k      JOIN  COARSE
--> rows      totals.n      JOIN  COARSE
--> rows      totals.total  JOIN  COARSE
--! W216  1:15

--- a process table function that asks for a column                        [catalog: streams; feature: functions over tables / process table functions]
CREATE FUNCTION Watch AS 'org.shop.Watch';
SELECT k, greeting FROM Watch(TABLE totals PARTITION BY k ORDER BY n)
--> k         totals.k      DIRECT
--> greeting  totals.k      DERIVED  COARSE
--> greeting  totals.n      DERIVED  COARSE
--> greeting  totals.total  DERIVED  COARSE
--> rows      totals.k      JOIN  COARSE
--> rows      totals.n      JOIN  COARSE
--> rows      totals.total  JOIN  COARSE
--! W216  2:25

--- the time of a process table function                                   [catalog: streams; feature: functions over tables / process table functions]
SELECT user_id, rowtime, seen FROM Watch(r => TABLE orders PARTITION BY user_id, on_time => DESCRIPTOR(ordered_at))
--> user_id  orders.user_id     DIRECT
--> rowtime  orders.ordered_at  DIRECT
--> seen     orders.amount      UNKNOWN  COARSE
--> seen     orders.currency    UNKNOWN  COARSE
--> seen     orders.lines       UNKNOWN  COARSE
--> seen     orders.order_id    UNKNOWN  COARSE
--> seen     orders.ordered_at  UNKNOWN  COARSE
--> seen     orders.proc        UNKNOWN  COARSE
--> seen     orders.user_id     UNKNOWN  COARSE
--> rows     orders.amount      JOIN  COARSE
--> rows     orders.currency    JOIN  COARSE
--> rows     orders.lines       JOIN  COARSE
--> rows     orders.order_id    JOIN  COARSE
--> rows     orders.ordered_at  JOIN  COARSE
--> rows     orders.proc        JOIN  COARSE
--> rows     orders.user_id     JOIN  COARSE
--! W216  1:36

--- a process table function over a query and a constant                   [catalog: streams; feature: functions over tables / process table functions]
SELECT n2 FROM Watch((SELECT k, n FROM totals WHERE n > 1) PARTITION BY k, 42)
--> n2    totals.k  UNKNOWN  COARSE
--> n2    totals.n  UNKNOWN  COARSE
--> rows  totals.k  JOIN  COARSE
--> rows  totals.n  FILTER
--> rows  totals.n  JOIN  COARSE
--! W216  1:16

--- a model                                                                [catalog: streams; influence: complete; feature: functions over tables / ML_PREDICT]
CREATE MODEL mood INPUT (t STRING) OUTPUT (label STRING, score DOUBLE) WITH ('provider' = 'openai', 'api-key' = 'k');
SELECT user_id, label, score FROM ML_PREDICT(TABLE clicks, MODEL mood, DESCRIPTOR(raw))
--> user_id  clicks.user_id  DIRECT
--> label    clicks.raw      EXTERNAL
--> score    clicks.raw      EXTERNAL

--- a model with named arguments and settings                              [catalog: streams; feature: functions over tables / ML_PREDICT]
CREATE MODEL c.d.mood INPUT (t STRING) OUTPUT (label STRING) WITH ('provider' = 'x');
SELECT * FROM ML_PREDICT(INPUT => TABLE totals, MODEL => MODEL c.d.mood, ARGS => DESCRIPTOR(k), CONFIG => MAP['async', 'true'])
--> k      totals.k      DIRECT
--> n      totals.n      DIRECT
--> total  totals.total  DIRECT
--> label  totals.k      EXTERNAL

--- a model that nobody declared                                              [catalog: streams]
SELECT k, label FROM TABLE(ML_PREDICT(TABLE totals, MODEL mood, DESCRIPTOR(k)))
--> k      totals.k  DIRECT
--> label  totals.k  EXTERNAL  INFERRED
--! W218  1:28

--- vector search                                                          [catalog: streams; influence: complete; feature: functions over tables / VECTOR_SEARCH]
SELECT c.url, v.title, v.score
FROM clicks AS c, LATERAL TABLE(VECTOR_SEARCH(TABLE docs, c.tags, DESCRIPTOR(embedding), 3)) AS v
--> url    clicks.url      DIRECT
--> title  docs.title      DIRECT
--> score  clicks.tags     DERIVED
--> score  docs.embedding  DERIVED
--> rows   clicks.tags     JOIN
--> rows   docs.embedding  JOIN

--- vector search with named arguments                                     [catalog: streams; feature: functions over tables / VECTOR_SEARCH]
SELECT * FROM totals AS c LEFT JOIN LATERAL TABLE(VECTOR_SEARCH(
  SEARCH_TABLE => TABLE docs, COLUMN_TO_QUERY => c.k, COLUMN_TO_SEARCH => DESCRIPTOR(embedding), TOP_K => 10)) ON TRUE
--> k          totals.k        DIRECT
--> n          totals.n        DIRECT
--> total      totals.total    DIRECT
--> id         docs.id         DIRECT
--> title      docs.title      DIRECT
--> embedding  docs.embedding  DIRECT
--> score      docs.embedding  DERIVED
--> score      totals.k        DERIVED
--> rows       docs.embedding  JOIN
--> rows       totals.k        JOIN

--- a changelog has the kind of each change before the columns                [catalog: none; influence: complete; feature: functions over tables / TO_CHANGELOG and FROM_CHANGELOG]
CREATE TABLE t (id INT, v STRING);
SELECT * FROM TO_CHANGELOG(input => TABLE t)
--> op  generated
--> id  t.id       DIRECT
--> v   t.v        DIRECT

--- the kind of a change under another name                                   [catalog: none; influence: complete; feature: functions over tables / TO_CHANGELOG and FROM_CHANGELOG]
CREATE TABLE t (id INT, op STRING);
SELECT * FROM TO_CHANGELOG(input => TABLE t, op => DESCRIPTOR(kind), op_mapping => MAP['INSERT', 'I'])
--> kind  generated
--> id    t.id       DIRECT
--> op    t.op       DIRECT

--- a table from a changelog: the kind of change decides                      [catalog: none; influence: complete; feature: functions over tables / TO_CHANGELOG and FROM_CHANGELOG]
CREATE TABLE log (id INT, op STRING, v ROW<a INT, b STRING>);
SELECT * FROM FROM_CHANGELOG(input => TABLE log)
--> id    log.id  DIRECT
--> v     log.v   DIRECT
--> rows  log.op  FILTER

--- a changelog by key is opaque                                              [catalog: none; feature: functions over tables / TO_CHANGELOG and FROM_CHANGELOG]
CREATE TABLE t (id INT, v STRING);
SELECT id, op, v FROM TO_CHANGELOG(input => TABLE t PARTITION BY id)
--> id    t.id  DIRECT
--> op    t.id  DERIVED  COARSE
--> op    t.v   DERIVED  COARSE
--> v     t.id  DERIVED  COARSE
--> v     t.v   DERIVED  COARSE
--> rows  t.id  JOIN  COARSE
--> rows  t.v   JOIN  COARSE
--! W216  2:23

--- a query among the arguments sees the tables before it                     [catalog: none; influence: complete; feature: functions over tables / VECTOR_SEARCH]
CREATE TABLE q (d ARRAY<FLOAT>, e INT);
CREATE TABLE docs (g ARRAY<FLOAT>, title STRING);
SELECT s.e1, s.title, s.score
FROM q, LATERAL TABLE(VECTOR_SEARCH((SELECT e + 1 AS e1, g, title FROM docs), DESCRIPTOR(g), q.d, 10)) AS s
--> e1     q.e         DERIVED
--> title  docs.title  DIRECT
--> score  docs.g      DERIVED
--> score  q.d         DERIVED
--> rows   docs.g      JOIN
--> rows   q.d         JOIN
