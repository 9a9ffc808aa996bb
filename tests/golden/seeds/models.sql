--- a scalar subquery: its filter decides that column alone [dialect: duckdb; catalog: none]
CREATE TABLE customers (customer_id INT, name TEXT);
CREATE TABLE orders (customer_id INT, order_date DATE);
SELECT
    customer_id,
    (SELECT MAX(order_date) FROM orders WHERE orders.customer_id = c.customer_id) AS last_order
FROM customers c
--> customer_id   customers.customer_id  DIRECT
--> last_order    orders.order_date      AGG
--> last_order ~  orders.customer_id     FILTER
--> last_order ~  customers.customer_id  FILTER

--- the same by a CTE and a join                            [dialect: duckdb; catalog: none]
CREATE TABLE customers (customer_id INT, name TEXT);
CREATE TABLE orders (customer_id INT, order_date DATE);
WITH last_orders AS (
    SELECT customer_id, MAX(order_date) AS last_order
    FROM orders
    GROUP BY customer_id
)
SELECT c.customer_id, lo.last_order
FROM customers c
LEFT JOIN last_orders lo ON c.customer_id = lo.customer_id
--> customer_id  customers.customer_id  DIRECT
--> last_order   orders.order_date      AGG
--> rows         customers.customer_id  JOIN
--> rows         orders.customer_id     JOIN
--> rows         orders.customer_id     GROUP_BY

--- a sum through two CTEs                                  [dialect: duckdb; catalog: none]
CREATE TABLE customers (id INT, name TEXT);
CREATE TABLE orders (customer_id INT, amount INT);
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
SELECT id, name, total FROM enriched
--> id     customers.id        DIRECT
--> name   customers.name      DIRECT
--> total  orders.amount       AGG
--> rows   customers.id        JOIN
--> rows   orders.customer_id  JOIN
--> rows   orders.customer_id  GROUP_BY
--> expr total  "SUM(amount)"

--- lifetime value without a schema                         [dialects: duckdb spark; catalog: none]
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
LEFT JOIN order_totals ot ON c.customer_id = ot.customer_id
--> customer_id     customers.customer_id  DIRECT    INFERRED
--> name            customers.name         DIRECT    INFERRED
--> lifetime_value  orders.amount          AGG       INFERRED
--> rows            customers.customer_id  JOIN      INFERRED
--> rows            orders.customer_id     JOIN      INFERRED
--> rows            orders.customer_id     GROUP_BY  INFERRED
--! W110
--= level INFERRED

--- a star without a schema is a marker                     [dialects: duckdb spark; catalog: none; influence: complete]
SELECT * FROM customers
--> *  customers.*  DIRECT  INFERRED
--! W110  1:15

--- a star with a schema is its columns                     [dialects: duckdb spark; catalog: none; influence: complete]
CREATE TABLE customers (id INT, name VARCHAR(20), email VARCHAR(20));
SELECT * FROM customers
--> id     customers.id     DIRECT
--> name   customers.name   DIRECT
--> email  customers.email  DIRECT
--= level EXACT

--- an aliased table                                        [dialect: duckdb; catalog: none; influence: complete]
CREATE TABLE customers (id INT, name TEXT);
SELECT a.id FROM customers AS a
--> id  customers.id  DIRECT

--- a self-join                                             [dialect: duckdb; catalog: none]
CREATE TABLE customers (id INT, parent_id INT, name TEXT);
SELECT a.id, b.name
FROM customers a
JOIN customers b ON a.parent_id = b.id
--> id    customers.id         DIRECT
--> name  customers.name       DIRECT
--> rows  customers.parent_id  JOIN
--> rows  customers.id         JOIN

--- a union takes from both tables                          [dialect: duckdb; catalog: none; influence: complete]
CREATE TABLE customers (id INT, name TEXT);
CREATE TABLE archived_customers (id INT, name TEXT);
SELECT id, name FROM customers
UNION ALL
SELECT id, name FROM archived_customers
--> id    customers.id             DIRECT
--> id    archived_customers.id    DIRECT
--> name  customers.name           DIRECT
--> name  archived_customers.name  DIRECT

--- classes of functions: handed through, aggregate, window, none   [dialect: duckdb; catalog: none]
CREATE TABLE t (x TEXT, n INT, g INT);
SELECT TRIM(x) AS trimmed, ROW_NUMBER() OVER (PARTITION BY g ORDER BY n) AS rn, UUID() AS id, CURRENT_TIMESTAMP AS at FROM t
--> trimmed  t.x  DERIVED
--> rn       generated
--> id       generated
--> at       generated
--> rn ~     t.g  WINDOW
--> rn ~     t.n  WINDOW
