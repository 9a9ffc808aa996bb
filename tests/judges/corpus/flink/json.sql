-- JSON functions.

-- # JSON_VALUE
SELECT user_id, JSON_VALUE(payload, '$.page.id') AS page_id FROM clicks;

-- # JSON_VALUE with a type and a default
SELECT JSON_VALUE(payload, '$.n' RETURNING INT DEFAULT 0 ON EMPTY NULL ON ERROR) AS n FROM clicks;

-- # JSON_VALUE in lax mode
SELECT JSON_VALUE(payload, 'lax $.a.b' RETURNING DOUBLE) + 1 AS b FROM clicks;

-- # JSON_QUERY
SELECT JSON_QUERY(payload, '$.items' WITH CONDITIONAL ARRAY WRAPPER NULL ON EMPTY ERROR ON ERROR) AS items FROM clicks;

-- # JSON_QUERY to an array
SELECT JSON_QUERY(payload, '$.tags' RETURNING ARRAY<STRING>) AS tags FROM clicks;

-- # JSON_EXISTS and IS JSON
SELECT JSON_EXISTS(payload, '$.error' FALSE ON ERROR) AS failed, payload IS JSON OBJECT AS is_object, referrer IS NOT JSON AS no_json FROM clicks;

-- # JSON_OBJECT
SELECT JSON_OBJECT(KEY 'id' VALUE order_id, KEY 'city' VALUE o.shipping.city NULL ON NULL) AS j FROM orders AS o;

-- # JSON_OBJECT with a key from a column
SELECT JSON_OBJECT(KEY COALESCE(status, 'none') VALUE amount ABSENT ON NULL) AS j FROM orders;

-- # JSON_ARRAY
SELECT JSON_ARRAY(name, city, score) AS j FROM users;

-- # JSON_STRING, JSON_QUOTE, JSON_UNQUOTE
SELECT JSON_STRING(attributes) AS s, JSON_QUOTE(status) AS q, JSON_UNQUOTE(coupon) AS u FROM orders;

-- # JSON_OBJECTAGG takes key and value
SELECT city, JSON_OBJECTAGG(KEY name VALUE score) AS scores FROM users GROUP BY city;

-- # JSON_ARRAYAGG
SELECT user_id, JSON_ARRAYAGG(status ABSENT ON NULL) AS statuses FROM orders GROUP BY user_id;

-- # JSON inside JSON
SELECT JSON_OBJECT('order' VALUE JSON_OBJECT('id' VALUE order_id, 'lines' VALUE JSON_ARRAY(quantity, amount)), 'by' VALUE user_id) AS doc FROM orders;

-- # JSON taken apart, cast and joined
SELECT u.name, CAST(JSON_VALUE(c.payload, '$.amount') AS DECIMAL(10, 2)) * 2 AS doubled
FROM clicks c
JOIN users u ON CAST(JSON_VALUE(c.payload, '$.uid') AS BIGINT) = u.user_id;

-- # PARSE_JSON and variants
SELECT PARSE_JSON(payload) AS v, TRY_PARSE_JSON(referrer) AS r FROM clicks;

-- # an element of a variant
SELECT PARSE_JSON(payload)['page']['id'] AS id FROM clicks;
