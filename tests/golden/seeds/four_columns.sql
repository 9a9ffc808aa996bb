--- the tables: a computed column that reads nothing is an origin             [dialect: flink; catalog: none]
DROP TABLE IF EXISTS ods_mysql_users;

CREATE TABLE ods_mysql_users(
  id BIGINT,
  name STRING,
  birthday TIMESTAMP(3),
  ts TIMESTAMP(3),
  proc_time as proctime()
) WITH (
  'connector' = 'mysql-cdc',
  'hostname' = 'localhost',
  'port' = '3306',
  'username' = 'root',
  'password' = 'xxx',
  'server-time-zone' = 'Asia/Shanghai',
  'database-name' = 'demo',
  'table-name' = 'users'
);

DROP TABLE IF EXISTS dim_mysql_company;

CREATE TABLE dim_mysql_company (
    user_id BIGINT,
    company_name STRING
) WITH (
    'connector' = 'jdbc',
    'url' = 'jdbc:mysql://localhost:3306/demo?useSSL=false&characterEncoding=UTF-8',
    'username' = 'root',
    'password' = 'xxx',
    'table-name' = 'company'
);

DROP TABLE IF EXISTS dwd_hudi_users;

CREATE TABLE dwd_hudi_users (
    id BIGINT,
    name STRING,
    company_name STRING,
    birthday TIMESTAMP(3),
    ts TIMESTAMP(3),
    `partition` VARCHAR(20)
) PARTITIONED BY (`partition`) WITH (
    'connector' = 'hudi',
    'table.type' = 'COPY_ON_WRITE',
    'path' = 'hdfs://localhost:9000/hudi/dwd_hudi_users',
    'read.streaming.enabled' = 'true',
    'read.streaming.check-interval' = '1'
);

SELECT * FROM ods_mysql_users CROSS JOIN dim_mysql_company CROSS JOIN dwd_hudi_users
--@ 1 ods_mysql_users
--> proc_time  generated
--= kind CREATE_TABLE
--@ 6 result
--> id#0            ods_mysql_users.id              DIRECT
--> name#1          ods_mysql_users.name            DIRECT
--> birthday#2      ods_mysql_users.birthday        DIRECT
--> ts#3            ods_mysql_users.ts              DIRECT
--> proc_time       ods_mysql_users.proc_time       DIRECT
--> user_id         dim_mysql_company.user_id       DIRECT
--> company_name#6  dim_mysql_company.company_name  DIRECT
--> id0             dwd_hudi_users.id               DIRECT
--> name0           dwd_hudi_users.name             DIRECT
--> company_name0   dwd_hudi_users.company_name     DIRECT
--> birthday0       dwd_hudi_users.birthday         DIRECT
--> ts0             dwd_hudi_users.ts               DIRECT
--> partition       dwd_hudi_users.partition        DIRECT

--- insert-select: by position, whatever the alias says     [dialect: flink; catalog: none; influence: complete]
CREATE TABLE ods_mysql_users(id BIGINT, name STRING, birthday TIMESTAMP(3), ts TIMESTAMP(3), proc_time as proctime()) WITH ('connector' = 'mysql-cdc');
CREATE TABLE dwd_hudi_users (
    id BIGINT, name STRING, company_name STRING, birthday TIMESTAMP(3), ts TIMESTAMP(3), `partition` VARCHAR(20)
) PARTITIONED BY (`partition`) WITH ('connector' = 'hudi');
INSERT INTO
    dwd_hudi_users
SELECT
    id,
    name,
    name as company_name,
    birthday,
    ts,
    DATE_FORMAT(birthday, 'yyyyMMdd')
FROM
    ods_mysql_users
--@ 2 dwd_hudi_users
--> id            ods_mysql_users.id        DIRECT
--> name          ods_mysql_users.name      DIRECT
--> company_name  ods_mysql_users.name      DIRECT
--> birthday      ods_mysql_users.birthday  DIRECT
--> ts            ods_mysql_users.ts        DIRECT
--> partition     ods_mysql_users.birthday  DERIVED
--> expr partition  "DATE_FORMAT(birthday, 'yyyyMMdd')"
--= kind INSERT
--= level EXACT

