-- UPDATE, DELETE, MERGE.

-- # update with a constant
UPDATE accounts SET owner = 'x' WHERE balance > 1;

-- # update with an expression of itself
UPDATE accounts SET balance = balance * 2, owner = upper(owner) WHERE id = 1;

-- # update from another column
UPDATE accounts SET owner = city;

-- # update of a partitioned table
UPDATE ledger SET entry = concat(entry, dt), amount = amount + 1 WHERE dt = 'x';

-- # update with a case
UPDATE accounts SET city = CASE WHEN balance > 1 THEN owner ELSE city END;

-- # update under a subquery
UPDATE accounts SET owner = 'gone' WHERE id IN (SELECT id FROM changes WHERE gone);

-- # delete
DELETE FROM accounts WHERE balance < 0;

-- # delete under a subquery
DELETE FROM accounts WHERE id IN (SELECT id FROM changes WHERE gone);

-- # delete everything
DELETE FROM ledger;

-- # merge: update
MERGE INTO accounts AS t USING changes AS s ON t.id = s.id WHEN MATCHED THEN UPDATE SET balance = t.balance + s.delta;

-- # merge: insert
MERGE INTO accounts AS t USING changes AS s ON t.id = s.id WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.owner, s.delta, 'x');

-- # merge: all three
MERGE INTO accounts AS t USING changes AS s ON t.id = s.id
WHEN MATCHED AND s.gone THEN DELETE
WHEN MATCHED THEN UPDATE SET owner = s.owner, balance = s.delta
WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.owner, s.delta, upper(s.owner));

-- # merge: over a subquery
MERGE INTO accounts AS t USING (SELECT id, max(owner) AS o, sum(delta) AS d FROM changes GROUP BY id) AS s ON t.id = s.id
WHEN MATCHED THEN UPDATE SET balance = s.d WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.o, s.d, NULL);

-- # merge: into partitions
MERGE INTO ledger AS t USING changes AS s ON t.id = s.id AND t.dt = s.dt
WHEN MATCHED AND s.delta > 0 THEN UPDATE SET amount = s.delta
WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.owner, s.delta, s.dt);

-- # merge: with conditions
MERGE INTO accounts AS t USING changes AS s ON t.id = s.id
WHEN MATCHED AND t.balance + s.delta < 0 THEN DELETE
WHEN NOT MATCHED AND s.delta > 0 THEN INSERT VALUES (s.id, s.owner, s.delta, s.dt);

-- # insert into a transactional table by names
INSERT INTO accounts (id, owner) SELECT customer_id, name FROM customers;

-- # the row's id
SELECT ROW__ID, id FROM accounts;
