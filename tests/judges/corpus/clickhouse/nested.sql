-- columns of a Nested are arrays
SELECT goals.id, goals.price[1] AS p, length(goals.label) AS n FROM events;
-- a Nested column as a whole
SELECT goals FROM (SELECT goals.id, goals.price FROM events) ARRAY JOIN goals.id AS i, goals.price AS goals;
-- lambdas over a Nested
SELECT arraySum((i, p) -> i * p, goals.id, goals.price) AS s, arrayFilter((l, p) -> p > 1, goals.label, goals.price) AS f FROM events;
-- an entry of a map
SELECT props['utm'] AS u, counters['clicks'] + 1 AS c FROM events;
-- an entry by a column
SELECT props[kind] AS v FROM events;
-- keys, values and lookups
SELECT mapKeys(props) AS k, mapValues(props) AS v, mapContains(props, kind) AS c, length(props) AS n FROM events;
-- subcolumns of a map
SELECT props.keys AS k, props.values AS v, counters.values[1] AS f FROM events;
-- a map made of columns
SELECT map('a', amount, 'q', toFloat64(qty)) AS m FROM ods.orders;
-- an entry of a map made of columns
SELECT map('a', amount, 'q', toFloat64(qty))['a'] AS a FROM ods.orders;
-- an entry of such a map through a subquery
SELECT m['q'] AS q FROM (SELECT map('a', amount, 'q', toFloat64(qty)) AS m FROM ods.orders);
-- a map of an expression as its key
SELECT map(status, amount)['paid'] AS v FROM ods.orders;
-- mapFromArrays and mapConcat
SELECT mapFromArrays(tags, scores) AS m, mapConcat(props, map('k', kind)) AS c, mapUpdate(props, map('k', url)) AS u FROM events SETTINGS enable_unaligned_array_join = 1;
-- mapAdd and mapPopulateSeries
SELECT mapAdd(counters, map('x', user_id)) AS a, mapSubtract(counters, counters) AS s FROM events;
-- a path of a JSON column
SELECT doc.user.id AS u, doc.a AS a FROM events;
-- a typed path of a JSON column
SELECT doc.user.id.:Int64 AS u, doc.^user AS o FROM events;
-- a path of JSON with a cast
SELECT doc.price::Float64 * 2 AS p, toString(doc.name) AS n, CAST(doc.k, 'String') AS k FROM events;
-- a path through a subquery
SELECT d.user.id AS u FROM (SELECT doc AS d FROM events);
-- paths of JSON
SELECT JSONAllPaths(doc) AS p, JSONAllPathsWithTypes(doc) AS t FROM events;
-- JSON functions over text
SELECT JSONExtractString(url, 'a', 'b') AS a, JSONExtract(url, 'x', 'Array(UInt32)') AS x, simpleJSONExtractInt(url, 'n') AS n, JSON_VALUE(url, '$.a') AS v, JSONHas(url, kind) AS h FROM events;
-- JSONExtract to a tuple, opened
SELECT JSONExtract(url, 'Tuple(a Int32, b String)').b AS b FROM events;
-- subcolumns of a Variant
SELECT mix.UInt64 AS n, mix.String AS s, variantElement(mix, 'String') AS e, variantType(mix) AS t FROM events;
-- an array in a Variant
SELECT mix.`Array(UInt64)` AS a, mix.`Array(UInt64)`.size0 AS n FROM events;
-- subcolumns of a Dynamic
SELECT dyn.Int64 AS i, dynamicType(dyn) AS t, dynamicElement(dyn, 'String') AS s FROM events;
-- sizes and nulls
SELECT tags.size0 AS n, email.null AS e, props.size0 AS p FROM events AS v JOIN dim.users AS u ON v.user_id = u.user_id;
-- an array of arrays of a path
SELECT doc.items[].sku AS s FROM events;
-- a field of an alias of a tuple
WITH payload AS p SELECT p.buyer.name AS n, p.kind AS k FROM events;
-- a qualified path
SELECT e.payload.buyer.id AS i, events.pair.2 AS p FROM events AS e JOIN events ON e.event_id = events.event_id;
-- a database, table, column and path
SELECT dim.users.address.city AS c FROM dim.users;
-- toJSONString of everything
SELECT toJSONString(payload) AS j, toJSONString(map('k', kind)) AS m, toJSONString((user_id, url)) AS t FROM events;
-- getSubcolumn
SELECT getSubcolumn(payload, 'buyer.name') AS n, getSubcolumn(tags, 'size0') AS s FROM events;
