-- Whole orders with their lines nested, for engines that like nested rows.
INSERT OVERWRITE export.order_facts PARTITION (dt)
SELECT
    order_id,
    first(customer_id) AS customer_id,
    sum(amount_eur) AS amount_eur,
    collect_list(named_struct('sku', sku, 'quantity', quantity, 'amount_eur', amount_eur)) AS lines,
    min(ordered_at) AS ordered_at,
    dt
FROM dwd.order_lines
GROUP BY order_id, dt;

CREATE OR REPLACE VIEW dws.basket_sizes AS
SELECT
    order_id,
    size(lines) AS lines,
    aggregate(lines, 0, (total, line) -> total + line.quantity) AS units,
    filter(lines, line -> line.amount_eur > 100) AS dear_lines,
    exists(lines, line -> line.quantity > 10) AS wholesale
FROM export.order_facts;

-- which products are bought together
CREATE OR REPLACE TABLE dws.bought_together USING delta AS
SELECT a.line.sku AS sku, b.line.sku AS with_sku, count(*) AS orders
FROM export.order_facts AS o
LATERAL VIEW explode(o.lines) a AS line
LATERAL VIEW explode(o.lines) b AS line
WHERE a.line.sku < b.line.sku
GROUP BY a.line.sku, b.line.sku
HAVING count(*) >= 5;

SELECT sku, with_sku, orders, dense_rank() OVER (PARTITION BY sku ORDER BY orders DESC) AS place
FROM dws.bought_together
ORDER BY sku, place
LIMIT 100;
