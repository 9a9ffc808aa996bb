--- Distributed reads the table behind it, and writes to it [influence: complete; feature: engines / Distributed]
CREATE TABLE all_t ON CLUSTER main AS t ENGINE = Distributed('main', default, t, rand());
SELECT a FROM all_t;
INSERT INTO all_t (a, b) SELECT x, y FROM u
--@ 0
--> a  t.a  DIRECT
--> b  t.b  DIRECT
--> c  t.c  DIRECT
--> d  t.d  DIRECT
--@ 1
--> a  all_t.a  DIRECT
--@ 2
--> a  u.x  DIRECT
--> b  u.y  DIRECT

--- Buffer                                                  [influence: complete; feature: engines / Buffer]
CREATE TABLE buffer_t AS t ENGINE = Buffer(default, t, 16, 10, 100, 10000, 1000000, 10000000, 100000000);
INSERT INTO buffer_t (a) SELECT x FROM u
--@ 0
--> a  t.a  DIRECT
--> b  t.b  DIRECT
--> c  t.c  DIRECT
--> d  t.d  DIRECT
--@ 1
--> a  u.x  DIRECT

--- Merge                                                   [influence: complete; feature: engines / Merge]
CREATE TABLE both (a Int32, x Int32) ENGINE = Merge(default, '^[uv]$')
--> a  u.a  DIRECT
--> a  v.a  DIRECT
--> x  u.x  DIRECT
--> x  v.x  DIRECT

--- Merge takes its columns from the tables                 [influence: complete; feature: engines / Merge]
CREATE TABLE both ENGINE = Merge(REGEXP('^def'), '^[uv]$');
SELECT * FROM both
--@ 0
--> a  u.a  DIRECT
--> a  v.a  DIRECT
--> x  u.x  DIRECT
--> x  v.x  DIRECT
--> y  u.y  DIRECT
--> z  v.z  DIRECT
--@ 1
--> a  both.a  DIRECT
--> x  both.x  DIRECT
--> y  both.y  DIRECT
--> z  both.z  DIRECT

--- Kafka by arguments                                      [catalog: none; influence: complete; feature: engines / Kafka]
CREATE TABLE q (a Int32, b String) ENGINE = Kafka('broker:9092', 'orders', 'me', 'JSONEachRow')
--> a  kafka://broker:9092/orders.a  DIRECT
--> b  kafka://broker:9092/orders.b  DIRECT

--- Kafka by settings                                       [catalog: none; influence: complete; feature: engines / Kafka]
CREATE TABLE q (a Int32, b String) ENGINE = Kafka SETTINGS kafka_broker_list = 'broker:9092', kafka_topic_list = 'orders,returns', kafka_group_name = 'me', kafka_format = 'JSONEachRow';
INSERT INTO q SELECT a, b FROM q
--@ 0
--> a  kafka://broker:9092/orders,returns.a  DIRECT
--> b  kafka://broker:9092/orders,returns.b  DIRECT
--@ 1
--> a  q.a  DIRECT
--> b  q.b  DIRECT

--- RabbitMQ and NATS                                       [catalog: none; influence: complete; feature: engines / RabbitMQ and NATS]
CREATE TABLE q (a Int32) ENGINE = RabbitMQ SETTINGS rabbitmq_host_port = 'mq:5672', rabbitmq_exchange_name = 'orders', rabbitmq_format = 'JSONEachRow', rabbitmq_password = 'hidden';
CREATE TABLE n (a Int32) ENGINE = NATS SETTINGS nats_url = 'me:hidden@nats:4444', nats_subjects = 'orders', nats_format = 'JSONEachRow'
--@ 0
--> a  rabbitmq://mq:5672/orders.a  DIRECT
--@ 1
--> a  nats://nats:4444/orders.a  DIRECT

--- MySQL and PostgreSQL                                    [catalog: none; influence: complete; feature: engines / MySQL and PostgreSQL]
CREATE TABLE m (a Int32) ENGINE = MySQL('db:3306', 'shop', 'products', 'me', 'hidden') SETTINGS connection_pool_size = 1;
CREATE TABLE p (a Int32) ENGINE = PostgreSQL('db:5432', 'shop', 'products', 'me', 'hidden', 'dim')
--@ 0
--> a  mysql://db:3306/shop.products.a  DIRECT
--@ 1
--> a  postgresql://db:5432/shop.dim.products.a  DIRECT

