-- an aggregate of many
SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 1.0, delta = 1e-5, privacy_unit_column = id) city, COUNT(*) AS n FROM customers GROUP BY city;

-- AGGREGATION_THRESHOLD
SELECT WITH AGGREGATION_THRESHOLD OPTIONS (threshold = 10, privacy_unit_column = id) city, COUNT(*) AS n, MAX(since) AS m FROM customers GROUP BY city;
