--- s3: the columns are those that the call lists; keys are no part of the name [catalog: none; influence: complete; feature: table functions / s3]
SELECT a, b + 1 AS c FROM s3('https://shop.s3.eu-west-1.amazonaws.com/day/*.parquet', 'AKIAKEY', 'hidden', 'Parquet', 'a Int32, b Int32')
--> a  s3://shop/day/*.parquet.a  DIRECT
--> c  s3://shop/day/*.parquet.b  DERIVED

--- s3 without a key                                        [catalog: none; influence: complete; feature: table functions / s3]
SELECT * FROM s3('s3://shop/day.csv', NOSIGN, 'CSV', 'a Int32, `b c` String') WHERE a > 0
--> a      s3://shop/day.csv.a      DIRECT
--> "b c"  "s3://shop/day.csv.b c"  DIRECT
--> rows   s3://shop/day.csv.a      FILTER

--- a named collection stands for where the files are       [catalog: none; influence: complete; feature: table functions / s3]
SELECT a FROM s3(lake, filename = 'day.csv', format = 'CSV', structure = 'a Int32')
--> a  s3://lake/day.csv.a  DIRECT

--- settings in a table function                            [catalog: none; influence: complete; feature: table functions / settings inside]
SELECT a FROM s3('s3://shop/day.csv', 'CSV', 'a Int32', SETTINGS s3_skip_empty_files = 1)
--> a  s3://shop/day.csv.a  DIRECT

--- s3Cluster takes the cluster first                       [catalog: none; influence: complete; feature: table functions / s3]
SELECT a FROM s3Cluster('main', 's3://shop/day.csv', 'CSV', 'a Int32')
--> a  s3://shop/day.csv.a  DIRECT

--- gcs is a bucket too                                     [catalog: none; influence: complete; feature: table functions / s3]
SELECT a FROM gcs('https://storage.googleapis.com/shop/day.csv', 'CSV', 'a Int32')
--> a  gs://shop/day.csv.a  DIRECT

--- azureBlobStorage: the account's key is no part of the name [catalog: none; influence: complete; feature: table functions / azureBlobStorage]
SELECT a FROM azureBlobStorage('DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=hidden', 'lake', 'day.csv', 'CSV', 'auto', 'a Int32')
--> a  azure://shop/lake/day.csv.a  DIRECT

--- hdfs                                                    [catalog: none; influence: complete; feature: table functions / hdfs]
SELECT a FROM hdfs('hdfs://name:9000/day.tsv', 'TSV', 'a Int32')
--> a  hdfs://name:9000/day.tsv.a  DIRECT

--- url: user, password and token are no part of the name   [catalog: none; influence: complete; feature: table functions / url]
SELECT a FROM url('https://me:hidden@host/export?table=t&token=hidden', CSV, 'a Int32', headers('Authorization' = 'hidden'))
--> a  https://host/export?table=t.a  DIRECT

--- file                                                    [catalog: none; influence: complete; feature: table functions / file]
SELECT a, b FROM file('day.csv', 'CSV', 'a Int32, b Array(String)')
--> a  day.csv.a  DIRECT
--> b  day.csv.b  DIRECT

--- a file whose columns nobody lists                       [catalog: none; influence: complete; feature: table functions / file]
SELECT a FROM file('day.parquet')
--> a  day.parquet.a  DIRECT  INFERRED
--! W110  1:15

--- mysql: host, database and table                         [catalog: none; influence: complete; feature: table functions / mysql]
SELECT p.sku FROM mysql('db:3306', 'shop', 'products', 'me', 'hidden') AS p WHERE p.cost > 1
--> sku   mysql://db:3306/shop.products.sku   DIRECT  INFERRED
--> rows  mysql://db:3306/shop.products.cost  FILTER  INFERRED
--! W110  1:19

--- postgresql: the schema is public where none is given    [catalog: none; influence: complete; feature: table functions / postgresql]
SELECT a FROM postgresql('db:5432', 'shop', 'products', 'me', 'hidden')
--> a  postgresql://db:5432/shop.public.products.a  DIRECT  INFERRED
--! W110  1:15

--- mongodb lists its columns                               [catalog: none; influence: complete; feature: table functions / mongodb]
SELECT a FROM mongodb('db:27017', 'shop', 'products', 'me', 'hidden', 'a Int32')
--> a  mongodb://db:27017/shop.products.a  DIRECT

--- redis lists its columns                                 [catalog: none; influence: complete; feature: table functions / redis]
SELECT v FROM redis('cache:6379', 'k', 'k String, v String', 0, 'hidden')
--> v  redis://cache:6379/.v  DIRECT

