-- Keywords of GoogleSQL's own forms, where they are names or belong to another clause.

--- a CTE called OFFSET [catalog: none]
CREATE TABLE d.t (a INT64); CREATE TABLE d.u (a INT64);
INSERT INTO d.t WITH offset AS (SELECT a FROM d.u) SELECT a FROM offset
--> a  d.u.a  DIRECT

--- an array path with the alias OFFSET [catalog: none]
CREATE TABLE d.t (items ARRAY<INT64>);
SELECT offset FROM d.t AS t, t.items AS offset WITH OFFSET AS o
--> offset  d.t.items  DERIVED_ARRAY
--> rows    d.t.items  JOIN

--- a column called MODEL as an argument of a function of AI [catalog: none]
CREATE TABLE d.t (model STRING, b STRING);
SELECT AI.CLASSIFY(model, ['a', 'b']) AS c FROM d.t
--> c  d.t.model  EXTERNAL  INFERRED
--! W228  2:11

--- a CASE in the condition of a pipe's IF [catalog: none]
CREATE TABLE d.t (a INT64);
FROM d.t |> IF CASE WHEN TRUE THEN TRUE END THEN (|> WHERE a > 0)
--> a     d.t.a  DIRECT
--> rows  d.t.a  FILTER
--! W211  2:51

--- keywords behind a dot    [feature: names / keywords as names; catalog: none]
SELECT w.array, w.interval[OFFSET(0)] AS i, SAFE.LEFT(w.left, 2) AS l FROM w
--> array  w.array     DIRECT  INFERRED
--> i      w.interval  DERIVED  INFERRED
--> l      w.left      DERIVED  INFERRED
--! W110  1:76
