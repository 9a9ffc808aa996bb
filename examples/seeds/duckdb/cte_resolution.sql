CREATE TABLE customers (id INTEGER, name VARCHAR, email VARCHAR);
CREATE TABLE orders (id INTEGER, customer_id INTEGER, amount DECIMAL(12, 2), date DATE);

WITH
  order_totals AS (
    SELECT customer_id, SUM(amount) AS total
    FROM orders
    GROUP BY customer_id
  ),
  enriched AS (
    SELECT c.id, c.name, ot.total
    FROM customers c
    JOIN order_totals ot ON c.id = ot.customer_id
  )
SELECT id, name, total FROM enriched;
