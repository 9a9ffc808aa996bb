--- a dictionary over a table here                          [influence: complete; feature: dictionaries / SOURCE(CLICKHOUSE)]
CREATE DICTIONARY d (id UInt64, name String DEFAULT '?', city String) PRIMARY KEY id
SOURCE(CLICKHOUSE(TABLE 'customers')) LAYOUT(FLAT()) LIFETIME(MIN 0 MAX 300)
--> id    customers.id    DIRECT
--> name  customers.name  DIRECT
--> city  customers.city  DIRECT

--- attributes by expression, rows by a condition           [influence: complete; feature: dictionaries / dictGet and its kin]
CREATE DICTIONARY d (id UInt64, label String EXPRESSION concat(name, city)) PRIMARY KEY id
SOURCE(CLICKHOUSE(TABLE 'customers' WHERE 'parent_id > 0')) LAYOUT(HASHED()) LIFETIME(300)
--> id     customers.id         DIRECT
--> label  customers.city       DERIVED
--> label  customers.name       DERIVED
--> rows   customers.parent_id  FILTER

--- a query with all the names: by name                     [influence: complete; feature: dictionaries / SOURCE with a query]
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id
SOURCE(CLICKHOUSE(QUERY 'SELECT name, id FROM customers WHERE city != ''''')) LAYOUT(FLAT()) LIFETIME(300)
--> id    customers.id    DIRECT
--> name  customers.name  DIRECT
--> rows  customers.city  FILTER

--- a query without them: by position                       [influence: complete; feature: dictionaries / SOURCE with a query]
CREATE DICTIONARY d (k UInt64, v String) PRIMARY KEY k
SOURCE(CLICKHOUSE(QUERY 'SELECT id, upper(name) FROM customers')) LAYOUT(FLAT()) LIFETIME(300)
--> k  customers.id    DIRECT
--> v  customers.name  DERIVED

--- another server: its password is nowhere                 [catalog: none; influence: complete; feature: dictionaries / SOURCE(CLICKHOUSE)]
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id
SOURCE(CLICKHOUSE(HOST 'other' PORT 9000 USER 'me' PASSWORD 'hidden' DB 'shop' TABLE 'customers')) LAYOUT(FLAT()) LIFETIME(300)
--> id    clickhouse://other:9000/shop.customers.id    DIRECT
--> name  clickhouse://other:9000/shop.customers.name  DIRECT

--- mysql with replicas                                     [catalog: none; influence: complete; feature: dictionaries / SOURCE(MYSQL) and SOURCE(POSTGRESQL)]
CREATE OR REPLACE DICTIONARY d ON CLUSTER main (id UInt64, name String) PRIMARY KEY id
SOURCE(MYSQL(PORT 3306 USER 'me' PASSWORD 'hidden' REPLICA(HOST 'db' PRIORITY 1) DB 'shop' TABLE 'customers')) LAYOUT(CACHE(SIZE_IN_CELLS 1000)) LIFETIME(300)
--> id    mysql://db:3306/shop.customers.id    DIRECT
--> name  mysql://db:3306/shop.customers.name  DIRECT

--- postgresql                                              [catalog: none; influence: complete; feature: dictionaries / SOURCE(MYSQL) and SOURCE(POSTGRESQL)]
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id
SOURCE(POSTGRESQL(HOST 'db' PORT 5432 USER 'me' PASSWORD 'hidden' DB 'shop' TABLE 'customers')) LAYOUT(HASHED()) LIFETIME(300)
--> id    postgresql://db:5432/shop.public.customers.id    DIRECT
--> name  postgresql://db:5432/shop.public.customers.name  DIRECT

--- http                                                    [catalog: none; influence: complete; feature: dictionaries / SOURCE(HTTP) and SOURCE(FILE)]
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id
SOURCE(HTTP(URL 'https://host/names.tsv?token=hidden' FORMAT 'TSV' CREDENTIALS(USER 'me' PASSWORD 'hidden'))) LAYOUT(FLAT()) LIFETIME(300)
--> id    https://host/names.tsv.id    DIRECT
--> name  https://host/names.tsv.name  DIRECT

--- a file                                                  [catalog: none; influence: complete; feature: dictionaries / SOURCE(HTTP) and SOURCE(FILE)]
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id
SOURCE(FILE(PATH '/var/names.tsv' FORMAT 'TSV')) LAYOUT(FLAT()) LIFETIME(300)
--> id    /var/names.tsv.id    DIRECT
--> name  /var/names.tsv.name  DIRECT

--- ranges, settings and a hierarchy                        [influence: complete; feature: dictionaries / hierarchy · ranges · settings]
CREATE DICTIONARY d (id UInt64, parent_id UInt64 HIERARCHICAL, name String INJECTIVE) PRIMARY KEY id
SOURCE(CLICKHOUSE(TABLE 'customers')) LAYOUT(RANGE_HASHED()) RANGE(MIN first MAX last) LIFETIME(300) SETTINGS(format_csv_allow_single_quotes = 0) COMMENT 'who'
--> id         customers.id         DIRECT
--> parent_id  customers.parent_id  DIRECT
--> name       customers.name       DIRECT

--- dictGet of a dictionary that is known: its attribute and the key [influence: complete; feature: dictionaries / dictGet and its kin]
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id SOURCE(CLICKHOUSE(TABLE 'customers')) LAYOUT(FLAT()) LIFETIME(300);
SELECT dictGet('d', 'name', customer_id) AS name FROM orders
--> name  d.name              DIRECT
--> name  orders.customer_id  EXTERNAL

--- dictGet by a bare name                                  [influence: complete; feature: dictionaries / dictGet and its kin]
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id SOURCE(CLICKHOUSE(TABLE 'customers')) LAYOUT(FLAT()) LIFETIME(300);
SELECT dictGetString(d, 'name', customer_id) AS name FROM orders
--> name  d.name              DIRECT
--> name  orders.customer_id  EXTERNAL

--- several attributes                                      [influence: complete; feature: dictionaries / dictGet and its kin]
CREATE DICTIONARY d (id UInt64, name String, city String) PRIMARY KEY id SOURCE(CLICKHOUSE(TABLE 'customers')) LAYOUT(FLAT()) LIFETIME(300);
SELECT dictGet('d', ('name', 'city'), customer_id) AS both FROM orders
--> both  d.city              DIRECT
--> both  d.name              DIRECT
--> both  orders.customer_id  EXTERNAL

--- a default is value                                      [influence: complete; feature: dictionaries / dictGet and its kin]
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id SOURCE(CLICKHOUSE(TABLE 'customers')) LAYOUT(FLAT()) LIFETIME(300);
SELECT dictGetOrDefault('d', 'name', customer_id, status) AS name, dictGetOrNull('d', 'name', id) AS other FROM orders
--> name   d.name              DIRECT
--> name   orders.customer_id  EXTERNAL
--> name   orders.status       EXTERNAL
--> other  d.name              DIRECT
--> other  orders.id           EXTERNAL

--- an attribute inside an aggregate                        [influence: complete; feature: dictionaries / dictGet and its kin]
CREATE DICTIONARY d (id UInt64, size UInt64) PRIMARY KEY id SOURCE(MYSQL(HOST 'db' DB 'shop' TABLE 'sizes')) LAYOUT(FLAT()) LIFETIME(300);
SELECT status, sum(dictGet('d', 'size', customer_id)) AS s FROM orders GROUP BY status
--> status  orders.status       DIRECT
--> s       d.size              AGG
--> s       orders.customer_id  EXTERNAL
--> rows    orders.status       GROUP_BY

--- dictHas asks for the key alone                          [influence: complete; feature: dictionaries / dictHas and dictGetHierarchy]
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id SOURCE(CLICKHOUSE(TABLE 'customers')) LAYOUT(FLAT()) LIFETIME(300);
SELECT dictHas('d', customer_id) AS there, dictGetHierarchy('d', customer_id) AS up FROM orders
--> there  orders.customer_id  EXTERNAL
--> up     orders.customer_id  EXTERNAL

--- a dictionary that nobody described: both names are in the expression [influence: complete; feature: dictionaries / dictGet and its kin]
SELECT dictGet('dim.users', 'name', customer_id) AS name FROM orders
--> name  orders.customer_id  EXTERNAL  INFERRED
--> expr name  "dictGet('dim.users', 'name', customer_id)"
--! W228  1:8

--- a dictionary in FROM                                    [influence: complete; feature: dictionaries / in FROM and JOIN]
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id SOURCE(CLICKHOUSE(TABLE 'customers')) LAYOUT(FLAT()) LIFETIME(300);
SELECT o.id, d.name FROM orders AS o LEFT JOIN d ON d.id = o.customer_id
--> id    orders.id           DIRECT
--> name  d.name              DIRECT
--> rows  d.id                JOIN
--> rows  orders.customer_id  JOIN

--- a dictionary as a table function                        [influence: complete; feature: dictionaries / dictionary()]
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id SOURCE(CLICKHOUSE(TABLE 'customers')) LAYOUT(FLAT()) LIFETIME(300);
SELECT * FROM dictionary('d')
--> id    d.id    DIRECT
--> name  d.name  DIRECT

--- a table with the engine Dictionary                      [influence: complete; feature: engines / Dictionary]
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id SOURCE(CLICKHOUSE(TABLE 'customers')) LAYOUT(FLAT()) LIFETIME(300);
CREATE TABLE names (id UInt64, name String) ENGINE = Dictionary(d)
--> id    d.id    DIRECT
--> name  d.name  DIRECT

--- a dictionary as a table: keys, range, attributes         [catalog: none]
CREATE DICTIONARY d (name String, till Date, since Date, id UInt64) PRIMARY KEY id SOURCE(NULL()) LAYOUT(RANGE_HASHED()) RANGE(MIN since MAX till) LIFETIME(0);
SELECT * FROM d
--> id     d.id     DIRECT
--> since  d.since  DIRECT
--> till   d.till   DIRECT
--> name   d.name   DIRECT

--- names that are put together                              [catalog: none]
CREATE DICTIONARY d (id UInt64, name String, city String) PRIMARY KEY id SOURCE(NULL()) LAYOUT(FLAT()) LIFETIME(0);
WITH 'd' AS dictionary SELECT dictGet(concat(currentDatabase(), '.d'), ('name', 'city'), 1) AS x, dictGet(dictionary, 'name', 1) AS y
--> x  d.city  DIRECT
--> x  d.name  DIRECT
--> y  d.name  DIRECT

--- a constant key in a dictionary that nobody described     [catalog: none]
SELECT dictGet('d', 'name', 1) AS x
--> x  generated
--! W228  1:8
--= level INFERRED

--- the keys of an attribute                                 [catalog: none]
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id SOURCE(NULL()) LAYOUT(FLAT()) LIFETIME(0);
SELECT dictGetKeys('d', 'name', 'x') AS ids
--> ids  d.name  DIRECT

--- a dictionary that was detached and is there again        [catalog: none]
CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id SOURCE(NULL()) LAYOUT(FLAT()) LIFETIME(0);
DETACH DICTIONARY d;
ATTACH DICTIONARY d;
SELECT dictGet('d', 'name', 1) AS x
--> x  d.name  DIRECT
