-- star
SELECT * FROM rates;
-- star of a table alias
SELECT r.* FROM rates AS r;
-- star of database and table
SELECT dim.products.* FROM dim.products;
-- star does not give ALIAS and MATERIALIZED columns
SELECT * FROM ods.orders;
-- star with more columns
SELECT *, amount * 2 AS twice, * FROM (SELECT amount, qty FROM ods.orders);
-- EXCEPT
SELECT * EXCEPT (since, rate) FROM rates;
-- EXCEPT of one name
SELECT * EXCEPT since FROM rates;
-- EXCEPT by a regular expression
SELECT * EXCEPT ('^m_') FROM metrics;
-- REPLACE
SELECT * REPLACE (rate * 2 AS rate) FROM rates;
-- REPLACE of several
SELECT * REPLACE (rate * product_id AS rate, toString(day) AS day) FROM rates;
-- EXCEPT and REPLACE
SELECT * EXCEPT (since) REPLACE (rate + 1 AS rate) FROM rates;
-- APPLY
SELECT * APPLY toString FROM rates;
-- APPLY of an aggregate
SELECT * EXCEPT (host, at) APPLY sum FROM metrics;
-- APPLY twice
SELECT * EXCEPT (host, at) APPLY max APPLY round FROM metrics;
-- APPLY with parameters
SELECT COLUMNS('^m_') APPLY quantile(0.9) FROM metrics;
-- APPLY of a lambda
SELECT COLUMNS('^m_') APPLY (x -> x * 2) FROM metrics;
-- APPLY of a lambda that uses another column
SELECT COLUMNS('^m_') APPLY (x -> x / cpu) FROM metrics;
-- EXCEPT, REPLACE and APPLY
SELECT * EXCEPT (host) REPLACE (cpu * 100 AS cpu) APPLY toString FROM metrics;
-- COLUMNS
SELECT COLUMNS('m_') FROM metrics;
-- COLUMNS of a table
SELECT m.COLUMNS('^m_r') FROM metrics AS m;
-- COLUMNS beside columns
SELECT host, COLUMNS('^m_w'), cpu FROM metrics;
-- COLUMNS of a list of names
SELECT COLUMNS(host, cpu) FROM metrics;
-- COLUMNS with EXCEPT
SELECT COLUMNS('^m_') EXCEPT (m_wait) FROM metrics;
-- COLUMNS inside a function
SELECT host, greatest(COLUMNS('^m_')) AS top, coalesce(COLUMNS('^m_(read|write)')) AS c FROM metrics;
-- two COLUMNS in one expression
SELECT COLUMNS('^m_read') + COLUMNS('^m_write') AS both FROM metrics;
-- COLUMNS over a join
SELECT COLUMNS('name|amount') FROM ods.orders AS o JOIN dim.users AS u ON o.user_id = u.user_id;
-- star of each side
SELECT o.*, u.* EXCEPT (user_id) FROM (SELECT user_id, amount FROM ods.orders) AS o JOIN dim.users AS u ON o.user_id = u.user_id;
-- star over a join
SELECT * FROM staff AS s JOIN rates AS r ON s.id = r.product_id;
-- star over a comma join
SELECT * FROM rates, staff;
-- star of a CTE with computed columns
WITH x AS (SELECT amount + 1 AS a, status AS s FROM ods.orders) SELECT * REPLACE (a * 2 AS a) FROM x;
-- star of nested stars
SELECT * FROM (SELECT * FROM (SELECT * EXCEPT (since) FROM rates));
-- star over a subquery of a join with the same names
SELECT * FROM (SELECT o.user_id, u.user_id AS other, u.name FROM ods.orders AS o JOIN dim.users AS u ON o.user_id = u.user_id);
-- count of COLUMNS by APPLY in GROUP BY
SELECT host, COLUMNS('^m_') APPLY avg FROM metrics GROUP BY host;
-- star in a function
SELECT tuple(*) AS t, array(m_read, m_write) AS a FROM (SELECT m_read, m_write FROM metrics);
-- star in cityHash64
SELECT cityHash64(*) AS h FROM rates;
-- REPLACE hides the column elsewhere
SELECT * REPLACE (rate * 2 AS rate), rate AS again FROM rates;
-- COLUMNS with REPLACE strict
SELECT * REPLACE STRICT (rate + 1 AS rate) FROM rates;
-- an explicit list of one table's columns
SELECT u.COLUMNS(name, country) FROM dim.users AS u;
-- APPLY then an alias prefix
SELECT * APPLY (toString, 's_') FROM rates;
-- star of Nested columns
SELECT * FROM (SELECT goals.id, goals.price, tags FROM events);
