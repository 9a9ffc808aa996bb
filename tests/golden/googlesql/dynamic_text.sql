-- EXECUTE IMMEDIATE: texts that are put together, and what USING gives.

--- what USING gives is a variable, whatever the tables of the text have       [catalog: none]
CREATE TABLE d.t (a INT64, b INT64, v INT64);
DECLARE n INT64;
DECLARE v INT64;
EXECUTE IMMEDIATE 'SELECT COUNT(a) FROM d.t WHERE b = @x AND a > ?' INTO n USING v AS x, 5
--> value  d.t.a    AGG
--> rows   d.t.a    FILTER
--> rows   d.t.b    FILTER
--> rows   v.value  FILTER

--- a text from CONCAT: what is not constant is part of a name       [catalog: none]
EXECUTE IMMEDIATE CONCAT('INSERT INTO d.u (a) SELECT a FROM d.', tbl, '_daily')
--> a  d.${tbl}_daily.a  DIRECT  INFERRED
--! W322  1:1
--! W110  1:1

--- a text from FORMAT       [catalog: none]
EXECUTE IMMEDIATE FORMAT("""
  CREATE TABLE d.z AS SELECT id, '%s' AS label FROM d.t_%d WHERE day = '%t' AND rate > 0.5%%1
""", label, 7, CURRENT_DATE())
--> id     d.t_7.id    DIRECT  INFERRED
--> label  generated
--> rows   d.t_7.day   FILTER  INFERRED
--> rows   d.t_7.rate  FILTER  INFERRED
--! W110  1:1

--- a text that nothing is known of stays unread       [catalog: none]
EXECUTE IMMEDIATE (SELECT STRING_AGG(line, ' ') FROM d.lines)
--! W312  1:1

--- a function over a whole row of unknown columns, opened by a star       [catalog: none]
CREATE TEMP FUNCTION get_fields(m ANY TYPE) AS (STRUCT(m.id, m.version AS v, UPPER(m.name) AS label));
SELECT get_fields(release).*, release.date FROM releases AS release
--> id     releases.id       DIRECT  INFERRED
--> v      releases.version  DIRECT  INFERRED
--> label  releases.name     DERIVED  INFERRED
--> date   releases.date     DIRECT  INFERRED
--! W110  2:49

--- a part of the text that may be anything is no guess: COARSE       [catalog: none]
EXECUTE IMMEDIATE FORMAT('SELECT %s, a FROM d.t', columns)
--> ${columns}  generated
--> a           d.t.a      DIRECT  INFERRED
--! W323  1:1
--! W110  1:1

--- a table in the place of a whole name       [catalog: none]
EXECUTE IMMEDIATE 'SELECT a FROM ' || source || ' WHERE day = "' || day || '"'
--> a     ${source}.a    DIRECT  INFERRED
--> rows  ${source}.day  FILTER  INFERRED
--! W322  1:1
--! W110  1:1
