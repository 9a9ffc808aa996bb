-- Scalar functions, conditions, subqueries, registered functions.

-- # arithmetic and comparison
SELECT amount + quantity, amount > 10, -amount, amount % 3, NOT (quantity = 1) FROM orders;

-- # strings
SELECT UPPER(name), CONCAT(name, '-', city), name || email, SUBSTRING(email, 2, 3), TRIM(BOTH ' ' FROM phone), CHAR_LENGTH(name),
  POSITION('@' IN email), OVERLAY(phone PLACING '***' FROM 2 FOR 3), REPLACE(name, 'a', city)
FROM users;

-- # more strings
SELECT REGEXP_REPLACE(url, referrer, ''), REGEXP_EXTRACT(url, 'p=(\d+)', 1), SPLIT_INDEX(url, '/', 2), LPAD(`user`, 8, '0'), INITCAP(`user`),
  PARSE_URL(url, 'QUERY', `user`), LOCATE('x', url), INSTR(url, `user`), REVERSE(url), REPEAT(`user`, 2), MD5(payload), SHA2(payload, 256)
FROM clicks;

-- # LIKE, SIMILAR TO, IN, BETWEEN
SELECT name LIKE 'A%', email SIMILAR TO '%@%', city IN ('Rome', 'Oslo'), score BETWEEN 1 AND 2, name IS NULL, vip IS TRUE, city NOT IN ('X', name) FROM users;

-- # times
SELECT EXTRACT(YEAR FROM order_time), DATE_FORMAT(order_time, 'yyyy'), FLOOR(order_time TO DAY), CEIL(order_time TO HOUR),
  TIMESTAMPADD(DAY, quantity, order_time), order_time + INTERVAL '1' DAY, YEAR(order_time), HOUR(order_time)
FROM orders;

-- # differences of times, and text to times
SELECT TIMESTAMPDIFF(DAY, birthday, CURRENT_DATE), TO_DATE(phone), TO_TIMESTAMP(email, 'yyyy'), UNIX_TIMESTAMP(email), FROM_UNIXTIME(user_id),
  CONVERT_TZ(name, 'UTC', city)
FROM users;

-- # clocks and chance have no source
SELECT order_id, CURRENT_TIMESTAMP, NOW(), LOCALTIMESTAMP, UUID(), RAND(), RAND_INTEGER(quantity), CURRENT_DATE, PI(), CURRENT_DATABASE() FROM orders;

-- # casts
SELECT CAST(amount AS STRING), TRY_CAST(coupon AS INT), CAST(order_time AS DATE), TYPEOF(amount) FROM orders;

-- # numbers
SELECT ABS(score), ROUND(score, 2), TRUNCATE(score, 1), POWER(score, 2), LOG(score), SQRT(score), MOD(user_id, 7), GREATEST(score, user_id), LEAST(score, 3.0), BIN(user_id), HEX(name) FROM users;

-- # CASE with conditions
SELECT order_id, CASE WHEN amount > 100 THEN status WHEN quantity > 5 THEN coupon ELSE currency END AS c FROM orders;

-- # CASE with an operand
SELECT order_id, CASE status WHEN 'N' THEN amount WHEN 'P' THEN total END AS c FROM orders;

-- # IF, IFNULL, NULLIF, COALESCE
SELECT IF(vip, score, 0.0) AS a, IFNULL(phone, email) AS b, NULLIF(name, city) AS c, COALESCE(phone, email, 'none') AS d FROM users;

-- # ELT chooses by its first argument
SELECT ELT(2, name, city, email) AS e FROM users;

-- # nested conditions
SELECT CASE WHEN vip THEN IF(score > 1, name, email) ELSE COALESCE(NULLIF(phone, ''), city) END AS x FROM users;

-- # a registered scalar function
SELECT user_id, mask_phone(phone) AS masked, risk_score(score, city, vip) AS risk FROM users;

-- # a registered function around others
SELECT UPPER(mask_phone(CONCAT(phone, email))) AS m, 1 + risk_score(score) AS r FROM users;

-- # a registered asynchronous function
SELECT order_id, geo_lookup(o.shipping.geo.lat, o.shipping.geo.lon) AS region FROM orders AS o;

-- # a registered function in a filter and in a group
SELECT mask_phone(phone) AS m, COUNT(*) AS n FROM users WHERE risk_score(score) > 0.5 GROUP BY mask_phone(phone);

-- # a function registered in the script
CREATE TEMPORARY SYSTEM FUNCTION my_mask AS 'headwater.judge.MaskPhone' LANGUAGE JAVA;
SELECT my_mask(email) AS m FROM users;

-- # a scalar subquery
SELECT u.name, (SELECT MAX(amount) FROM orders) AS top FROM users u;

-- # a correlated scalar subquery
SELECT u.name, (SELECT SUM(o.amount) FROM orders o WHERE o.user_id = u.user_id) AS spent FROM users u;

-- # a subquery that returns the outer value
SELECT u.name, (SELECT MAX(CONCAT(o.status, u.city)) FROM orders o WHERE o.user_id = u.user_id) AS mixed FROM users u;

-- # IN and EXISTS as values
SELECT name, user_id IN (SELECT user_id FROM orders) AS buys, EXISTS (SELECT 1 FROM clicks c WHERE c.user_id = u.user_id) AS clicks FROM users u;

-- # IN and EXISTS as conditions
SELECT CASE WHEN user_id IN (SELECT user_id FROM orders WHERE amount > 1) THEN name ELSE city END AS x FROM users;

-- # a subquery in an arithmetic expression
SELECT amount - (SELECT AVG(amount) FROM orders) AS above FROM orders;

-- # a comparison with a subquery
SELECT order_id, amount FROM orders WHERE amount > (SELECT AVG(paid) FROM payments);

-- # a long list of constants
SELECT order_id, status IN ('a','b','c','d','e','f','g','h','i','j','k','l','m','n','o','p','q','r','s','t','u','v') AS known FROM orders;

-- # OVERLAPS
SELECT order_id FROM orders WHERE (order_time, INTERVAL '1' HOUR) OVERLAPS (TIMESTAMP '2024-01-01 00:00:00', INTERVAL '1' DAY);

-- # a derived table three levels deep
SELECT x3 FROM (SELECT x2 || '!' AS x3 FROM (SELECT x1 || city AS x2 FROM (SELECT UPPER(name) AS x1, city FROM users)));

-- # aliases are not seen beside each other
SELECT amount AS quantity, quantity AS amount FROM orders;

-- # the current watermark
SELECT order_id, CURRENT_WATERMARK(order_time) AS wm FROM orders;

-- # URLs, bases and encodings
SELECT URL_ENCODE(url), URL_DECODE(referrer), TO_BASE64(url), FROM_BASE64(payload), ENCODE(url, 'UTF-8'), DECODE(ENCODE(url, 'UTF-8'), 'UTF-8'), ASCII(url), CHR(event_ts) FROM clicks;

-- # LIKE with an escape, and a regular expression
SELECT url LIKE '%!_x' ESCAPE '!', REGEXP(url, referrer), REGEXP_COUNT(url, 'a'), REGEXP_SUBSTR(url, `user`), STARTSWITH(url, 'http'), ENDSWITH(url, referrer), TRANSLATE(url, 'ab', 'xy'), BTRIM(url), PRINTF('%s-%d', url, event_ts) FROM clicks;
