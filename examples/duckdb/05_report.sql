-- The monthly report: a macro for rounding, a table macro for the best, and two files.
CREATE MACRO in_thousands(eur) AS round(eur / 1000, 1);

CREATE MACRO best_categories(n) AS TABLE
SELECT category, sum(amount_eur) AS amount_eur
FROM daily_sales
GROUP BY category
ORDER BY amount_eur DESC
LIMIT n;

SELECT category, in_thousands(sum(amount_eur)) AS thousands
FROM daily_sales
GROUP BY category;

CREATE TABLE best AS
SELECT category, amount_eur
FROM best_categories(5);

COPY (
    SELECT w.week, w.category, w.amount_eur, w.margin_eur, t.change
    FROM weekly_sales AS w
    LEFT JOIN trend AS t USING (week, category)
    WHERE w.week >= DATE '2026-01-01'
) TO 'reports/monthly.csv' (HEADER, DELIMITER ';');

COPY (
    SELECT md5(email) AS customer_key, COLUMNS(* EXCLUDE (customer_id, email))
    FROM customers
) TO 'reports/customers.parquet' (FORMAT parquet);

-- how rates and sales went together, days without sales too
WITH RECURSIVE days AS (
    SELECT DATE '2026-03-01' AS day
    UNION ALL
    SELECT day + 1 FROM days WHERE day < DATE '2026-03-31'
)
SELECT d.day::DATE AS day, sum(s.amount_eur) AS amount_eur, max(r.to_eur) AS usd
FROM days AS d
LEFT JOIN daily_sales AS s ON s.dt = d.day
LEFT JOIN exchange_rates AS r ON r.day = d.day AND r.currency = 'USD'
GROUP BY d.day;
