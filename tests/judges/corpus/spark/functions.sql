-- Functions by family: what of their arguments is value, and what their output is called.

-- # strings
SELECT initcap(c) AS p, lpad(c, 5, '0') AS q, repeat(c, a) AS r, replace(c, 'x', 'y') AS s, translate(c, 'a', 'b') AS tr, reverse(c) AS v, split(c, ',') AS w, soundex(c) AS x, levenshtein(c, c) AS y FROM t;

-- # regular expressions
SELECT regexp_replace(c, 'x', 'y') AS p, regexp_extract(c, '(x)', 1) AS q, c RLIKE 'x' AS r, regexp_like(c, 'z') AS s, regexp_count(c, 'k') AS n, c ILIKE 'x' AS i FROM t;

-- # numbers
SELECT round(d, 2) AS p, floor(d) AS q, ceil(d) AS r, abs(a) AS s, pow(a, b) AS x, sqrt(d) AS y, greatest(a, b) AS g, least(a, b) AS l, mod(a, b) AS m, sign(a) AS n, bround(d, 1) AS o FROM t;

-- # choice
SELECT nvl2(a, b, d) AS p, nullif(a, b) AS q, ifnull(a, b) AS r, zeroifnull(a) AS z, nanvl(d, b) AS n, decode(a, 1, b, 2, d, 0) AS s, elt(a, c, 'x') AS e FROM t;

-- # dates
SELECT to_date(c) AS p, to_timestamp(c, 'yyyy') AS q, date_format(day, 'yyyy') AS r, add_months(day, qty) AS s, last_day(day) AS l, next_day(day, 'Mon') AS n, months_between(ts, day) AS m, trunc(day, 'MM') AS tr, unix_timestamp(ts) AS u, from_unixtime(qty) AS f, make_date(qty, 1, 1) AS md FROM orders, t;

-- # differences of time
SELECT timestampdiff(HOUR, ts, day) AS p, timestampadd(DAY, qty, ts) AS q, dateadd(MONTH, qty, day) AS r, date_diff(ts, day) AS s, datediff(DAY, ts, day) AS x FROM orders;

-- # conversions
SELECT int(c) AS p, string(a) AS q, double(c) AS r, to_number(c, '999') AS s, to_char(d, '999') AS x, try_cast(c AS INT) AS y, bigint(a) AS z FROM t;

-- # try functions
SELECT try_add(a, b) AS p, try_divide(a, b) AS q, try_subtract(a, 1) AS r, try_to_number(c, '9') AS s, try_to_timestamp(c) AS x FROM t;

-- # URLs
SELECT parse_url(body, 'HOST') AS p, url_encode(kind) AS q, url_decode(kind) AS r FROM events;

-- # formatted text
SELECT format_string('%s-%s', c, a) AS p, printf('%s', c) AS q, format_number(d, 2) AS r, concat_ws('-', c, a) AS s FROM t;

-- # intervals
SELECT make_interval(0, a, 0, b) AS p, ts + make_dt_interval(qty) AS q, INTERVAL '1' DAY * qty AS r FROM t, orders;

-- # binary data
SELECT encode(c, 'utf-8') AS p, decode(encode(c, 'utf-8'), 'utf-8') AS q, unhex(c) AS r, bin(a) AS s, conv(c, 10, 2) AS x, ascii(c) AS y FROM t;

-- # names of string functions
SELECT upper(c), substr(c, 2), length(trim(c)), concat(c, '-', a), split(c, ',')[0] FROM t;

-- # names of choice
SELECT coalesce(a, b, 0), nvl(c, 'x'), nullif(a, 1), if(a > 1, 'x', c), ifnull(a, 1) FROM t;

-- # names of dates
SELECT year(day), date_add(day, 1), to_date('2024-01-01'), date_format(ts, 'yyyy-MM'), datediff(day, ts) FROM orders;

