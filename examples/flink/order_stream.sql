-- Orders as they arrive, joined with what is known of the customer.
CREATE TABLE orders (
    order_id BIGINT,
    customer_id BIGINT,
    amount DECIMAL(12, 2),
    currency STRING,
    ordered_at TIMESTAMP(3)
);

CREATE TABLE customers (customer_id BIGINT, name STRING, country STRING);

CREATE TABLE rates (currency STRING, to_eur DECIMAL(18, 6));

CREATE TABLE enriched_orders (
    order_id BIGINT,
    customer STRING,
    country STRING,
    amount_eur DECIMAL(18, 2),
    `day` STRING
);

CREATE TABLE country_totals (country STRING, `day` STRING, orders BIGINT, amount_eur DECIMAL(18, 2));

INSERT INTO enriched_orders
WITH in_euro AS (
    SELECT o.order_id, o.customer_id, o.amount * r.to_eur AS amount_eur, o.ordered_at
    FROM orders AS o
    JOIN rates AS r ON o.currency = r.currency
)
SELECT
    e.order_id,
    UPPER(c.name) AS customer,
    c.country,
    CAST(e.amount_eur AS DECIMAL(18, 2)) AS amount_eur,
    DATE_FORMAT(e.ordered_at, 'yyyy-MM-dd')
FROM in_euro AS e
LEFT JOIN customers AS c ON c.customer_id = e.customer_id;

INSERT INTO country_totals
SELECT country, `day`, COUNT(*), SUM(amount_eur)
FROM enriched_orders
GROUP BY country, `day`;

CREATE VIEW largest_orders AS
SELECT order_id, country, amount_eur
FROM (
    SELECT
        order_id,
        country,
        amount_eur,
        ROW_NUMBER() OVER (PARTITION BY country ORDER BY amount_eur DESC) AS place
    FROM enriched_orders
)
WHERE place <= 3;
