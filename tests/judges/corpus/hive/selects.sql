-- Names, expressions, filters, sorts.

-- # columns as they are
SELECT order_id, amount FROM orders;

-- # names fold
SELECT ORDER_ID, O.Amount FROM Orders O;

-- # an alias
SELECT amount AS total FROM orders;

-- # an alias without AS
SELECT amount total FROM orders;

-- # unnamed outputs are numbered by their place
SELECT order_id, amount + 1, status, amount * quantity FROM orders;

-- # unnamed aggregates are numbered
SELECT status, sum(amount), max(quantity) FROM orders GROUP BY status;

-- # an unnamed output of a derived table
SELECT q.`_c1` AS twice FROM (SELECT order_id, amount * 2 FROM orders) q;

-- # constants have no source
SELECT 1, 'x' AS word, NULL AS nil, true AS yes FROM customers;

-- # a star
SELECT * FROM customers;

-- # a star shows partition columns last
SELECT * FROM orders;

-- # a qualified star
SELECT c.*, o.amount FROM orders o JOIN customers c ON o.customer_id = c.customer_id;

-- # a star beside others
SELECT *, price * qty AS line_total FROM items;

-- # backquoted names
SELECT `order`, `from`, `a b` FROM odd;

-- # a backquoted alias with a space in it
SELECT amount AS `the amount` FROM orders;

-- # a where
SELECT order_id FROM orders WHERE status = 'paid' AND amount > 10;

-- # between, in and like
SELECT name FROM customers WHERE score BETWEEN 1 AND 2 AND city IN ('a', 'b') AND email LIKE '%x' AND region RLIKE 'a.*';

-- # is null and not
SELECT name FROM customers WHERE email IS NOT NULL AND NOT (city = 'x');

-- # arithmetic
SELECT amount + quantity, amount - quantity, amount * 2, amount / quantity, quantity % 2, quantity DIV 2, -amount FROM orders;

-- # bits
SELECT quantity & 1, quantity | 2, quantity ^ 3, ~quantity FROM orders;

-- # comparisons as values
SELECT amount > 1 AS big, status = coupon AS same, status <=> coupon AS alike FROM orders;

-- # logic as values
SELECT amount > 1 AND quantity < 3 AS good, NOT (status = 'x') AS other FROM orders;

-- # strings
SELECT concat(name, '-', city), upper(email), substr(name, 1, 2), length(city), trim(region) FROM customers;

-- # concat_ws
SELECT concat_ws(',', name, city) AS nc FROM customers;

-- # regexp_replace and regexp_extract
SELECT regexp_replace(email, '@.*', '') AS who, regexp_extract(email, '@(.*)', 1) AS host FROM customers;

-- # dates
SELECT to_date(order_ts), year(order_ts), date_add(to_date(order_ts), 1), datediff(order_ts, dt), from_unixtime(order_id) FROM orders;

-- # casts
SELECT CAST(amount AS INT), CAST(quantity AS STRING) AS q FROM orders;

-- # coalesce, nvl
SELECT coalesce(coupon, status, 'x') AS c, nvl(note, status) AS n FROM orders;

-- # if
SELECT if(amount > 10, status, coupon) AS k FROM orders;

-- # case with conditions
SELECT CASE WHEN amount > 10 THEN status WHEN quantity > 2 THEN coupon ELSE note END AS k FROM orders;

-- # case of an operand
SELECT CASE status WHEN 'a' THEN amount WHEN 'b' THEN quantity END AS k FROM orders;

-- # case within a function
SELECT upper(CASE WHEN score > 1 THEN name ELSE city END) AS k FROM customers;

-- # nullif
SELECT nullif(status, coupon) AS k FROM orders;

-- # greatest and least
SELECT greatest(amount, quantity) AS g, least(amount, quantity) AS l FROM orders;

-- # hashes
SELECT md5(email), hash(name, city), sha2(email, 256) FROM customers;

-- # json
SELECT get_json_object(raw, '$.a.b') AS b FROM events;

-- # parse_url
SELECT parse_url(url, 'HOST') AS host, parse_url(url, 'QUERY', 'k') AS k FROM events;

-- # now and rand have no source
SELECT current_date, current_timestamp, unix_timestamp(), rand() FROM customers;

-- # current_user
SELECT current_user() AS who, name FROM customers;

-- # distinct
SELECT DISTINCT city, region FROM customers;

-- # order by
SELECT name, score FROM customers ORDER BY score DESC, name;

-- # order by with a limit
SELECT name, score FROM customers ORDER BY score DESC LIMIT 10;

-- # order by a position
SELECT name, score FROM customers ORDER BY 2 LIMIT 3;

