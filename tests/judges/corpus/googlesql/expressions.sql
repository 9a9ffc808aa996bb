-- arithmetic
SELECT a + b * c - d AS k FROM t;

-- division
SELECT a / NULLIF(b, 0) AS k FROM t;

-- DIV and MOD
SELECT DIV(a, b) AS k, MOD(c, d) AS m FROM t;

-- negation
SELECT -a AS k, NOT (b > 1) AS m FROM t;

-- concatenation
SELECT name || city AS k FROM customers;

-- CONCAT
SELECT CONCAT(name, ', ', city) AS k FROM customers;

-- UPPER of CONCAT
SELECT UPPER(CONCAT(name, city)) AS k FROM customers;

-- CASE
SELECT CASE WHEN a > 0 THEN b ELSE c END AS k FROM t;

-- CASE with an operand
SELECT CASE a WHEN 1 THEN b WHEN d THEN c END AS k FROM t;

-- CASE in CASE
SELECT CASE WHEN a > 0 THEN CASE b WHEN 1 THEN c ELSE d END ELSE 0 END AS k FROM t;

-- CASE without ELSE
SELECT CASE WHEN paid THEN amount END AS k FROM orders;

-- IF
SELECT IF(a > b, c, d) AS k FROM t;

-- IF in IF
SELECT IF(a > 0, IF(b > 0, c, 1), d) AS k FROM t;

-- NULLIF
SELECT NULLIF(a, b) AS k FROM t;

-- COALESCE
SELECT COALESCE(a, b, c) AS k FROM t;

-- IFNULL
SELECT IFNULL(a, b) AS k FROM t;

-- a comparison as a value
SELECT a = b AS k, c < d AS m FROM t;

-- AND and OR as values
SELECT a > 0 AND b > 0 AS k, c > 0 OR d > 0 AS m FROM t;

-- IN as a value
SELECT a IN (1, b) AS k FROM t;

-- BETWEEN as a value
SELECT a BETWEEN b AND c AS k FROM t;

-- IS NULL as a value
SELECT a IS NULL AS k, b IS NOT NULL AS m FROM t;

-- LIKE as a value
SELECT name LIKE '%x' AS k FROM customers;

-- IS DISTINCT FROM
SELECT a IS DISTINCT FROM b AS k FROM t;

-- CAST
SELECT CAST(a AS STRING) AS k FROM t;

-- SAFE_CAST
SELECT SAFE_CAST(name AS INT64) AS k FROM customers;

-- CAST with FORMAT
SELECT CAST(day AS STRING FORMAT 'YYYY') AS k FROM orders;

-- EXTRACT
SELECT EXTRACT(YEAR FROM day) AS y, EXTRACT(HOUR FROM created_at) AS h FROM orders;

-- DATE functions
SELECT DATE_ADD(day, INTERVAL qty DAY) AS d, DATE_DIFF(day, DATE '2020-01-01', DAY) AS n FROM orders;

-- DATE_TRUNC
SELECT DATE_TRUNC(day, MONTH) AS m, TIMESTAMP_TRUNC(created_at, DAY) AS d FROM orders;

-- FORMAT
SELECT FORMAT('%d-%s', id, status) AS k FROM orders;

-- FORMAT_DATE
SELECT FORMAT_DATE('%Y', day) AS k FROM orders;

-- SUBSTR
SELECT SUBSTR(name, 1, 3) AS k FROM customers;

-- SUBSTR with a column as length
SELECT SUBSTR(name, 1, id) AS k FROM customers;

-- REGEXP functions
SELECT REGEXP_EXTRACT(name, r'(\w+)') AS k, REGEXP_REPLACE(city, 'a', 'b') AS m, REGEXP_CONTAINS(country, 'x') AS n FROM customers;

-- SPLIT
SELECT SPLIT(name, ' ') AS k FROM customers;

-- SPLIT and a subscript
SELECT SPLIT(name, ' ')[OFFSET(0)] AS k FROM customers;

-- ROUND
SELECT ROUND(amount, 2) AS k FROM orders;

