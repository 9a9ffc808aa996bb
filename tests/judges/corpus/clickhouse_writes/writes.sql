-- INSERT by position
INSERT INTO rates SELECT product_id, toDate(ts), amount / qty, ts FROM ods.orders;
-- INSERT with a column list
INSERT INTO rates (rate, product_id) SELECT avg(amount), product_id FROM ods.orders GROUP BY product_id;
-- INSERT with aliases that are not the targets
INSERT INTO rates (day, rate) SELECT toDate(ts) AS rate, amount AS day FROM ods.orders;
-- INSERT with a CTE
INSERT INTO rates (product_id, rate) WITH x AS (SELECT product_id AS p, amount AS a FROM ods.orders) SELECT p, max(a) FROM x GROUP BY p;
-- INSERT with a CTE in front
WITH x AS (SELECT product_id AS p, amount AS a FROM ods.orders) INSERT INTO rates (product_id, rate) SELECT p, max(a) FROM x GROUP BY p;
-- INSERT INTO TABLE
INSERT INTO TABLE staff (id, name, salary) SELECT toUInt32(user_id), name, toFloat64(age) FROM dim.users;
-- INSERT of a union
INSERT INTO rates (product_id, rate) SELECT product_id, price FROM dim.products UNION ALL SELECT product_id, amount FROM ods.orders;
-- INSERT into a table with computed columns
INSERT INTO ods.orders SELECT event_id, user_id, 1, 2., 3, ts, kind, NULL, 1 FROM events;
-- INSERT into a table with computed columns, by list
INSERT INTO ods.orders (order_id, amount, ts) SELECT event_id, scores[1], ts FROM events;
-- INSERT of all but one column
INSERT INTO rates (* EXCEPT (since)) SELECT product_id, toDate(ts), amount FROM ods.orders;
-- INSERT of states
INSERT INTO dwh.daily SELECT toDate(o.ts), u.country, sumState(o.amount), uniqState(o.user_id), quantilesState(0.5, 0.9)(o.amount), max(o.amount) FROM ods.orders AS o JOIN dim.users AS u USING (user_id) GROUP BY toDate(o.ts), u.country;
-- INSERT with settings and a star
INSERT INTO rates SELECT * FROM rates SETTINGS max_threads = 1;
-- CREATE TABLE AS SELECT
CREATE TABLE dwh.made ENGINE = MergeTree ORDER BY user_id AS SELECT user_id, sum(amount) AS total, max(ts) AS last FROM ods.orders GROUP BY user_id;
-- CREATE TABLE AS SELECT of a star
CREATE TABLE dwh.made ENGINE = Memory AS SELECT *, unit_price * 2 AS twice FROM ods.orders;
-- CREATE OR REPLACE TABLE AS SELECT with a CTE
CREATE OR REPLACE TABLE dwh.made ENGINE = MergeTree ORDER BY tuple() AS WITH x AS (SELECT name, salary FROM staff) SELECT name AS who, salary * 2 AS pay FROM x;
-- CREATE VIEW
CREATE VIEW dwh.v AS SELECT u.name AS who, o.amount * o.qty AS total FROM ods.orders AS o JOIN dim.users AS u ON o.user_id = u.user_id;
-- CREATE OR REPLACE VIEW with a column list
CREATE OR REPLACE VIEW dwh.v AS SELECT toDate(ts) AS d, sum(amount) AS s FROM ods.orders GROUP BY d;
-- CREATE MATERIALIZED VIEW with its own table
CREATE MATERIALIZED VIEW dwh.mv ENGINE = SummingMergeTree ORDER BY day AS SELECT toDate(ts) AS day, sum(amount) AS revenue FROM ods.orders GROUP BY day;
-- CREATE MATERIALIZED VIEW TO a table, by name
CREATE MATERIALIZED VIEW dwh.mv TO rates AS SELECT max(amount) AS rate, product_id, toDate(ts) AS day FROM ods.orders GROUP BY product_id, day;
-- CREATE MATERIALIZED VIEW with states TO a table
CREATE MATERIALIZED VIEW dwh.mv TO dwh.daily AS SELECT toDate(ts) AS day, 'all' AS country, sumState(amount) AS revenue, uniqState(user_id) AS buyers FROM ods.orders GROUP BY day;
-- a refreshable view
CREATE MATERIALIZED VIEW dwh.mv REFRESH EVERY 1 HOUR TO rates AS SELECT product_id, price AS rate FROM dim.products;
