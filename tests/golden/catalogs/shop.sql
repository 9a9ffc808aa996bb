-- The small schema of most golden cases. Flat tables, in words that all dialects read;
-- the nested table `events` is written in each dialect's own types in shop.<dialect>.sql.
CREATE TABLE t (a INT, b INT, c INT, d INT);
CREATE TABLE u (a INT, x INT, y INT);
CREATE TABLE v (a INT, x INT, z INT);
CREATE TABLE orders (id INT, customer_id INT, amount DECIMAL(10, 2), status VARCHAR(20), created_at TIMESTAMP);
CREATE TABLE customers (id INT, name VARCHAR(50), city VARCHAR(50), parent_id INT);
CREATE TABLE items (order_id INT, product_id INT, qty INT, price DECIMAL(10, 2));
CREATE TABLE sales.facts (k INT, amount INT, day DATE);
CREATE TABLE stage.facts (k INT, raw INT);
