-- Tables of the shop's MySQL that streams are looked up in, and one that Flink keeps up to date there.
CREATE DATABASE IF NOT EXISTS mysql;

CREATE TABLE mysql.products (
    sku STRING,
    title STRING,
    category STRING,
    cost DECIMAL(12, 2),
    PRIMARY KEY (sku) NOT ENFORCED
) WITH (
    'connector' = 'jdbc',
    'url' = 'jdbc:mysql://mysql:3306/shop',
    'table-name' = 'products',
    'lookup.cache' = 'PARTIAL',
    'lookup.partial-cache.max-rows' = '50000'
);

CREATE TABLE mysql.exchange_rates (
    currency STRING,
    to_eur DECIMAL(18, 6),
    PRIMARY KEY (currency) NOT ENFORCED
) WITH (
    'connector' = 'jdbc',
    'url' = 'jdbc:mysql://mysql:3306/shop',
    'table-name' = 'exchange_rates'
);

CREATE TABLE mysql.stock_levels (
    sku STRING,
    warehouse STRING,
    in_stock BIGINT,
    last_moved_at TIMESTAMP(3),
    PRIMARY KEY (sku, warehouse) NOT ENFORCED
) WITH (
    'connector' = 'jdbc',
    'url' = 'jdbc:mysql://mysql:3306/shop',
    'table-name' = 'stock_levels'
);