-- # names of CASE
SELECT CASE WHEN a > 1 THEN 'x' WHEN a IS NULL THEN c ELSE 'y' END, CASE a WHEN 1 THEN 'one' ELSE 'more' END FROM t;

-- # names of aggregates with conditions
SELECT count(DISTINCT c), sum(a + b), count(*) FILTER (WHERE a > 1), sum(CASE WHEN a > 1 THEN 1 ELSE 0 END) FROM t;

-- # names of conditions
SELECT a IN (1, 2, 3), a NOT IN (1, 2), c LIKE 'a%', NOT c LIKE 'b%', a BETWEEN 1 AND 2, c IS NOT NULL, a > 1 AND b < 2 FROM t;

-- # names of casts
SELECT CAST(a AS STRING), CAST(a + b AS DOUBLE), c::int, CAST('1' AS INT), try_cast(c AS INT) FROM t;

-- # names of numbers
SELECT 1.50, 1e3, 10000000000, -1, 1.5D, 2S, 3Y, 4.0BD FROM t;

-- # names of texts
SELECT 'a b', "quoted", 'it''s', '' FROM t;

-- # names of intervals and dates
SELECT DATE '2024-01-01', ts - INTERVAL 2 HOURS, INTERVAL '1-2' YEAR TO MONTH, current_date() FROM orders;

-- # names of windows with frames
SELECT avg(a) OVER (PARTITION BY b ORDER BY d ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), lag(a, 1) OVER (ORDER BY b) FROM t;

-- # names of lambdas
SELECT transform(tags, x -> upper(x)), filter(scores, s -> s > 1), aggregate(scores, 0D, (p, q) -> p + q) FROM events;

-- # names of struct functions
SELECT struct(a, b), named_struct('p', a).p, map('k', a)['k'], array(1, a)[0], size(array(a)) FROM t;

-- # names of subqueries
SELECT (SELECT max(x) FROM u), (SELECT max(x) AS m FROM u) + 1 FROM t;

-- # names of logic
SELECT a = 1 AND b = 2 AND d = 3, a = 1 OR NOT b = 2, NOT (a > 1), a <> b, a == b FROM t;

-- # names of extracts
SELECT extract(YEAR FROM ts), date_part('month', ts), date_trunc('DAY', ts), month(ts) FROM orders;

-- # names of grouping
SELECT region, grouping(region), sum(units) FROM sales GROUP BY ROLLUP (region);

-- # names of binary operators
SELECT a || c, a & 1, a | b, a ^ 2, ~a, a DIV 2, a % 2, -a, +a FROM t;

-- # vectors and sketches
SELECT hll_sketch_estimate(hll_sketch_agg(a)) AS e, approx_top_k(c) AS k, count_min_sketch(a, 0.5D, 0.5D, 1) AS s, histogram_numeric(d, 5) AS h FROM t;

-- # collations
SELECT c COLLATE UTF8_LCASE AS k, collation(c) AS n FROM t;

-- # assertions
SELECT assert_true(a > 1) AS p, raise_error(c) AS q, typeof(a) AS r FROM t;

-- # positions
SELECT monotonically_increasing_id() AS i, spark_partition_id() AS p, input_file_name() AS f FROM t;

-- # bits
SELECT bit_count(a) AS p, getbit(a, b) AS q, bit_length(c) AS r, shiftleft(a, b) AS s FROM t;

-- # time zones
SELECT from_utc_timestamp(ts, 'UTC') AS p, to_utc_timestamp(ts, status) AS q, convert_timezone('UTC', 'CET', ts) AS r FROM orders;

-- # widths and buckets
SELECT width_bucket(d, 0, 10, 5) AS p, bround(d) AS q, factorial(a) AS r, hypot(a, b) AS s FROM t;

-- # masks
SELECT mask(c) AS p, aes_encrypt(c, 'abcdefghijklmnop') AS q, luhn_check(c) AS r FROM t;
