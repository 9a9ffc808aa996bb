-- NOT LIKE over a star
SELECT * NOT LIKE '%id' FROM orders;
-- LIKE over a star
SELECT * LIKE '%_id' FROM orders;
-- GLOB over a star
SELECT * GLOB '*id' FROM orders;
-- SIMILAR TO over a star
SELECT * SIMILAR TO '.*id' FROM orders;
-- NOT SIMILAR TO over a star
SELECT * NOT SIMILAR TO '.*id' FROM orders;
-- ILIKE in COLUMNS
SELECT COLUMNS(lambda c: c ILIKE '%ID') FROM orders;
-- NOT LIKE in COLUMNS
SELECT COLUMNS(lambda c: c NOT LIKE '%id') FROM orders;
-- a pattern under an aggregate
SELECT max(COLUMNS(lambda c: c NOT LIKE '%id')) FROM orders;
-- COLUMNS as arguments
SELECT coalesce(*COLUMNS('id')) AS c FROM orders;
-- COLUMNS as some of the arguments
SELECT greatest(qty, *COLUMNS(lambda c: c LIKE '%_id')) AS g FROM orders;
-- COLUMNS as fields
SELECT struct_pack(*COLUMNS(*)) AS s FROM rates;