--- sqlite                                                  [catalog: none; influence: complete; feature: table functions / sqlite]
SELECT a FROM sqlite('shop.db', 'products')
--> a  sqlite://shop.db/products.a  DIRECT  INFERRED
--! W110  1:15

--- odbc: what else the connection string holds is no part of the name [catalog: none; influence: complete; feature: table functions / odbc]
SELECT a FROM odbc('DSN=shop;UID=me;PWD=hidden', 'db', 'products')
--> a  odbc://shop/db.products.a  DIRECT  INFERRED
--! W110  1:15

--- jdbc                                                    [catalog: none; influence: complete; feature: table functions / jdbc]
SELECT a FROM jdbc('jdbc:mysql://db:3306/?user=me&password=hidden', 'shop', 'products')
--> a  jdbc://db:3306/shop.products.a  DIRECT  INFERRED
--! W110  1:15

--- iceberg: a folder that is a table                       [catalog: none; influence: complete; feature: table functions / iceberg]
SELECT a FROM iceberg('https://lake.s3.amazonaws.com/ods/orders', 'AKIAKEY', 'hidden')
--> a  s3://lake/ods/orders.a  DIRECT  INFERRED
--! W110  1:15

--- deltaLake on a cluster                                  [catalog: none; influence: complete; feature: table functions / deltaLake]
SELECT a FROM deltaLakeCluster('main', 's3://lake/ods/orders')
--> a  s3://lake/ods/orders.a  DIRECT  INFERRED
--! W110  1:15

--- remote on another host                                  [catalog: none; influence: complete; feature: table functions / remote]
SELECT a FROM remote('other:9000', shop.orders, 'me', 'hidden')
--> a  clickhouse://other:9000/shop.orders.a  DIRECT  INFERRED
--! W110  1:15

--- remote with database and table apart                    [catalog: none; influence: complete; feature: table functions / remote]
SELECT a FROM remoteSecure('other:9440', 'shop', 'orders', 'me', 'hidden')
--> a  clickhouse://other:9440/shop.orders.a  DIRECT  INFERRED
--! W110  1:15

--- remote on this host is a table of this catalog          [influence: complete; feature: table functions / remote]
SELECT a, b FROM remote('127.0.0.1', default.t)
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- cluster: the table of this name on its servers          [influence: complete; feature: table functions / cluster]
SELECT a FROM cluster('main', default.t)
--> a  t.a  DIRECT

--- cluster with database and table apart                   [influence: complete; feature: table functions / cluster]
SELECT a FROM clusterAllReplicas('main', 'default', 't')
--> a  t.a  DIRECT

--- cluster over a query                                    [influence: complete; feature: table functions / cluster]
SELECT s FROM cluster('main', view(SELECT a + b AS s FROM t WHERE c > 0))
--> s     t.a  DERIVED
--> s     t.b  DERIVED
--> rows  t.c  FILTER

--- view: a query in FROM                                   [influence: complete; feature: table functions / view]
SELECT s * 2 AS d FROM view(SELECT a + b AS s FROM t WHERE c > 0)
--> d     t.a  DERIVED
--> d     t.b  DERIVED
--> rows  t.c  FILTER

--- merge: every table that matches, by name                [influence: complete; feature: table functions / merge]
SELECT * FROM merge('default', '^[uv]$')
--> a  u.a  DIRECT
--> a  v.a  DIRECT
--> x  u.x  DIRECT
--> x  v.x  DIRECT
--> y  u.y  DIRECT
--> z  v.z  DIRECT

--- merge in the chosen database                            [influence: complete; feature: table functions / merge]
SELECT a, x FROM merge('^[uv]$') WHERE a > 0
--> a     u.a  DIRECT
--> a     v.a  DIRECT
--> x     u.x  DIRECT
--> x     v.x  DIRECT
--> rows  u.a  FILTER
--> rows  v.a  FILTER

--- merge over databases                                    [influence: complete; feature: table functions / merge]
SELECT k, amount FROM merge(REGEXP('^(sales|stage)$'), '^facts$')
--> k       sales.facts.k       DIRECT
--> k       stage.facts.k       DIRECT
--> amount  sales.facts.amount  DIRECT

--- merge of tables that nobody knows                       [catalog: none; influence: complete; feature: table functions / merge]
SELECT a FROM merge('logs', '^day_')
--> a  merge(logs.^day_).a  DIRECT  INFERRED
--! W110  1:15

--- loop hands on its table                                 [influence: complete; feature: table functions / loop]
SELECT a FROM loop(default.t) LIMIT 3
--> a  t.a  DIRECT

--- loop over a table function                              [catalog: none; influence: complete; feature: table functions / loop]
SELECT number FROM loop(numbers(3)) LIMIT 10
--> number  generated

