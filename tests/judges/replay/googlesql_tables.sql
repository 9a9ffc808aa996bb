-- Tables of ZetaSQL's sample catalog whose columns have plain types.

CREATE TABLE KeyValue (Key INT64, Value STRING);

CREATE TABLE KeyValue2 (Key INT64, Value2 STRING);

CREATE TABLE SimpleTypes (
  int32 INT64, int64 INT64, uint32 INT64, uint64 INT64, string STRING, bytes BYTES, bool BOOL, float FLOAT64,
  double FLOAT64, date DATE, timestamp TIMESTAMP, numeric NUMERIC, bignumeric BIGNUMERIC, json JSON
);

CREATE TABLE ArrayTypes (
  Int32Array ARRAY<INT64>, Int64Array ARRAY<INT64>, UInt32Array ARRAY<INT64>, UInt64Array ARRAY<INT64>,
  StringArray ARRAY<STRING>, BytesArray ARRAY<BYTES>, BoolArray ARRAY<BOOL>, FloatArray ARRAY<FLOAT64>,
  DoubleArray ARRAY<FLOAT64>, DateArray ARRAY<DATE>, TimestampArray ARRAY<TIMESTAMP>, JsonArray ARRAY<JSON>,
  NumericArray ARRAY<NUMERIC>, BigNumericArray ARRAY<BIGNUMERIC>
);