-- # sort by, distribute by
SELECT name, city, score FROM customers DISTRIBUTE BY city SORT BY score;

-- # cluster by
SELECT name, city FROM customers CLUSTER BY city;

-- # limit with offset
SELECT name FROM customers LIMIT 2, 3;

-- # a partition column is a column
SELECT dt, hr, kind FROM events WHERE dt = '2024-01-01';

-- # virtual columns
SELECT INPUT__FILE__NAME, name FROM customers;

-- # block offsets
SELECT name, BLOCK__OFFSET__INSIDE__FILE AS off FROM customers;

-- # a virtual column qualified
SELECT c.INPUT__FILE__NAME AS f, c.name FROM customers c WHERE c.BLOCK__OFFSET__INSIDE__FILE > 100;

-- # tablesample of buckets
SELECT order_id, amount FROM orders TABLESAMPLE (BUCKET 1 OUT OF 10 ON order_id) s;

-- # tablesample of rows
SELECT c.name FROM customers TABLESAMPLE (10 ROWS) c;

-- # tablesample of a part
SELECT c.name FROM customers TABLESAMPLE (5 PERCENT) c;

-- # columns by a pattern
SET hive.support.quoted.identifiers=none;
SELECT `ds_.*` FROM odd;

-- # all columns but some
SET hive.support.quoted.identifiers=none;
SELECT `(ds_1|other)?+.+` FROM odd;

-- # columns by a pattern, qualified
SET hive.support.quoted.identifiers=none;
SELECT o.`ds_[12]` FROM odd o;

-- # a query without a table
SELECT 1 + 1 AS two, 'x';

-- # another database
SELECT region, sold FROM mart.sales;

-- # another database, chosen
USE mart;
SELECT s.region, c.name FROM sales s JOIN default.customers c ON s.region = c.region;

-- # a table's own name as its alias
SELECT orders.amount, orders.dt FROM orders;

-- # a having
SELECT status, sum(amount) AS s FROM orders GROUP BY status HAVING sum(amount) > 10;

-- # a having over an alias
SELECT status, max(amount) AS m FROM orders GROUP BY status HAVING m > 10;

-- # double quotes are strings
SELECT "name" AS n, name AS m FROM customers;

-- # a string of two parts
SELECT concat(name, 'a' 'b') AS x FROM customers;

-- # interval arithmetic
SELECT order_ts + INTERVAL '1' DAY AS later FROM orders;

-- # extract
SELECT EXTRACT(YEAR FROM order_ts) AS y FROM orders;

-- # in a list as a value
SELECT status IN ('a', coupon) AS k FROM orders;

-- # all as a word
SELECT ALL name FROM customers;

-- # a mask
SELECT mask(email) AS m, mask_first_n(name, 2) AS n FROM customers;

-- # a sort in a subquery with a limit
SELECT name FROM (SELECT name, score FROM customers ORDER BY score LIMIT 3) q;

-- # aes and base64
SELECT base64(aes_encrypt(email, '1234567890123456')) AS e FROM customers;

-- # translate, lpad and instr
SELECT translate(name, 'a', city) AS t, lpad(name, 10, region) AS p, instr(email, city) AS i FROM customers;

-- # decode in hive is a charset
SELECT decode(encode(name, 'UTF-8'), 'UTF-8') AS n FROM customers;

-- # assert_true
SELECT assert_true(score > 1) AS ok, name FROM customers;

-- # java_method
SELECT reflect('java.lang.String', 'valueOf', score) AS s FROM customers;

-- # width of a sum of three
SELECT a.s FROM (SELECT amount + quantity + order_id AS s FROM orders) a;

-- # a qualified name through two levels
SELECT b.x FROM (SELECT a.x FROM (SELECT amount AS x FROM orders) a) b;

-- # a cast recommends a name
SELECT CAST(score AS INT), CAST(name AS STRING) FROM customers;

-- # a cast whose name is taken
SELECT name, CAST(name AS INT), CAST(customers.name AS BIGINT) FROM customers;

-- # a cast over a join recommends nothing
SELECT CAST(c.score AS INT) FROM customers c JOIN orders o ON c.customer_id = o.customer_id;

-- # a cast of a derived column recommends nothing
SELECT CAST(x AS INT) FROM (SELECT score AS x FROM customers) q;

-- # a cast in a derived table
SELECT q.score FROM (SELECT CAST(score AS INT) FROM customers) q;

-- # casts under a group recommend nothing
SELECT CAST(score AS INT), max(name) FROM customers GROUP BY score;

-- # parentheses and signs
SELECT (score), (score + 1), -score FROM customers;