--- a join                                                  [dialect: flink; catalog: none]
CREATE TABLE ods_mysql_users(id BIGINT, name STRING, birthday TIMESTAMP(3), ts TIMESTAMP(3), proc_time as proctime()) WITH ('connector' = 'mysql-cdc');
CREATE TABLE dim_mysql_company (user_id BIGINT, company_name STRING) WITH ('connector' = 'jdbc');
SELECT
    a.id as id1,
    CONCAT(a.name, b.company_name),
    b.company_name,
    a.birthday,
    a.ts,
    DATE_FORMAT(a.birthday, 'yyyyMMdd') as p
FROM
    ods_mysql_users as a
JOIN
    dim_mysql_company as b
ON a.id = b.user_id
--> id1           ods_mysql_users.id              DIRECT
--> EXPR$1        ods_mysql_users.name            DERIVED
--> EXPR$1        dim_mysql_company.company_name  DERIVED
--> company_name  dim_mysql_company.company_name  DIRECT
--> birthday      ods_mysql_users.birthday        DIRECT
--> ts            ods_mysql_users.ts              DIRECT
--> p             ods_mysql_users.birthday        DERIVED
--> rows          ods_mysql_users.id              JOIN
--> rows          dim_mysql_company.user_id       JOIN

--- the join, inserted                                      [dialect: flink; catalog: none]
CREATE TABLE ods_mysql_users(id BIGINT, name STRING, birthday TIMESTAMP(3), ts TIMESTAMP(3), proc_time as proctime()) WITH ('connector' = 'mysql-cdc');
CREATE TABLE dim_mysql_company (user_id BIGINT, company_name STRING) WITH ('connector' = 'jdbc');
CREATE TABLE dwd_hudi_users (
    id BIGINT, name STRING, company_name STRING, birthday TIMESTAMP(3), ts TIMESTAMP(3), `partition` VARCHAR(20)
) PARTITIONED BY (`partition`) WITH ('connector' = 'hudi');
INSERT INTO dwd_hudi_users
SELECT
    a.id as id1,
    CONCAT(a.name, b.company_name),
    b.company_name,
    a.birthday,
    a.ts,
    DATE_FORMAT(a.birthday, 'yyyyMMdd') as p
FROM
    ods_mysql_users as a
JOIN
    dim_mysql_company as b
ON a.id = b.user_id
--@ 3 dwd_hudi_users
--> id            ods_mysql_users.id              DIRECT
--> name          dim_mysql_company.company_name  DERIVED
--> name          ods_mysql_users.name            DERIVED
--> company_name  dim_mysql_company.company_name  DIRECT
--> birthday      ods_mysql_users.birthday        DIRECT
--> ts            ods_mysql_users.ts              DIRECT
--> partition     ods_mysql_users.birthday        DERIVED
--> rows          ods_mysql_users.id              JOIN
--> rows          dim_mysql_company.user_id       JOIN

--- the lookup join keeps the columns of the dimension      [dialect: flink; catalog: none]
CREATE TABLE ods_mysql_users(id BIGINT, name STRING, birthday TIMESTAMP(3), ts TIMESTAMP(3), proc_time as proctime()) WITH ('connector' = 'mysql-cdc');
CREATE TABLE dim_mysql_company (user_id BIGINT, company_name STRING) WITH ('connector' = 'jdbc');
CREATE TABLE dwd_hudi_users (
    id BIGINT, name STRING, company_name STRING, birthday TIMESTAMP(3), ts TIMESTAMP(3), `partition` VARCHAR(20)
) PARTITIONED BY (`partition`) WITH ('connector' = 'hudi');
INSERT INTO dwd_hudi_users
SELECT
    a.id as id1,
    CONCAT(a.name, b.company_name),
    b.company_name,
    a.birthday,
    a.ts,
    DATE_FORMAT(a.birthday, 'yyyyMMdd') as p
FROM
    ods_mysql_users as a
JOIN
    dim_mysql_company FOR SYSTEM_TIME AS OF a.proc_time AS b
ON a.id = b.user_id
--@ 3 dwd_hudi_users
--> id            ods_mysql_users.id              DIRECT
--> name          dim_mysql_company.company_name  DERIVED
--> name          ods_mysql_users.name            DERIVED
--> company_name  dim_mysql_company.company_name  DIRECT
--> birthday      ods_mysql_users.birthday        DIRECT
--> ts            ods_mysql_users.ts              DIRECT
--> partition     ods_mysql_users.birthday        DERIVED
