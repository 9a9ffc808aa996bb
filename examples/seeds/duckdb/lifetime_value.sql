CREATE TABLE customers (customer_id INTEGER, name VARCHAR);
CREATE TABLE orders (customer_id INTEGER, amount DECIMAL(12, 2), order_date DATE);

WITH order_totals AS (
    SELECT customer_id, SUM(amount) AS total
    FROM orders
    GROUP BY customer_id
)
SELECT
    c.customer_id,
    c.name,
    ot.total AS lifetime_value
FROM customers c
LEFT JOIN order_totals ot ON c.customer_id = ot.customer_id;

WITH last_orders AS (
    SELECT customer_id, MAX(order_date) AS last_order
    FROM orders
    GROUP BY customer_id
)
SELECT c.customer_id, lo.last_order
FROM customers c
LEFT JOIN last_orders lo ON c.customer_id = lo.customer_id;
