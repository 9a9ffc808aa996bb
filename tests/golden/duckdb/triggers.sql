-- CREATE TRIGGER: the statement that runs whenever a table changes.

--- a trigger for each row hands on the columns of its table    [feature: statements / CREATE TRIGGER]
CREATE TABLE log (k INT, was INT);
CREATE TRIGGER tr AFTER INSERT ON t FOR EACH ROW INSERT INTO log VALUES (NEW.a, NEW.b + 1)
--> k    t.a  DIRECT
--> was  t.b  DERIVED

--- a trigger reads its transition tables
CREATE TABLE log (k INT, was INT);
CREATE TRIGGER tr AFTER UPDATE OF a ON t REFERENCING OLD TABLE AS o NEW TABLE AS n FOR EACH STATEMENT INSERT INTO log SELECT o.a, n.b FROM o JOIN n ON o.a = n.a
--> k     t.a  DIRECT
--> was   t.b  DIRECT
--> rows  t.a  JOIN

--- a trigger that deletes: bare names are the target's
CREATE TABLE log (a INT, b INT);
CREATE TRIGGER tr AFTER DELETE ON t FOR EACH ROW DELETE FROM log WHERE a = OLD.a
--> rows  log.a  FILTER
--> rows  t.a    FILTER
