-- dictGet
SELECT dictGet('dim.user_dict', 'name', user_id) AS n FROM ods.orders;
-- dictGet of a tuple of attributes
SELECT dictGet('dim.user_dict', ('name', 'country'), user_id) AS t FROM ods.orders;
-- dictGet of a computed key
SELECT dictGet('dim.user_dict', 'name', toUInt64(product_id + qty)) AS n FROM ods.orders;
-- dictGetOrDefault
SELECT dictGetOrDefault('dim.user_dict', 'country', user_id, status) AS c FROM ods.orders SETTINGS allow_suspicious_low_cardinality_types = 1;
-- dictGetString and dictGetOrNull
SELECT dictGetString('dim.user_dict', 'name', user_id) AS a, dictGetOrNull('dim.user_dict', 'country', user_id) AS b FROM ods.orders;
-- dictHas
SELECT dictHas('dim.user_dict', user_id) AS h FROM ods.orders;
-- a complex key
SELECT dictGet('dim.price_dict', 'price', (product_id, toString(status))) AS p FROM ods.orders;
-- dictGet in arithmetic, grouped
SELECT dictGet('dim.user_dict', 'country', user_id) AS c, sum(amount) AS s FROM ods.orders GROUP BY c;
-- dictGet in WHERE
SELECT amount FROM ods.orders WHERE dictGet('dim.user_dict', 'country', user_id) = 'DE';
-- dictGet in a lambda
SELECT arrayMap(x -> dictGet('dim.user_dict', 'name', toUInt64(x)), goals.id) AS names FROM events;
-- a dictionary read as a table
SELECT name, country FROM dim.user_dict;
-- the table function dictionary
SELECT name FROM dictionary('dim.user_dict');
-- a join with a dictionary
SELECT o.amount, d.country FROM ods.orders AS o LEFT JOIN dim.user_dict AS d ON d.user_id = o.user_id;
-- joinGet
SELECT joinGet('user_join', 'label', user_id) AS l, amount FROM ods.orders;
-- joinGetOrNull
SELECT joinGetOrNull('default.user_join', 'level', user_id) AS l FROM ods.orders;
