-- MERGE, UPDATE, DELETE, time travel, over tables of a catalog that can do it.

-- # an update
UPDATE lake.db.acc SET balance = balance * 2 WHERE id = 1;

-- # an update of several columns
UPDATE lake.db.acc SET balance = id + 1, owner = upper(owner), note = 'x' WHERE balance > 0 AND owner = 'k';

-- # an update by another alias
UPDATE lake.db.acc AS z SET z.note = z.owner;

-- # an update by a subquery
UPDATE lake.db.acc SET balance = (SELECT max(d) FROM t) WHERE id IN (SELECT a FROM u);

-- # an update of a struct
UPDATE lake.db.acc SET s = named_struct('x', 1, 'y', note);

-- # a delete
DELETE FROM lake.db.acc WHERE balance < 0;

-- # a delete by a subquery
DELETE FROM lake.db.acc WHERE id IN (SELECT a FROM t WHERE b > 1);

-- # a merge
MERGE INTO lake.db.acc AS a USING lake.db.delta AS d ON a.id = d.id
WHEN MATCHED THEN UPDATE SET balance = a.balance + d.balance, note = d.op
WHEN NOT MATCHED THEN INSERT (id, balance, owner) VALUES (d.id, d.balance, upper(d.owner));

-- # a merge with conditions
MERGE INTO lake.db.acc AS a USING lake.db.delta AS d ON a.id = d.id
WHEN MATCHED AND d.op = 'delete' THEN DELETE
WHEN MATCHED AND d.op = 'add' THEN UPDATE SET a.balance = d.balance
WHEN NOT MATCHED AND d.balance > 0 THEN INSERT (id, balance, owner, s, note) VALUES (d.id, d.balance, d.owner, d.s, 'new');

-- # a merge of stars
MERGE INTO lake.db.delta AS a USING (SELECT id, balance, owner, s, note AS op FROM lake.db.acc) AS b ON a.id = b.id
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *;

-- # a merge by source
MERGE INTO lake.db.acc USING lake.db.delta AS d ON acc.id = d.id
WHEN MATCHED THEN UPDATE SET balance = d.balance
WHEN NOT MATCHED BY TARGET THEN INSERT (id) VALUES (d.id)
WHEN NOT MATCHED BY SOURCE AND acc.balance < 0 THEN DELETE
WHEN NOT MATCHED BY SOURCE THEN UPDATE SET note = concat(note, '?');

-- # a merge of an aggregate
MERGE INTO lake.db.acc a USING (SELECT user_id, sum(amount) AS s, max(status) AS st FROM orders GROUP BY user_id) o ON a.id = o.user_id
WHEN MATCHED THEN UPDATE SET balance = o.s, note = o.st;

-- # a merge with a CTE
WITH z AS (SELECT a AS id, d AS v FROM t) MERGE INTO lake.db.acc a USING z ON a.id = z.id WHEN MATCHED THEN UPDATE SET balance = z.v;

-- # a merge with schema evolution
MERGE WITH SCHEMA EVOLUTION INTO lake.db.delta AS a USING (SELECT id, balance, owner, s, note AS op FROM lake.db.acc) AS b ON a.id = b.id
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *;

-- # a version
SELECT id, balance FROM lake.db.acc VERSION AS OF 3;

-- # a timestamp
SELECT a.owner FROM lake.db.acc TIMESTAMP AS OF '2024-01-01 00:00:00' AS a WHERE a.balance > 1;

-- # a system version
SELECT * FROM lake.db.acc FOR SYSTEM_VERSION AS OF 'x1';

-- # a system time
SELECT id FROM lake.db.acc FOR SYSTEM_TIME AS OF current_timestamp();

-- # two versions beside each other
SELECT n.id, n.balance - o.balance AS diff FROM lake.db.acc n JOIN lake.db.acc VERSION AS OF 1 o ON n.id = o.id;
