-- The tables that every test file of Hive finds: Hive's test driver makes them before it runs a file.

CREATE TABLE src (key STRING, value STRING) STORED AS TEXTFILE;

CREATE TABLE src1 (key STRING, value STRING) STORED AS TEXTFILE;

CREATE TABLE src_cbo (key STRING, value STRING) STORED AS TEXTFILE;

CREATE TABLE src_json (json STRING) STORED AS TEXTFILE;

CREATE TABLE src_sequencefile (key STRING, value STRING) STORED AS SEQUENCEFILE;

CREATE TABLE srcbucket (key INT, value STRING) CLUSTERED BY (key) INTO 2 BUCKETS STORED AS TEXTFILE;

CREATE TABLE srcbucket2 (key INT, value STRING) CLUSTERED BY (key) INTO 4 BUCKETS STORED AS TEXTFILE;

CREATE TABLE srcpart (key STRING, value STRING) PARTITIONED BY (ds STRING, hr STRING) STORED AS TEXTFILE;

CREATE TABLE cbo_t1 (key STRING, value STRING, c_int INT, c_float FLOAT, c_boolean BOOLEAN)
PARTITIONED BY (dt STRING) STORED AS TEXTFILE;

CREATE TABLE cbo_t2 (key STRING, value STRING, c_int INT, c_float FLOAT, c_boolean BOOLEAN)
PARTITIONED BY (dt STRING) STORED AS TEXTFILE;

CREATE TABLE cbo_t3 (key STRING, value STRING, c_int INT, c_float FLOAT, c_boolean BOOLEAN) STORED AS TEXTFILE;

CREATE TABLE part (
  p_partkey INT, p_name STRING, p_mfgr STRING, p_brand STRING, p_type STRING, p_size INT, p_container STRING,
  p_retailprice DOUBLE, p_comment STRING
);

CREATE TABLE lineitem (
  l_orderkey INT, l_partkey INT, l_suppkey INT, l_linenumber INT, l_quantity DOUBLE, l_extendedprice DOUBLE,
  l_discount DOUBLE, l_tax DOUBLE, l_returnflag STRING, l_linestatus STRING, l_shipdate STRING, l_commitdate STRING,
  l_receiptdate STRING, l_shipinstruct STRING, l_shipmode STRING, l_comment STRING
);

CREATE TABLE alltypesorc (
  ctinyint TINYINT, csmallint SMALLINT, cint INT, cbigint BIGINT, cfloat FLOAT, cdouble DOUBLE, cstring1 STRING,
  cstring2 STRING, ctimestamp1 TIMESTAMP, ctimestamp2 TIMESTAMP, cboolean1 BOOLEAN, cboolean2 BOOLEAN
) STORED AS ORC;

CREATE TABLE alltypesparquet (
  ctinyint TINYINT, csmallint SMALLINT, cint INT, cbigint BIGINT, cfloat FLOAT, cdouble DOUBLE, cstring1 STRING,
  cstring2 STRING, ctimestamp1 TIMESTAMP, ctimestamp2 TIMESTAMP, cboolean1 BOOLEAN, cboolean2 BOOLEAN
) STORED AS PARQUET;

CREATE TABLE src_thrift (
  aint INT, astring STRING, lint ARRAY<INT>, lstring ARRAY<STRING>,
  lintstring ARRAY<STRUCT<myint: INT, mystring: STRING, underscore_int: INT>>, mstringstring MAP<STRING, STRING>,
  attributes MAP<STRING, MAP<STRING, MAP<STRING, STRING>>>
) STORED AS SEQUENCEFILE;
