--- one column of two                                       [dialect: hive; catalog: none; influence: complete]
select a+b as c from tab;
--> c  tab.a  DERIVED  INFERRED
--> c  tab.b  DERIVED  INFERRED
--! W110
--= level INFERRED

--- nested selects, inserted, without a schema              [dialect: hive; catalog: none]
INSERT INTO TABLE db_test.table_result
SELECT
    t1.id,
    t2.name
FROM
(
    SELECT
        id1 + id2 AS id
    FROM
        db_test.table1
) t1
LEFT JOIN
(
    SELECT
        id,
        name
    FROM
    (
        SELECT
            id,
            sourcename AS name
        FROM
            db_test.table2
    )
) t2
ON t1.id=t2.id
--@ 0 db_test.table_result
--> #1    db_test.table1.id1         DERIVED  INFERRED
--> #1    db_test.table1.id2         DERIVED  INFERRED
--> #2    db_test.table2.sourcename  DIRECT  INFERRED
--> rows  db_test.table1.id1         JOIN  INFERRED
--> rows  db_test.table1.id2         JOIN  INFERRED
--> rows  db_test.table2.id          JOIN  INFERRED
--! W110  10:9
--! W110  23:13
--> expr #1  "id1 + id2"
--! W320  1:19
--= kind INSERT
--= sources db_test.table1 db_test.table2

--- nested selects, inserted, with a schema                 [dialect: hive; catalog: none]
CREATE TABLE db_test.table1 (id1 INT, id2 INT);
CREATE TABLE db_test.table2 (id INT, sourcename STRING);
CREATE TABLE db_test.table_result (id INT, name STRING);
INSERT INTO TABLE db_test.table_result
SELECT
    t1.id,
    t2.name
FROM
(
    SELECT
        id1 + id2 AS id
    FROM
        db_test.table1
) t1
LEFT JOIN
(
    SELECT
        id,
        name
    FROM
    (
        SELECT
            id,
            sourcename AS name
        FROM
            db_test.table2
    )
) t2
ON t1.id=t2.id
--@ 3 db_test.table_result
--> id    db_test.table1.id1         DERIVED
--> id    db_test.table1.id2         DERIVED
--> name  db_test.table2.sourcename  DIRECT
--> rows  db_test.table1.id1         JOIN
--> rows  db_test.table1.id2         JOIN
--> rows  db_test.table2.id          JOIN
--= level EXACT
