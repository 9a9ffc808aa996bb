-- A model of what a customer will spend, trained and used here.
CREATE OR REPLACE MODEL marketing.lifetime_value
OPTIONS (model_type = 'LINEAR_REG', input_label_cols = ['spent_eur'])
AS
SELECT country, age_band, segment, spent_eur
FROM staging.customers;

CREATE OR REPLACE TABLE marketing.predicted_value AS
SELECT customer_id, predicted_spent_eur
FROM ML.PREDICT(
    MODEL marketing.lifetime_value,
    (SELECT customer_id, country, age_band, segment FROM staging.customers)
);

CREATE TABLE IF NOT EXISTS marketing.best_customers (customer_id INT64, email STRING, place INT64, score NUMERIC);

BEGIN TRANSACTION;

DELETE FROM marketing.best_customers WHERE TRUE;

INSERT INTO marketing.best_customers (customer_id, email, place, score)
SELECT
    customer_id,
    email,
    RANK() OVER (ORDER BY spent_eur DESC),
    spent_eur / MAX(spent_eur) OVER ()
FROM staging.customers
WHERE customer_id NOT IN (SELECT customer_id FROM marketing.attribution)
LIMIT 1000;

COMMIT TRANSACTION;
