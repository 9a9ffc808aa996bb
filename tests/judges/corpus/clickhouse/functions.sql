-- strings
SELECT lower(name) AS a, lengthUTF8(name) AS b, reverse(name) AS c, leftPad(name, 10, '*') AS d, startsWith(name, 'A') AS e FROM dim.users;
-- replacing and splitting
SELECT replaceAll(url, kind, '') AS a, splitByChar('/', url) AS b, splitByRegexp('\\d', url)[1] AS c, ngrams(url, 3) AS d FROM events;
-- encoding
SELECT hex(url) AS a, base64Encode(url) AS b, MD5(url) AS c, sipHash64(url, kind) AS d, unhex(hex(url)) AS e FROM events;
-- dates
SELECT toStartOfWeek(ts, 1) AS a, toDayOfWeek(ts) AS b, formatDateTime(ts, '%Y-%m') AS c, toTimeZone(ts, 'UTC') AS d, age('day', ts, now()) AS e FROM ods.orders;
-- date arithmetic
SELECT addMonths(ts, qty) AS a, subtractDays(ts, 1) AS b, dateTrunc('month', ts) AS c, makeDate(2024, qty, 1) AS d FROM ods.orders;
-- timeSlot and tumble
SELECT timeSlot(ts) AS a, tumbleStart(ts, INTERVAL '1' HOUR) AS b, toStartOfFifteenMinutes(ts) AS c FROM ods.orders;
-- conversions
SELECT toUInt8(amount) AS a, toDecimal64(amount, 2) AS b, toFixedString(status, 10) AS c, parseDateTimeBestEffort(coupon) AS d, toTypeName(amount) AS e FROM ods.orders;
-- nullable functions
SELECT isNull(coupon) AS a, toNullable(qty) AS b, ifNull(coupon, toString(qty)) AS c, isZeroOrNull(qty) AS d FROM ods.orders;
-- math
SELECT sqrt(amount) AS a, pow(amount, qty) AS b, log(amount) AS c, abs(amount - qty) AS d, sign(amount) AS e, gcd(qty, product_id) AS f FROM ods.orders;
-- rounding
SELECT round(amount, 2) AS a, ceil(amount) AS b, roundDown(qty, [1, 10, 100]) AS c, roundToExp2(qty) AS d FROM ods.orders;
-- comparison functions
SELECT equals(qty, 1) AS a, notEquals(amount, qty) AS b, lessOrEquals(qty, product_id) AS c FROM ods.orders;
-- logic functions
SELECT and(qty > 1, amount > 1) AS a, or(qty = 1, status = 'x') AS b, not(qty) AS c FROM ods.orders;
-- URL functions
SELECT protocol(url) AS a, path(url) AS b, queryString(url) AS c, URLHierarchy(url) AS d, cutURLParameter(url, 'x') AS e FROM events;
-- searching
SELECT position(url, kind) AS a, multiSearchAny(url, ['a', 'b']) AS b, countSubstrings(url, '/') AS c, ilike(url, '%a%') AS d FROM events;
-- regular expressions
SELECT extractAll(url, '\\d+') AS a, extractAllGroups(url, '(\\w)=(\\w)') AS b, replaceRegexpOne(url, '^.', kind) AS c, multiMatchAny(url, ['a']) AS d FROM events;
-- JSON
SELECT JSONExtractInt(url, 'a') AS a, JSONExtractKeysAndValues(url, 'String') AS b, JSONType(url, 'x') AS c, isValidJSON(url) AS d, JSONLength(url) AS e FROM events;
-- geo
SELECT geoDistance(amount, amount, 1, 2) AS a, greatCircleDistance(1, 2, amount, qty) AS b, geohashEncode(amount, amount) AS c, pointInPolygon((amount, amount), [(0, 0), (1, 1), (1, 0)]) AS d FROM ods.orders;
-- IP addresses
SELECT IPv4StringToNum(url) AS a, toIPv4OrDefault(url) AS b, IPv4NumToString(toUInt32(user_id)) AS c, isIPAddressInRange(url, '10.0.0.0/8') AS d FROM events;
-- bitmaps
SELECT bitmapBuild(arrayMap(x -> toUInt32(x), scores)) AS a, bitmapCardinality(bitmapBuild([toUInt32(user_id)])) AS b FROM events;
-- neighbours in order
SELECT runningDifference(amount) AS a FROM ods.orders SETTINGS allow_deprecated_error_prone_window_functions = 1;
-- hashing of several
SELECT xxHash64(user_id, amount, status) AS a, halfMD5(status) AS b, intHash64(user_id) AS c FROM ods.orders;
-- bits
SELECT bitOr(qty, product_id) AS a, bitShiftLeft(qty, 2) AS b, bitTest(qty, 1) AS c, bitCount(qty) AS d FROM ods.orders;
-- formatting
SELECT formatReadableSize(amount) AS a, formatReadableQuantity(qty) AS b, printf('%s-%d', status, qty) AS c FROM ods.orders;
-- conditions of several shapes
SELECT if(qty > 1 AND amount > 2, status, if(coupon IS NULL, 'none', coupon)) AS a, multiIf(qty = 1, amount, qty = 2, amount * 2, toFloat64(order_id)) AS b FROM ods.orders;
-- CASE inside CASE
SELECT CASE WHEN qty > 1 THEN CASE status WHEN 'paid' THEN amount ELSE 0 END ELSE toFloat64(product_id) END AS a FROM ods.orders;
-- nullIf in a division
SELECT amount / nullIf(qty, 0) AS unit FROM ods.orders;
-- machine-like expressions
SELECT (amount - avg(amount) OVER ()) / stddevPop(amount) OVER () AS z FROM ods.orders;
-- ULIDs and UUIDs
SELECT generateUUIDv4() AS a, toUUIDOrNull(url) AS b, UUIDStringToNum(url) AS c FROM events;
-- arrays of strings to maps
SELECT extractKeyValuePairs(url) AS a, mapFromArrays(tags, tags) AS b, mapContainsKeyLike(props, 'a%') AS c FROM events;
-- time series
SELECT seriesDecomposeSTL(scores, 3) AS a, seriesOutliersDetectTukey(scores) AS b, arrayDotProduct(scores, scores) AS c FROM events;
-- distances
SELECT L2Distance(scores, scores) AS a, cosineDistance(scores, goals.price) AS b, levenshteinDistance(url, kind) AS c FROM events;
-- windows as functions
SELECT dateDiff('second', lagInFrame(ts, 1, ts) OVER (PARTITION BY user_id ORDER BY ts), ts) AS gap FROM events;
-- the same alias for several things is the last resort
SELECT toDate(ts) AS d, toStartOfMonth(d) AS m, dateDiff('day', m, d) AS n FROM ods.orders;
-- a cast of an array and a map
SELECT CAST(tags, 'Array(LowCardinality(String))') AS a, CAST(props, 'Map(String, Nullable(String))') AS b, CAST(scores AS Array(Float32)) AS c FROM events;
-- reinterpret and byte functions
SELECT reinterpretAsUInt64(url) AS a, reinterpret(user_id, 'Int64') AS b, byteSwap(user_id) AS c FROM events;
-- least and greatest of many
SELECT least(m_read, m_write, m_wait) AS a, greatest(cpu, mem, 0.5) AS b FROM metrics;
-- toStartOfInterval with an origin
SELECT toStartOfInterval(at, INTERVAL 1 HOUR, toDateTime('2024-01-01 00:00:00')) AS a, host FROM metrics;
-- has and IN over arrays
SELECT has([1, 2], qty) AS a, qty IN [1, 2] AS b, (qty, status) IN [(1, 'a')] AS c FROM ods.orders SETTINGS allow_experimental_analyzer = 1;
-- functions of types
SELECT toTypeName(payload) AS a, toColumnTypeName(tags) AS b, isNullable(url) AS c, timezoneOf(ts) AS d, tupleNames(payload) AS e FROM events;
-- throwIf hands on nothing
SELECT throwIf(qty > 100, 'too many') AS a, ignore(amount, qty) AS b FROM ods.orders;
