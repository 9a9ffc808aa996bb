-- Who the customers are: segments joined with the audience, kept up to date in one table.
CREATE TABLE customers (
    customer_id BIGINT PRIMARY KEY,
    email VARCHAR,
    segment VARCHAR,
    spent_eur DECIMAL(18, 2),
    in_audience BOOLEAN
);

CREATE TEMP TABLE joined AS
SELECT s.* EXCLUDE (bucket), a.customer_id IS NOT NULL AS in_audience
FROM segments AS s
LEFT JOIN audience AS a USING (customer_id);

MERGE INTO customers AS c
USING joined AS j ON c.customer_id = j.customer_id
WHEN MATCHED AND j.segment = 'visitor' THEN DELETE
WHEN MATCHED THEN UPDATE SET email = j.email, segment = j.segment, spent_eur = j.spent_eur, in_audience = j.in_audience
WHEN NOT MATCHED THEN INSERT (customer_id, email, segment, spent_eur, in_audience)
    VALUES (j.customer_id, j.email, j.segment, j.spent_eur, j.in_audience);

INSERT INTO customers BY NAME
SELECT customer_id, email, segment, spent_eur, true AS in_audience
FROM audience
ON CONFLICT (customer_id) DO UPDATE SET spent_eur = greatest(customers.spent_eur, excluded.spent_eur);

UPDATE customers
SET segment = CASE WHEN b.times > 3 THEN 'tester' ELSE customers.segment END
FROM (SELECT customer_id, count(*) AS times FROM experiments GROUP BY customer_id) AS b
WHERE b.customer_id = customers.customer_id;

SELECT
    segment,
    count(*) AS customers,
    count(*) FILTER (in_audience) AS in_audience,
    quantile_cont(spent_eur, 0.5) AS middle,
    arg_max(split_part(email, '@', 2), spent_eur) AS host_of_best
FROM customers
GROUP BY segment
ORDER BY customers DESC;

DELETE FROM customers WHERE email IS NULL;
