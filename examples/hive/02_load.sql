-- The nightly copies that do not come by stream.
LOAD DATA INPATH 'hdfs://shop/landing/products/2026-03-01.tsv'
OVERWRITE INTO TABLE ods.products PARTITION (dt = '2026-03-01');

ALTER TABLE ods.reviews ADD IF NOT EXISTS PARTITION (dt = '2026-03-01')
LOCATION 's3://shop-lake/landing/reviews/2026-03-01';

MSCK REPAIR TABLE ods.orders;

ANALYZE TABLE ods.order_items PARTITION (dt = '2026-03-01') COMPUTE STATISTICS;