--- numbers come from nowhere                               [catalog: none; influence: complete; feature: table functions / numbers]
SELECT number * 2 AS n FROM numbers(10)
--> n  generated

--- zeros, primes and series too                            [catalog: none; influence: complete; feature: table functions / zeros · primes · generateSeries]
SELECT z.zero, p.prime, s.generate_series FROM zeros(3) AS z, primes(3) AS p, generateSeries(1, 3) AS s
--> zero             generated
--> prime            generated
--> generate_series  generated

--- generateRandom lists its columns                        [catalog: none; influence: complete; feature: table functions / generateRandom]
SELECT * FROM generateRandom('a Int32, b Array(String)', 1, 10)
--> a  generated
--> b  generated

--- values with a list of columns                           [catalog: none; influence: complete; feature: table functions / values]
SELECT a, b FROM values('a Int32, b String', (1, 'x'), (2, 'y'))
--> a  generated
--> b  generated

--- values without one                                      [catalog: none; influence: complete; feature: table functions / values]
SELECT c1, c2 FROM values((1, 'x'), (2, 'y'))
--> c1  generated
--> c2  generated

--- null and input have columns and no source               [catalog: none; influence: complete; feature: table functions / null and input]
SELECT n.a, i.b FROM null('a Int32') AS n, input('b String') AS i
--> a  generated
--> b  generated

--- format: data in the text                                [catalog: none; influence: complete; feature: table functions / format]
SELECT * FROM format(CSV, 'a Int32, b String', '1,x')
--> a  generated
--> b  generated

--- format: columns in the data                             [catalog: none; influence: complete; feature: table functions / format]
SELECT a FROM format(JSONEachRow, '{"a": 1}')
--> a  generated
--! W110  1:15

--- viewExplain                                             [influence: complete; feature: table functions / viewExplain]
SELECT explain FROM viewExplain('EXPLAIN', '', (SELECT a FROM t))
--> explain  generated

--- a table function beside a table                         [influence: complete; feature: table functions / mysql]
SELECT t.a, p.title FROM t LEFT JOIN mysql('db:3306', 'shop', 'products', 'me', 'hidden') AS p ON p.id = t.b
--> a      t.a                                  DIRECT
--> title  mysql://db:3306/shop.products.title  DIRECT  INFERRED
--> rows   mysql://db:3306/shop.products.id     JOIN  INFERRED
--> rows   t.b                                  JOIN
--! W110  1:38

--- INSERT INTO FUNCTION: the place is the target           [influence: complete; feature: INSERT / INTO FUNCTION]
INSERT INTO FUNCTION s3('s3://shop/out.parquet', 'AKIAKEY', 'hidden', 'Parquet', 'k Int32, v Int32') SELECT a, b + 1 FROM t WHERE c > 0
--> k     t.a  DIRECT
--> v     t.b  DERIVED
--> rows  t.c  FILTER

--- INSERT INTO FUNCTION with a list of columns             [influence: complete; feature: INSERT / INTO FUNCTION]
INSERT INTO FUNCTION remote('other:9000', shop.orders, 'me', 'hidden') (k, v) SELECT a, b FROM t
--> k  t.a  DIRECT
--> v  t.b  DIRECT

--- INSERT INTO FUNCTION partitioned                        [influence: complete; feature: INSERT / INTO FUNCTION]
INSERT INTO TABLE FUNCTION file('day_{_partition_id}.csv', 'CSV') PARTITION BY a SELECT a, b FROM t
--> a  t.a  DIRECT
--> b  t.b  DIRECT

--- INSERT INTO FUNCTION of a table here                    [influence: complete; feature: INSERT / INTO FUNCTION]
INSERT INTO FUNCTION remote('localhost', default.u) SELECT a, b, c FROM t
--> a  t.a  DIRECT
--> x  t.b  DIRECT
--> y  t.c  DIRECT

--- CREATE TABLE AS a table function                        [catalog: none; influence: complete; feature: CREATE TABLE / AS a table function]
CREATE TABLE days AS s3('s3://shop/day.csv', 'CSV', 'a Int32, b String');
SELECT * FROM days;
INSERT INTO days SELECT 1, b FROM days
--@ 0 days
--> a  s3://shop/day.csv.a  DIRECT
--> b  s3://shop/day.csv.b  DIRECT
--@ 1 result
--> a  days.a  DIRECT
--> b  days.b  DIRECT
--@ 2 days
--> a  generated
--> b  days.b     DIRECT

--- this server under several names                          [catalog: none]
CREATE TABLE t (a UInt8) ENGINE = Memory;
SELECT a FROM remote('127.0.0.{1,2},localhost:9000', currentDatabase(), t)
--> a  t.a  DIRECT
