-- Orders and their lines, rolled up to one row a day and product.
CREATE TABLE orders (order_id BIGINT, customer_id BIGINT, ordered_at TIMESTAMP, status VARCHAR);
CREATE TABLE order_lines (order_id BIGINT, product_id BIGINT, quantity INTEGER, unit_price DECIMAL(12, 2));
CREATE TABLE products (product_id BIGINT, title VARCHAR, category VARCHAR);
CREATE TABLE daily_sales (day DATE, product_id BIGINT, title VARCHAR, units BIGINT, revenue DECIMAL(18, 2));

INSERT INTO daily_sales
WITH sold AS (
    SELECT
        CAST(o.ordered_at AS DATE) AS day,
        l.product_id,
        l.quantity,
        l.quantity * l.unit_price AS amount
    FROM orders AS o
    JOIN order_lines AS l ON l.order_id = o.order_id
    WHERE o.status <> 'cancelled'
)
SELECT s.day, s.product_id, p.title, SUM(s.quantity) AS units, SUM(s.amount) AS revenue
FROM sold AS s
LEFT JOIN products AS p ON p.product_id = s.product_id
GROUP BY s.day, s.product_id, p.title;

CREATE VIEW best_sellers AS
SELECT day, title, revenue
FROM daily_sales
QUALIFY ROW_NUMBER() OVER (PARTITION BY day ORDER BY revenue DESC) <= 10;

CREATE TABLE sales_trend AS
SELECT
    day,
    product_id,
    revenue,
    revenue - LAG(revenue) OVER (PARTITION BY product_id ORDER BY day) AS change
FROM daily_sales;