-- GREATEST and LEAST
SELECT GREATEST(a, b) AS k, LEAST(c, d) AS m FROM t;

-- ABS and SIGN
SELECT ABS(a) AS k, SIGN(b) AS m FROM t;

-- SAFE functions
SELECT SAFE.SUBSTR(name, 0, 2) AS k FROM customers;

-- SAFE_DIVIDE
SELECT SAFE_DIVIDE(a, b) AS k FROM t;

-- TO_JSON_STRING
SELECT TO_JSON_STRING(payload) AS k FROM events;

-- TO_JSON_STRING of a row
SELECT TO_JSON_STRING(t) AS k FROM t;

-- TO_JSON
SELECT TO_JSON(payload) AS k FROM events;

-- JSON with dots
SELECT doc.user.id AS k FROM events;

-- JSON with a subscript
SELECT doc.items[0].price AS k FROM events;

-- JSON with brackets
SELECT doc['user']['id'] AS k FROM events;

-- JSON_VALUE
SELECT JSON_VALUE(doc, '$.a') AS k FROM events;

-- JSON_QUERY
SELECT JSON_QUERY(doc, '$.a.b') AS k FROM events;

-- JSON scalars
SELECT INT64(doc.n) AS k, STRING(doc.s) AS m, BOOL(doc.b) AS n FROM events;

-- JSON_EXTRACT_ARRAY in UNNEST
SELECT i FROM events, UNNEST(JSON_QUERY_ARRAY(doc, '$.items')) AS i;

-- GENERATE_UUID
SELECT GENERATE_UUID() AS k, id FROM orders;

-- RAND
SELECT RAND() AS k FROM t;

-- FARM_FINGERPRINT
SELECT FARM_FINGERPRINT(CONCAT(name, city)) AS k FROM customers;

-- TIMESTAMP_DIFF
SELECT TIMESTAMP_DIFF(created_at, CURRENT_TIMESTAMP(), SECOND) AS k FROM orders;

-- PARSE_DATE
SELECT PARSE_DATE('%Y', note) AS k FROM orders;

-- a bit operation
SELECT a & b AS k, a << c AS m, d ^ 1 AS n FROM t;

-- an interval
SELECT day + INTERVAL 1 DAY AS k FROM orders;

-- STARTS_WITH
SELECT STARTS_WITH(name, city) AS k FROM customers;

-- LENGTH and REVERSE
SELECT LENGTH(name) AS k, REVERSE(city) AS m FROM customers;

-- IFERROR
SELECT IFERROR(CAST(name AS INT64), id) AS k FROM customers;

-- ISERROR
SELECT ISERROR(a / b) AS k FROM t;

-- NULLIFERROR
SELECT NULLIFERROR(a / b) AS k FROM t;

-- a subquery as a value
SELECT a, (SELECT MAX(x) FROM u) AS m FROM t;

-- a correlated subquery
SELECT a, (SELECT MAX(x) FROM u WHERE u.a = t.a) AS m FROM t;

-- EXISTS as a value
SELECT EXISTS (SELECT 1 FROM u WHERE u.a = t.a) AS k FROM t;

-- IN a subquery as a value
SELECT a IN (SELECT x FROM u) AS k FROM t;

-- a subquery in CASE
SELECT CASE WHEN a > (SELECT MIN(x) FROM u) THEN b ELSE c END AS k FROM t;

-- WHERE with EXISTS
SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a AND u.x > 3);

-- WHERE with IN a subquery
SELECT a FROM t WHERE b IN (SELECT x FROM u WHERE y > 0);

-- WHERE with NOT IN
SELECT a FROM t WHERE b NOT IN (SELECT x FROM u);

-- WHERE with a scalar subquery
SELECT a FROM t WHERE b > (SELECT AVG(x) FROM u);

-- a subquery in a subquery
SELECT (SELECT MAX(x) FROM u WHERE u.a IN (SELECT v.a FROM v WHERE v.z = t.b)) AS k FROM t;
