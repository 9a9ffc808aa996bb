-- What reviews say, told by a script that SQL cannot look into, and by a Java function nobody described.
ADD FILE s3://shop-lake/jobs/score_reviews.py;

INSERT OVERWRITE TABLE dwd.review_scores PARTITION (dt = '2026-03-01')
SELECT TRANSFORM (review_id, sku, body)
USING 'python3 score_reviews.py'
AS (review_id BIGINT, sku STRING, score DOUBLE, language STRING)
FROM ods.reviews
WHERE dt = '2026-03-01';

CREATE TEMPORARY FUNCTION strip_names AS 'shop.hive.StripNames';

CREATE TABLE dws.review_texts STORED AS ORC AS
SELECT r.sku, strip_names(r.body) AS body, s.score
FROM ods.reviews r
JOIN dwd.review_scores s ON s.review_id = r.review_id;
