CREATE TABLE events (id Int32, ts DateTime, n Int32,
  payload Tuple(buyer Tuple(id Int32, name String), kind String),
  tags Array(String), lines Array(Tuple(sku String, price Int32)), attrs Map(String, String)) ENGINE = Memory;
