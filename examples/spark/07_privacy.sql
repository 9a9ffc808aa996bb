-- Customers who are to be forgotten, and what of them is left for statistics.
CREATE TABLE IF NOT EXISTS dim.forget_requests (customer_id BIGINT, requested_at TIMESTAMP) USING delta;

UPDATE dws.customer_360
SET full_name = NULL, email = sha2(email, 256), country = 'unknown'
WHERE customer_id IN (SELECT customer_id FROM dim.forget_requests);

DELETE FROM dwd.returns
WHERE EXISTS (SELECT 1 FROM dim.forget_requests AS f WHERE f.customer_id = returns.customer_id);

CREATE OR REPLACE VIEW dws.contacts_safe AS
SELECT
    customer_id,
    sha2(lower(email), 256) AS email_key,
    mask(full_name) AS name_shape,
    regexp_extract(email, '@(.+)$', 1) AS mail_host,
    * EXCEPT (customer_id, full_name, email, email_hash)
FROM dws.customer_360;

FROM dws.contacts_safe
|> WHERE segment <> 'visitor'
|> AGGREGATE count(*) AS customers, avg(spent_eur) AS mean_spent GROUP BY mail_host
|> ORDER BY customers DESC
|> LIMIT 20;