--- S3, S3Queue, URL, File, HDFS                            [catalog: none; influence: complete; feature: engines / S3 · S3Queue · URL · File · HDFS]
CREATE TABLE a (a Int32) ENGINE = S3('s3://shop/a.csv', 'AKIAKEY', 'hidden', 'CSV');
CREATE TABLE b (a Int32) ENGINE = S3Queue('https://shop.s3.amazonaws.com/b/*.csv', 'CSV') SETTINGS mode = 'ordered';
CREATE TABLE c (a Int32) ENGINE = URL('https://me:hidden@host/c.csv', CSV);
CREATE TABLE d (a Int32) ENGINE = File(CSV, '/var/d.csv');
CREATE TABLE e (a Int32) ENGINE = File(CSV);
CREATE TABLE f (a Int32) ENGINE = HDFS('hdfs://name:9000/f.tsv', 'TSV')
--@ 0
--> a  s3://shop/a.csv.a  DIRECT
--@ 1
--> a  s3://shop/b/*.csv.a  DIRECT
--@ 2
--> a  https://host/c.csv.a  DIRECT
--@ 3
--> a  /var/d.csv.a  DIRECT
--@ 4
--@ 5
--> a  hdfs://name:9000/f.tsv.a  DIRECT

--- a table of its own                                      [catalog: none; influence: complete; feature: engines / MergeTree family]
CREATE TABLE s UUID '7f1d6a1e-0000-0000-0000-000000000001' ON CLUSTER '{cluster}' (a Int32, b DateTime) ENGINE = ReplicatedReplacingMergeTree('/tables/{shard}/s', '{replica}', b) ORDER BY a
--= level EXACT

--- a database of another server                            [catalog: none; influence: complete; feature: engines / databases of another server]
CREATE DATABASE shop ENGINE = MySQL('db:3306', 'store', 'me', 'hidden');
SELECT sku FROM shop.products
--@ 1
--> sku  mysql://db:3306/store.products.sku  DIRECT  INFERRED
--! W110  2:17

--- functions written in SQL are followed                   [influence: complete; feature: statements / CREATE FUNCTION in SQL]
CREATE FUNCTION linear AS (x, k, b) -> k * x + b;
CREATE FUNCTION twice AS x -> linear(x, 2, 0);
SELECT linear(a, b, 1) AS l, twice(c) AS d, sum(twice(d)) AS s FROM t GROUP BY l, d
--@ 2
--> l     t.a  DERIVED
--> l     t.b  DERIVED
--> d     t.c  DERIVED
--> s     t.c  AGG
--> rows  t.a  GROUP_BY
--> rows  t.b  GROUP_BY
--> rows  t.c  GROUP_BY

--- a function that is dropped is not known any more        [influence: complete; feature: statements / CREATE FUNCTION in SQL]
CREATE FUNCTION twice AS x -> x * 2;
DROP FUNCTION twice;
SELECT twice(a) AS d FROM t
--@ 2
--> d  t.a  UNKNOWN  COARSE
--! W210  3:8

--- statements that move no data                            [influence: complete; feature: statements / that move no data]
OPTIMIZE TABLE t FINAL DEDUPLICATE BY a;
SYSTEM RELOAD DICTIONARY d;
SHOW CREATE TABLE t;
GRANT SELECT ON default.* TO me;
CREATE USER me IDENTIFIED WITH plaintext_password BY 'hidden';
CREATE ROW POLICY p ON t USING a = 1 TO me;
CREATE NAMED COLLECTION c AS url = 'https://host', password = 'hidden';
KILL QUERY WHERE query_id = 'x';
EXISTS TABLE t;
CHECK TABLE t;
DESCRIBE TABLE s3('s3://shop/a.csv')
--@ 0
--@ 4
--= kind CREATE_USER
--@ 5
--= kind CREATE_ROW_POLICY
--@ 10
