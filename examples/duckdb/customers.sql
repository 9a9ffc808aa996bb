-- One row a customer, kept up to date from what the shop's application wrote.
CREATE TABLE customer_events (customer_id BIGINT, name VARCHAR, email VARCHAR, changed_at TIMESTAMP, deleted BOOLEAN);
CREATE TABLE orders (order_id BIGINT, customer_id BIGINT, amount DECIMAL(12, 2), ordered_at TIMESTAMP);
CREATE TABLE customers (customer_id BIGINT, name VARCHAR, email VARCHAR, lifetime_value DECIMAL(18, 2), segment VARCHAR);

CREATE TEMP TABLE latest AS
SELECT * EXCLUDE (changed_at)
FROM customer_events
QUALIFY ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY changed_at DESC) = 1;

MERGE INTO customers AS c
USING latest AS l ON c.customer_id = l.customer_id
WHEN MATCHED AND l.deleted THEN DELETE
WHEN MATCHED THEN UPDATE SET name = l.name, email = LOWER(l.email)
WHEN NOT MATCHED THEN INSERT (customer_id, name, email) VALUES (l.customer_id, l.name, LOWER(l.email));

UPDATE customers AS c
SET
    lifetime_value = t.total,
    segment = CASE WHEN t.total > 1000 THEN 'gold' WHEN t.orders > 1 THEN 'returning' ELSE 'new' END
FROM (SELECT customer_id, SUM(amount) AS total, COUNT(*) AS orders FROM orders GROUP BY customer_id) AS t
WHERE t.customer_id = c.customer_id;

SELECT segment, COUNT(*) AS customers, AVG(lifetime_value) AS mean_value
FROM customers
GROUP BY segment
ORDER BY mean_value DESC;
