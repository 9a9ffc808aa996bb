-- Scripts of GoogleSQL: what can be read is read, the rest is marked.

--- a variable is set from a query and filters another    [feature: scripts / DECLARE and SET]
DECLARE x, y INT64; SET x = (SELECT MAX(a) FROM t); SELECT a FROM t WHERE b = x
--@ 1
--> value  t.a  AGG
--@ 2
--> a  t.a  DIRECT

--- a default is a value    [feature: scripts / DECLARE and SET]
DECLARE lim INT64 DEFAULT (SELECT MAX(amount) FROM orders); SELECT id FROM orders WHERE amount = lim
--@ 0
--> value  orders.amount  AGG
--@ 1
--> id  orders.id  DIRECT

--- several variables at once    [feature: scripts / DECLARE and SET]
DECLARE x, y INT64; SET (x, y) = (SELECT AS STRUCT MAX(a), MIN(b) FROM t)
--> value  t.a  AGG
--> value  t.b  AGG

--- a column comes before a variable of its name    [feature: scripts / DECLARE and SET]
DECLARE y INT64 DEFAULT 5; SELECT y FROM u
--> y  u.y  DIRECT

--- statements inside BEGIN and EXCEPTION    [feature: scripts / BEGIN … EXCEPTION]
BEGIN SELECT a FROM t; INSERT INTO u (a) SELECT b FROM t; EXCEPTION WHEN ERROR THEN SELECT c FROM t; END
--@ 1
--> a  t.a  DIRECT
--@ 2
--> a  t.b  DIRECT
--@ 4
--> c  t.c  DIRECT

--- statements inside IF    [feature: scripts / IF]
IF 1 > 0 THEN INSERT INTO u (a) SELECT b FROM t; ELSEIF 2 > 1 THEN SELECT c FROM t; ELSE DELETE FROM u WHERE x > 0; END IF
--@ 1
--> a  t.b  DIRECT
--@ 3
--> c  t.c  DIRECT
--@ 5

--- an IF that asks a table    [feature: scripts / IF]
IF (SELECT COUNT(*) FROM t) > 0 THEN SELECT x FROM u; END IF
--@ 0
--> condition  generated
--@ 1
--> x  u.x  DIRECT

--- LOOP, WHILE and REPEAT    [feature: scripts / LOOP and WHILE and REPEAT]
LOOP INSERT INTO u (a) SELECT b FROM t; BREAK; END LOOP; WHILE TRUE DO SELECT c FROM t; END WHILE; REPEAT SELECT d FROM t; UNTIL TRUE END REPEAT
--@ 1
--> a  t.b  DIRECT
--@ 5
--> c  t.c  DIRECT
--@ 8
--> d  t.d  DIRECT

--- FOR over the rows of a query    [feature: scripts / FOR]
FOR r IN (SELECT a, b + 1 AS k FROM t) DO INSERT INTO u (a, x) VALUES (r.a, r.k); END FOR
--@ 0
--> a  t.a  DIRECT
--> k  t.b  DERIVED
--@ 1
--> a  r.a  DIRECT
--> x  r.k  DIRECT

--- a label before a loop    [feature: scripts / LOOP and WHILE and REPEAT]
again: LOOP SELECT a FROM t; LEAVE again; END LOOP
--@ 1
--> a  t.a  DIRECT

--- dynamic SQL of constant text    [feature: scripts / EXECUTE IMMEDIATE]
EXECUTE IMMEDIATE 'INSERT INTO u (a) SELECT b ' || 'FROM t WHERE c = ?' USING 5
--> a     t.b  DIRECT
--> rows  t.c  FILTER

--- dynamic SQL that nobody can know    [feature: scripts / EXECUTE IMMEDIATE]
EXECUTE IMMEDIATE FORMAT('SELECT %s FROM t', col)
--> ${col}  generated
--! W323  1:1

--- the body of a procedure    [feature: scripts / CREATE PROCEDURE]
CREATE OR REPLACE PROCEDURE sales.p(IN lim INT64, OUT n INT64) BEGIN INSERT INTO u (a) SELECT b FROM t WHERE c = lim; END
--@ 1
--> a  t.b  DIRECT


--- CALL of a procedure that nobody knows    [feature: scripts / CALL]
CALL `my-project`.sales.p(1, (SELECT MAX(a) FROM t))
--! W321  1:1

--- CALL of a procedure of the script    [feature: scripts / CALL]
CREATE PROCEDURE sales.p(x INT64) BEGIN INSERT INTO u (a) SELECT a FROM t; END; CALL sales.p(1)
--= kind CALL
--@ 1
--> a  t.a  DIRECT

--- what an assertion reads    [feature: scripts / ASSERT]
ASSERT (SELECT MAX(a) FROM t WHERE b > 0) > 5 AS 'large enough'
--> condition    t.a  AGG
--> condition ~  t.b  FILTER

--- what a condition of a script reads    [feature: scripts / conditions]
IF (SELECT MAX(a) FROM t WHERE b > 0) > 5 THEN SELECT 1; END IF
--@ 0
--> condition    t.a  AGG
--> condition ~  t.b  FILTER
--= kind IF

--- parameters of a text    [feature: scripts / EXECUTE IMMEDIATE]
EXECUTE IMMEDIATE 'SELECT a, @top AS top FROM t WHERE b = @low' USING (SELECT MAX(x) FROM u) AS top, 5 AS low
--> a    t.a  DIRECT
--> top  u.x  AGG
