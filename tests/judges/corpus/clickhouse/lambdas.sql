-- arrayMap
SELECT arrayMap(x -> x * 2, scores) AS d FROM events;
-- arrayMap of two arrays
SELECT arrayMap((x, y) -> concat(x, toString(y)), tags, scores) AS z FROM events;
-- arrayMap whose lambda ignores its parameter
SELECT arrayMap(x -> kind, tags) AS k, arrayMap(x -> 1, tags) AS one FROM events;
-- arrayMap that captures columns
SELECT arrayMap(x -> x * user_id, scores) AS s FROM events;
-- arrayMap that uses one of two
SELECT arrayMap((x, y) -> y, tags, scores) AS second FROM events;
-- a lambda inside a lambda
SELECT arrayMap(x -> arrayMap(y -> concat(x, y, kind), tags), [url]) AS n FROM events;
-- an inner parameter hides an outer one
SELECT arrayMap(x -> arraySum(arrayMap(x -> x + 1, scores)), tags) AS n FROM events;
-- a parameter hides a column
SELECT arrayMap(kind -> upper(kind), tags) AS t, kind FROM events;
-- tuples made in a lambda, opened later
SELECT arrayMap(x -> (x, kind), tags) AS pairs, arrayMap(p -> p.1, pairs) AS a, arrayMap(p -> p.2, pairs) AS b FROM events;
-- parameters of a tuple array
SELECT arrayMap(l -> l.price * 2, lines) AS p, arrayMap(l -> l.1, lines) AS s FROM events;
-- a lambda of two parameters over tuples
SELECT arrayMap((s, p) -> concat(s, toString(p)), lines.sku, lines.price) AS sp FROM events;
-- arrayFilter
SELECT arrayFilter(x -> x > 1, scores) AS f FROM events;
-- arrayFilter by another array
SELECT arrayFilter((x, y) -> y > 1, tags, scores) AS f FROM events;
-- arrayFilter by a captured column
SELECT arrayFilter(x -> x = kind, tags) AS f FROM events;
-- arrayFilter keeps the fields of tuples
SELECT arrayFilter(l -> l.price > 1, lines).sku AS s, arrayFilter(l -> l.price > 1, lines)[1].2 AS p FROM events;
-- arrayFirst and arrayLast
SELECT arrayFirst(x -> x > 1, scores) AS f, arrayLast((t, s) -> s > 1, tags, scores) AS l, arrayFirstOrNull(x -> x != '', tags) AS n FROM events;
-- arrayFirst of tuples, opened
SELECT arrayFirst(l -> l.price > 1, lines).sku AS s FROM events;
-- arrayFirstIndex
SELECT arrayFirstIndex(x -> x > 1, scores) AS i, arrayLastIndex(x -> x = kind, tags) AS j FROM events;
-- arrayExists, arrayAll, arrayCount
SELECT arrayExists(x -> x = 'a', tags) AS e, arrayAll(x -> x > 1, scores) AS a, arrayCount(x -> x > 1, scores) AS c FROM events;
-- arrayCount with two arrays
SELECT arrayCount((x, y) -> x = 'a' AND y > 1, tags, scores) AS c FROM events;
-- arraySum, arrayAvg, arrayMin, arrayMax, arrayProduct
SELECT arraySum(scores) AS s, arrayAvg(x -> x * 2, scores) AS a, arrayMin(x -> -x, scores) AS i, arrayMax(scores) AS m, arrayProduct(scores) AS p FROM events;
-- arraySum over another column's lambda
SELECT arraySum((p, i) -> p * i, goals.price, goals.id) AS total FROM events;
-- arraySort by a lambda
SELECT arraySort(x -> -x, scores) AS s, arrayReverseSort(tags) AS r FROM events;
-- arraySort of one array by another
SELECT arraySort((x, y) -> y, tags, scores) AS s, arrayReverseSort((x, y) -> y, tags, scores) AS r FROM events;
-- arrayPartialSort
SELECT arrayPartialSort(2, scores) AS p, arrayPartialReverseSort(x -> x, 2, scores) AS q FROM events;
-- arraySplit and arrayFill
SELECT arraySplit(x -> x > 1, scores) AS s, arrayFill(x -> x != '', tags) AS f, arrayReverseFill((x, y) -> y > 0, tags, scores) AS r FROM events;
-- arrayCumSum and arrayDifference
SELECT arrayCumSum(scores) AS c, arrayCumSum(x -> x * 2, scores) AS d, arrayDifference(scores) AS e, arrayCompact(tags) AS f FROM events;
-- arrayFold
SELECT arrayFold((acc, x) -> acc + x, scores, toFloat64(0)) AS s FROM events;
-- arrayFold that starts with a column
SELECT arrayFold((acc, x) -> concat(acc, x), tags, url) AS s FROM events;
-- arrayFold over two arrays
SELECT arrayFold((acc, x, y) -> acc + x * y, goals.price, scores, 0.) AS s FROM events;
-- mapApply and mapFilter
SELECT mapApply((k, v) -> (upper(k), v), props) AS m, mapFilter((k, v) -> v != '', props) AS f FROM events;
-- mapExists and mapAll
SELECT mapExists((k, v) -> k = kind, props) AS e, mapAll((k, v) -> v != '', props) AS a FROM events;
-- mapSort
SELECT mapSort(counters) AS s, mapReverseSort((k, v) -> v, counters) AS r FROM events;
-- array functions without a lambda
SELECT length(tags) AS n, has(tags, kind) AS h, indexOf(tags, 'a') AS i, arrayDistinct(tags) AS d, arrayReverse(scores) AS r, arrayUniq(tags, scores) AS u FROM events;
-- arrayConcat, arrayPushBack, arrayPopFront, arraySlice
SELECT arrayConcat(tags, [kind]) AS a, arrayPushBack(tags, url) AS b, arrayPopFront(scores) AS c, arraySlice(tags, 2, 3) AS d, arrayResize(tags, 5, kind) AS e FROM events;
-- arrayIntersect and hasAny
SELECT arrayIntersect(tags, [kind]) AS i, hasAny(tags, splitByChar('/', url)) AS a, hasAll(tags, ['x']) AS b FROM events;
-- arrayZip and its elements
SELECT arrayZip(tags, scores)[1].2 AS s, arrayZip(tags, scores) AS z FROM events;
-- array literals and subscripts
SELECT [kind, url][1] AS a, [user_id, event_id] AS b, tags[-1] AS c, scores[user_id] AS d FROM events;
-- nested arrays
SELECT arrayFlatten([tags, [url]]) AS f, [[user_id], [event_id]][1][1] AS e FROM events;
-- arrayStringConcat and splitting
SELECT arrayStringConcat(arrayMap(x -> upper(x), tags), ',') AS s, splitByString('::', url)[2] AS p, alphaTokens(url) AS w FROM events;
-- arrayEnumerate and its kin
SELECT arrayEnumerate(tags) AS e, arrayEnumerateUniq(tags, scores) AS u, arrayEnumerateDense(tags) AS d FROM events;
-- range and emptyArray
SELECT range(toUInt64(user_id % 10)) AS r, emptyArrayString() AS e, arrayWithConstant(3, kind) AS c FROM events;
-- higher-order functions composed
SELECT arraySum(arrayMap(x -> x.2, arrayFilter(x -> x.1 = kind, arrayZip(tags, scores)))) AS s FROM events;
-- arrayMap over groupArray
SELECT user_id, arrayMap((a, s) -> concat(s, toString(a)), groupArray(amount), groupArray(status)) AS l FROM ods.orders GROUP BY user_id;
-- a lambda with a condition
SELECT arrayMap(x -> if(x > 1, x, toFloat64(user_id)), scores) AS m FROM events;
-- a lambda with a subquery's scalar
WITH (SELECT max(amount) FROM ods.orders) AS top SELECT arrayMap(x -> x / top, scores) AS m FROM events;
-- arrayMap over a range with an index
SELECT arrayMap(i -> tags[i], range(1, 3)) AS m FROM events;
-- tuple parameters of a map
SELECT arrayMap(kv -> kv.2, CAST(props, 'Array(Tuple(String, String))')) AS v FROM events;
-- sizes and positions decide
SELECT arrayResize(tags, user_id % 5, kind) AS a, arrayShiftLeft(tags, user_id % 3, url) AS b, arrayRotateRight(scores, user_id % 3) AS c, arrayWithConstant(user_id % 4, kind) AS d FROM events;
-- what is taken out decides
SELECT arrayRemove(tags, kind) AS a, arrayExcept(tags, splitByChar('/', url)) AS b, arrayRandomSample(scores, 2) AS c FROM events;
-- fields of the parameter of a lambda inside a lambda
SELECT arrayMap(s -> arrayMap(t -> t.1, arrayMap(x -> (x, s), tags)), splitByChar('/', url)) AS v, arrayMap(s -> arrayMap(t -> t.2, arrayMap(x -> (x, s), tags)), splitByChar('/', url)) AS w FROM events;
-- a field of a joined array that nothing is in
SELECT e.1 AS nothing, e.2 AS who FROM dim.users ARRAY JOIN arrayMap(x -> (x, name), [1., 2.]) AS e;
