-- Statements as people run them, in the manner of public warehouses.

--- materialized views over materialized views       [catalog: none]
CREATE TABLE db.events (ts DateTime, user_id UInt64, type LowCardinality(String), props String) ENGINE = MergeTree ORDER BY ts;
CREATE TABLE db.hourly (hour DateTime, type String, users AggregateFunction(uniq, UInt64), n SimpleAggregateFunction(sum, UInt64)) ENGINE = AggregatingMergeTree ORDER BY (hour, type);
CREATE MATERIALIZED VIEW db.hourly_mv TO db.hourly AS SELECT toStartOfHour(ts) AS hour, type, uniqState(user_id) AS users, count() AS n FROM db.events GROUP BY hour, type;
CREATE MATERIALIZED VIEW db.daily_mv TO db.daily AS SELECT toDate(hour) AS day, uniqMergeState(users) AS users FROM db.hourly GROUP BY day;
SELECT day, uniqMerge(users) FROM db.daily GROUP BY day;
INSERT INTO db.events SELECT parseDateTimeBestEffort(JSONExtractString(raw, 'ts')), JSONExtractUInt(raw,'uid'), JSONExtractString(raw,'type'), raw FROM kafka_queue
--> ts       kafka_queue.raw  DERIVED  INFERRED
--> user_id  kafka_queue.raw  DERIVED  INFERRED
--> type     kafka_queue.raw  DERIVED  INFERRED
--> props    kafka_queue.raw  DIRECT  INFERRED
--! W110  6:153

--- a queue, a view over it, and JSON       [catalog: none]
CREATE TABLE q (raw String) ENGINE = Kafka('broker:9092', 'topic_a', 'g', 'JSONAsString');
CREATE MATERIALIZED VIEW q_mv TO ev AS SELECT JSONExtractString(raw, 'id') AS id, _timestamp AS at FROM q;
WITH arrayJoin(JSONExtractArrayRaw(raw, 'items')) AS item SELECT JSONExtractFloat(item, 'price') AS p FROM q;
SELECT user_id, argMax(email, updated_at) AS email, groupArray(10)(page) AS pages, sumMap(m) FROM u FINAL ARRAY JOIN tags AS tag WHERE has(arr, 1) GROUP BY user_id HAVING count() > 1 ORDER BY user_id LIMIT 1 BY user_id SETTINGS max_threads = 2
--> user_id    u.user_id     DIRECT  INFERRED
--> email      u.email       AGG  INFERRED
--> pages      u.page        AGG  INFERRED
--> sumMap(m)  u.m           AGG  INFERRED
--> rows       u.arr         FILTER  INFERRED
--> rows       u.tags        JOIN  INFERRED
--> rows       u.user_id     GROUP_BY  INFERRED
--> rows       u.user_id     SORT  INFERRED
--> email ~    u.updated_at  SORT  INFERRED
--! W110  4:99
