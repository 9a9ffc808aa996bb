CREATE TABLE customers (id INTEGER, name VARCHAR, email VARCHAR, parent_id INTEGER);
CREATE TABLE archived_customers (id INTEGER, name VARCHAR);
CREATE TABLE orders (customer_id INTEGER, order_date DATE);

SELECT * FROM customers;

SELECT a.id FROM customers AS a;

SELECT a.id, b.name
FROM customers a
JOIN customers b ON a.parent_id = b.id;

SELECT id, name FROM customers
UNION ALL
SELECT id, name FROM archived_customers;

-- The seed refuses a subquery in the select list; headwater reads it.
SELECT
    id,
    (SELECT MAX(order_date) FROM orders WHERE orders.customer_id = c.id) AS last_order
FROM customers c;
