-- plain columns
SELECT order_id, user_id, amount FROM ods.orders;
-- qualified by table, by database and by alias
SELECT orders.amount, ods.orders.qty, o.status FROM ods.orders AS o, ods.orders SETTINGS joined_subquery_requires_alias = 0;
-- an alias of the table
SELECT o.amount AS a, o.qty AS q FROM ods.orders o WHERE o.status = 'paid';
-- constants have no source
SELECT 1 AS one, 'x' AS x, NULL AS n, [1, 2] AS l, (1, 'a') AS t, now() AS at FROM ods.orders;
-- arithmetic
SELECT amount * qty + 1 AS total, -amount AS neg, amount % 10 AS rest, intDiv(qty, 2) AS half FROM ods.orders;
-- an alias is used beside its definition
SELECT amount * qty AS total, total * 0.2 AS tax, total + tax AS gross FROM ods.orders;
-- an alias is used before its definition
SELECT tax + 1 AS more, amount * 0.2 AS tax FROM ods.orders;
-- an alias hides a column of its own name
SELECT amount + 1 AS qty, qty * 2 AS twice FROM ods.orders;
-- an alias of the same name as the column it is made of
SELECT toString(amount) AS amount, length(amount) AS n FROM ods.orders;
-- an alias inside an argument
SELECT round(amount * 1.2 AS gross, 2) AS r, gross - amount AS tax FROM ods.orders;
-- an alias inside a nested argument, used in WHERE
SELECT concat(upper(status AS s), '-', toString(qty AS q)) AS label, s, q FROM ods.orders WHERE s != 'x' AND q > 1;
-- an alias defined in WHERE
SELECT hit, order_id FROM ods.orders WHERE (amount > 10 AS hit);
-- an alias defined in GROUP BY
SELECT d, sum(amount) AS s FROM ods.orders GROUP BY toDate(ts) AS d;
-- an alias defined in ORDER BY
SELECT order_id, k FROM ods.orders ORDER BY (amount / qty AS k);
-- DISTINCT
SELECT DISTINCT status, toDate(ts) AS d FROM ods.orders;
-- DISTINCT ON
SELECT DISTINCT ON (user_id) user_id, amount FROM ods.orders ORDER BY user_id, ts;
-- FINAL and SAMPLE
SELECT user_id, amount FROM ods.orders FINAL SAMPLE 0.1 OFFSET 0.5 WHERE qty > 0;
-- PREWHERE and WHERE
SELECT url, kind FROM events PREWHERE user_id = 1 WHERE kind = 'click';
-- operators become functions
SELECT amount BETWEEN 1 AND 2 AS b, status LIKE 'p%' AS l, status NOT ILIKE 'x' AS i, coupon IS NULL AS n, NOT (qty > 1) AS k FROM ods.orders;
-- equality of tuples
SELECT (user_id, product_id) = (1, 2) AS same, (amount, qty) < (1, qty) AS less FROM ods.orders;
-- the ternary operator
SELECT qty > 1 ? amount : 0 AS v FROM ods.orders;
-- casts of all spellings
SELECT amount::String AS a, CAST(qty AS Float64) AS b, CAST(ts, 'Date') AS c, toInt32OrZero(status) AS d, accurateCastOrNull(amount, 'UInt8') AS e FROM ods.orders;
-- intervals
SELECT ts + INTERVAL 1 DAY AS next, ts - INTERVAL qty HOUR AS before, toStartOfInterval(ts, INTERVAL 5 MINUTE) AS slot FROM ods.orders;
-- EXTRACT and date parts
SELECT EXTRACT(YEAR FROM ts) AS y, toYYYYMM(ts) AS ym, dateDiff('day', ts, now()) AS age, date_add(DAY, 3, ts) AS later FROM ods.orders;
-- concatenation by ||
SELECT status || ':' || toString(order_id) AS k FROM ods.orders;
-- substring and trim forms
SELECT substring(status, 1, 2) AS a, trim(BOTH 'x' FROM status) AS b, position(status IN 'paid') AS c FROM ods.orders SETTINGS function_locate_has_mysql_compatible_argument_order = 0;
-- CASE with a searched condition
SELECT CASE WHEN qty > 10 THEN amount WHEN qty > 5 THEN amount / 2 ELSE 0 END AS v FROM ods.orders;
-- CASE with an operand
SELECT CASE status WHEN 'paid' THEN amount WHEN 'open' THEN toFloat64(qty) END AS v FROM ods.orders;
-- if and multiIf
SELECT if(status = 'paid', amount, 0) AS a, multiIf(qty = 1, 'one', qty = 2, status, coupon) AS b FROM ods.orders;
-- nullIf, coalesce, ifNull, assumeNotNull
SELECT nullIf(qty, product_id) AS a, coalesce(coupon, status, 'none') AS b, ifNull(coupon, status) AS c, assumeNotNull(coupon) AS d FROM ods.orders;
-- greatest and least
SELECT greatest(amount, toFloat64(qty)) AS g, least(order_id, user_id) AS l FROM ods.orders;
-- transform
SELECT transform(status, ['paid', 'open'], ['P', 'O'], coupon) AS t, transform(qty, [1, 2], [10, 20]) AS u FROM ods.orders SETTINGS allow_suspicious_low_cardinality_types = 1;
-- a list of values
SELECT status IN ('paid', 'open') AS a, qty NOT IN (1, 2, 3) AS b, (user_id, qty) IN ((1, 2), (3, 4)) AS c FROM ods.orders;
-- a list of columns
SELECT amount IN (1, toFloat64(qty)) AS a FROM ods.orders;
-- no FROM
SELECT 1 + 1 AS two, today() AS d;
-- the dummy table
SELECT dummy FROM system.one;
-- FROM first
FROM ods.orders SELECT amount, qty WHERE qty > 1;
-- quoted names
SELECT `amount` AS `the amount`, "qty" AS "q-1" FROM ods.orders;
-- virtual columns are no columns of the star
SELECT _part, amount FROM ods.orders;
-- negative and hexadecimal literals
SELECT amount * -1 AS a, qty + 0xFF AS b, 1e3 * amount AS c FROM ods.orders;
-- clock, random and session functions
SELECT rand() AS r, generateUUIDv4() AS u, currentDatabase() AS d, rowNumberInAllBlocks() AS n, amount + rand() AS a FROM ods.orders;
-- a column by its position in GROUP BY and ORDER BY
SELECT status, sum(amount) FROM ods.orders GROUP BY 1 ORDER BY 2;
-- comments and strange spacing
SELECT /* here */ amount   -- trailing
 AS a,qty FROM/*there*/ods.orders;
-- a trailing comma
SELECT amount, qty, FROM ods.orders;
-- LIKE escapes and regular expressions
SELECT match(url, '^https?://') AS m, extract(url, 'id=(\\d+)') AS id, replaceRegexpAll(url, '\\?.*', '') AS clean FROM events;
-- a settings clause
SELECT amount FROM ods.orders SETTINGS max_threads = 1, max_block_size = 10;
-- hash and url functions
SELECT cityHash64(user_id, url) AS h, domain(url) AS d, cutQueryString(url) AS c, extractURLParameter(url, 'utm') AS u FROM events;
-- formatting several columns
SELECT format('{0}-{1}', status, toString(qty)) AS f, formatRow('CSV', user_id, amount) AS r FROM ods.orders;
-- bit functions and rounding
SELECT bitAnd(user_id, 255) AS b, roundBankers(amount, 1) AS r, floor(amount) AS f FROM ods.orders;
-- a boolean expression as an output
SELECT amount > 10 AND qty < 3 OR status = 'paid' AS flag, xor(qty = 1, qty = 2) AS x FROM ods.orders;
