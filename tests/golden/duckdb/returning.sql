-- What statements hand out of what they write, and statements in a WITH.

--- INSERT … RETURNING                                    [feature: RETURNING / INSERT]
INSERT INTO t (b, a) SELECT x, y FROM u WHERE u.a > 0 RETURNING a, b + 1 AS n, c
--> a#0   u.y        DIRECT
--> b     u.x        DIRECT
--> n     u.x        DERIVED
--> c     generated
--> rows  u.a        FILTER

--- RETURNING * has every column of the target
INSERT INTO v SELECT a, b, c FROM t RETURNING *
--> a#0  t.a  DIRECT
--> x#1  t.b  DIRECT
--> z#2  t.c  DIRECT

--- an item of RETURNING is named as an item of a SELECT
INSERT INTO v SELECT a, b, c FROM t RETURNING x * 2, v.z
--> a          t.a  DIRECT
--> x          t.b  DIRECT
--> z#1        t.c  DIRECT
--> z#2        t.c  DIRECT
--> "(x * 2)"  t.b  DERIVED

--- UPDATE … RETURNING has what was set                   [feature: RETURNING / UPDATE]
UPDATE t SET b = u.x FROM u WHERE u.a = t.a RETURNING t.a, b
--> b#1   u.x  DIRECT
--> a     t.a  DIRECT
--> rows  t.a  FILTER
--> rows  u.a  FILTER

--- DELETE … RETURNING has what was there                 [feature: RETURNING / DELETE]
DELETE FROM t USING u WHERE u.a = t.a RETURNING t.*
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> c     t.c  DIRECT
--> d     t.d  DIRECT
--> rows  t.a  FILTER
--> rows  u.a  FILTER

--- MERGE … RETURNING                                     [feature: RETURNING / MERGE]
MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN UPDATE SET b = u.x
WHEN NOT MATCHED THEN INSERT (a, b) VALUES (u.a, u.y) RETURNING merge_action, t.a, b
--> a#0           u.a        DIRECT
--> a#1           t.a        DIRECT
--> a#1           u.a        DIRECT
--> b#1           u.x        DIRECT
--> b#1           u.y        DIRECT
--> b#2           t.b        DIRECT
--> b#2           u.x        DIRECT
--> b#2           u.y        DIRECT
--> merge_action  generated
--> rows          t.a        JOIN
--> rows          u.a        JOIN

--- a MERGE that only inserts hands out what it inserted
MERGE INTO v USING u USING (a) WHEN NOT MATCHED THEN INSERT (a, x) VALUES (u.a, u.y) RETURNING a, x, z
--> a#0   u.a        DIRECT
--> x#1   u.y        DIRECT
--> z     generated
--> rows  u.a        JOIN
--> rows  v.a        JOIN

--- ON CONFLICT … RETURNING                               [feature: RETURNING / ON CONFLICT]
INSERT INTO v AS w SELECT a, b, c FROM t ON CONFLICT (a) DO UPDATE SET x = w.x + excluded.x WHERE excluded.z > 0 RETURNING x, z
--> a     t.a  DIRECT
--> x#0   t.b  DERIVED
--> x#0   t.b  DIRECT
--> x#0   v.x  DERIVED
--> x#0   v.x  DIRECT
--> x#1   t.b  DERIVED
--> x#1   t.b  DIRECT
--> x#1   v.x  DERIVED
--> z#1   t.c  DIRECT
--> z#1   v.z  DIRECT
--> z#2   t.c  DIRECT
--> rows  t.c  FILTER

--- INSERT OR REPLACE, INSERT OR IGNORE                   [feature: INSERT / OR REPLACE, OR IGNORE]
INSERT OR REPLACE INTO v BY NAME SELECT a, b AS x FROM t; INSERT OR IGNORE INTO v SELECT a, b, c FROM t
--> a  t.a  DIRECT
--> x  t.b  DIRECT
--> z  t.c  DIRECT

--- INSERT DEFAULT VALUES                                 [feature: INSERT / DEFAULT VALUES]
INSERT INTO v DEFAULT VALUES
--= level EXACT
--= kind INSERT

--- INSERT BY POSITION                                    [feature: INSERT / BY NAME, BY POSITION]
INSERT INTO v BY POSITION SELECT a, c, b FROM t
--> a  t.a  DIRECT
--> x  t.c  DIRECT
--> z  t.b  DIRECT

--- INSERT in a WITH                                      [feature: WITH / INSERT, UPDATE, DELETE … RETURNING]
WITH n AS (INSERT INTO v SELECT a, b, c FROM t RETURNING a, x) SELECT x AS k FROM n WHERE a > 0
--> k     t.b  DIRECT
--> a     t.a  DIRECT
--> x     t.b  DIRECT
--> z     t.c  DIRECT
--> rows  t.a  FILTER

--- DELETE in a WITH moves rows
WITH old AS (DELETE FROM t WHERE d > 0 RETURNING *) INSERT INTO u SELECT a, b, c FROM old
--> a     t.a  DIRECT
--> x     t.b  DIRECT
--> y     t.c  DIRECT
--> rows  t.d  FILTER

--- UPDATE in a WITH sees the CTEs before it
WITH k AS (SELECT a, x FROM u), n (p) AS (UPDATE t SET b = k.x FROM k WHERE k.a = t.a RETURNING b) SELECT p FROM n
--> p     u.x  DIRECT
--> b     u.x  DIRECT
--> rows  t.a  FILTER
--> rows  u.a  FILTER

--- RETURNING of a table that nobody knows                [catalog: none]
INSERT INTO somewhere SELECT 1 AS a RETURNING a
--> #1   generated
--> a#0  generated
--! W320  1:13
--! W110  1:13

--- MERGE … UPDATE BY NAME                                [catalog: none; feature: MERGE / UPDATE BY NAME]
CREATE TABLE r (k INT, a INT, b INT); CREATE TABLE s (k INT, b INT, a INT);
MERGE INTO r USING s USING (k) WHEN MATCHED THEN UPDATE BY NAME WHEN NOT MATCHED THEN INSERT BY NAME *
--> k     s.k  DIRECT
--> a     s.a  DIRECT
--> b     s.b  DIRECT
--> rows  r.k  JOIN
--> rows  s.k  JOIN

--- MERGE … THEN ERROR                                    [feature: MERGE / ERROR, DO NOTHING]
MERGE INTO t USING u USING (a) WHEN MATCHED AND u.x > 0 THEN ERROR 'no ' || u.y WHEN MATCHED THEN DO NOTHING
WHEN NOT MATCHED THEN INSERT (a) VALUES (u.a)
--> a     u.a  DIRECT
--> rows  t.a  JOIN
--> rows  u.a  JOIN
--> rows  u.x  FILTER
