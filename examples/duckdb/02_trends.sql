-- Sales over time: weeks, growth, the best of each day.
CREATE VIEW weekly_sales AS
SELECT
    date_trunc('week', dt) AS week,
    ship_country,
    category,
    sum(amount_eur) AS amount_eur,
    sum(margin_eur) AS margin_eur,
    sum(units) AS units
FROM daily_sales
GROUP BY ALL;

CREATE TABLE trend AS
SELECT
    week,
    category,
    amount_eur,
    amount_eur - lag(amount_eur) OVER by_week AS change,
    avg(amount_eur) OVER (by_week ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS month_mean
FROM (SELECT week, category, sum(amount_eur) AS amount_eur FROM weekly_sales GROUP BY ALL)
WINDOW by_week AS (PARTITION BY category ORDER BY week);

SELECT dt, category, amount_eur
FROM daily_sales
QUALIFY row_number() OVER (PARTITION BY dt ORDER BY amount_eur DESC) <= 3;

-- a month a column, as people like to see it
PIVOT (SELECT category, month(dt) AS month, amount_eur FROM daily_sales)
ON month IN (1, 2, 3)
USING sum(amount_eur)
GROUP BY category;

-- the same for whatever countries there are
PIVOT daily_sales ON ship_country USING sum(amount_eur) GROUP BY category;

UNPIVOT (SELECT dt, amount_eur, margin_eur FROM daily_sales)
ON amount_eur, margin_eur
INTO NAME measure VALUE eur;

FROM weekly_sales
SELECT ship_country, round(sum(margin_eur) / sum(amount_eur), 3) AS margin
GROUP BY ROLLUP (ship_country)
HAVING sum(amount_eur) > 0
ORDER BY margin DESC;
