CREATE TABLE events (id INT, ts TIMESTAMP, n INT,
  payload STRUCT(buyer STRUCT(id INT, name VARCHAR), kind VARCHAR),
  tags VARCHAR[], lines STRUCT(sku VARCHAR, price INT)[], attrs MAP(VARCHAR, VARCHAR));
