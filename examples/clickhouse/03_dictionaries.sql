-- Dictionaries in memory, for names that every report needs.
CREATE DICTIONARY marts.products_dict
(
    sku String,
    title String DEFAULT 'unknown',
    category String DEFAULT 'unknown',
    cost Float64
)
PRIMARY KEY sku
SOURCE(CLICKHOUSE(DB 'lake' TABLE 'products'))
LAYOUT(COMPLEX_KEY_HASHED())
LIFETIME(MIN 300 MAX 900);

CREATE DICTIONARY marts.customers_dict
(
    customer_id UInt64,
    email String,
    segment String DEFAULT 'visitor'
)
PRIMARY KEY customer_id
SOURCE(CLICKHOUSE(QUERY 'SELECT customer_id, email, segment FROM marts.customers FINAL'))
LAYOUT(HASHED())
LIFETIME(3600);

CREATE VIEW marts.lines_with_names AS
SELECT
    order_id,
    sku,
    dictGet('marts.products_dict', 'title', sku) AS title,
    dictGetOrDefault('marts.customers_dict', 'segment', customer_id, 'visitor') AS segment,
    quantity,
    amount_eur
FROM ingest.order_lines;

SELECT segment, email
FROM marts.customers_dict
WHERE segment = 'gold';
