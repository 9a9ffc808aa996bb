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
ON t1.id=t2.id;
