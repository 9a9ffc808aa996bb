CREATE TABLE customers (
    id INTEGER, name VARCHAR, region VARCHAR, age INTEGER, joined DATE,
    address STRUCT(city VARCHAR, zip INTEGER), tags VARCHAR[]
);
CREATE TABLE orders (
    id INTEGER, customer_id INTEGER, product_id INTEGER, amount DOUBLE, qty INTEGER,
    day DATE, status VARCHAR, "Order Ref" VARCHAR
);
CREATE TABLE products (
    id INTEGER, title VARCHAR, price DOUBLE, category VARCHAR, attrs MAP(VARCHAR, INTEGER)
);
CREATE TABLE events (
    seq INTEGER, customer_id INTEGER, kind VARCHAR, ts TIMESTAMP,
    payload STRUCT(n INTEGER, actor STRUCT(name VARCHAR, level INTEGER)),
    items STRUCT(sku INTEGER, price DOUBLE)[], scores INTEGER[]
);
CREATE TABLE staff (
    id INTEGER, boss_id INTEGER, name VARCHAR, salary INTEGER, team VARCHAR
);
CREATE TABLE rates (
    product_id INTEGER, day DATE, rate DOUBLE
);
CREATE TABLE visits (
    id INTEGER, customer_id INTEGER, page VARCHAR, ok BOOLEAN, price DECIMAL(9,2), began TIME, took INTERVAL,
    doc JSON, grid INTEGER[][], spot DOUBLE[3], meta MAP(VARCHAR, STRUCT(n INTEGER, s VARCHAR)),
    pick UNION(num INTEGER, str VARCHAR), mood ENUM('a', 'b', 'c')
);
