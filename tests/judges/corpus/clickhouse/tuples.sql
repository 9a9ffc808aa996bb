-- a tuple and its fields
SELECT (amount, qty) AS t, t.1 AS a, t.2 AS q FROM ods.orders;
-- tuple()
SELECT tuple(amount, status).2 AS s, tupleElement((qty, amount), 1) AS q FROM ods.orders;
-- a tuple in a tuple
SELECT ((amount, qty), status) AS t, t.1.2 AS q, t.2 AS s FROM ods.orders;
-- a tuple through a subquery
SELECT p.1 AS a FROM (SELECT (amount, qty) AS p FROM ods.orders);
-- a tuple through two subqueries and a CTE
WITH x AS (SELECT (amount, (qty, status)) AS p FROM ods.orders) SELECT y.2 AS s FROM (SELECT p.2 AS y FROM x);
-- a stored tuple's fields
SELECT payload.kind AS k, payload.buyer AS b, payload.buyer.name AS n FROM events;
-- a stored tuple's fields by number
SELECT payload.1 AS b, payload.2 AS k, payload.1.2 AS n, pair.1 AS p FROM events;
-- tupleElement by name
SELECT tupleElement(payload, 'kind') AS k, tupleElement(tupleElement(payload, 'buyer'), 'id') AS i FROM events;
-- a stored tuple as a whole
SELECT payload, address FROM events AS e JOIN dim.users AS u ON u.user_id = e.user_id;
-- untuple
SELECT untuple(address) FROM dim.users;
-- untuple of an expression
SELECT untuple((amount, qty)) FROM ods.orders;
-- untuple of an aggregate
SELECT user_id, untuple(argMax((status, amount), ts)) FROM ods.orders GROUP BY user_id;
-- untuple with an alias
SELECT untuple(address) AS a FROM dim.users;
-- a tuple cast to names
SELECT CAST((amount, status), 'Tuple(a Float64, s String)') AS t, t.a AS a, t.s AS s FROM ods.orders;
-- a tuple with names through a subquery
SELECT t.s AS s FROM (SELECT CAST((amount, status), 'Tuple(a Float64, s String)') AS t FROM ods.orders);
-- a tuple with names joined
SELECT x.t.a AS a FROM (SELECT user_id, CAST((amount, status), 'Tuple(a Float64, s String)') AS t FROM ods.orders) AS x JOIN dim.users AS u ON u.user_id = x.user_id;
-- a tuple by if
SELECT if(qty > 1, (amount, status), (0., coupon)).2 AS s FROM ods.orders;
-- a tuple in an array
SELECT [(amount, status), (0., coupon)][1].1 AS a FROM ods.orders;
-- a tuple through UNION ALL
SELECT p.1 AS a, p.2 AS b FROM (SELECT (amount, qty) AS p FROM ods.orders UNION ALL SELECT (rate, product_id) FROM rates);
-- a tuple through max, any and groupArray
SELECT max((ts, status)).2 AS m, any((amount, qty)).1 AS a, groupArray((amount, qty)).2 AS g FROM ods.orders;
-- a tuple in GROUP BY
SELECT k.1 AS s, k.2 AS d, sum(amount) AS t FROM ods.orders GROUP BY (status, toDate(ts)) AS k;
-- tuple arithmetic
SELECT tuplePlus((amount, qty), (1, 2)) AS p, tupleMultiplyByNumber((amount, amount), qty) AS m, dotProduct((amount, qty), (1, 2)) AS d FROM ods.orders;
-- tupleConcat
SELECT tupleConcat((amount, qty), (status, 1)) AS t FROM ods.orders;
-- tupleConcat, opened
SELECT tupleConcat((amount, qty), (status, 1)).3 AS s FROM ods.orders;
-- an array of tuples, a field of all
SELECT lines.sku AS s, lines.price AS p FROM events;
-- an element of an array of tuples
SELECT lines[1].sku AS s, lines[1].2 AS p, lines[-1] AS l FROM events;
-- toString of a tuple
SELECT toString(payload) AS s, address::String AS p FROM events AS e, dim.users AS u;
-- comparison of a tuple field
SELECT address.city = 'x' AS c, address.zip + 1 AS z FROM dim.users;
-- a tuple in a window function
SELECT (lagInFrame((amount, status)) OVER w).2 AS p FROM ods.orders WINDOW w AS (ORDER BY ts);
-- first_value of a tuple over a window
SELECT first_value((amount, status)) OVER (PARTITION BY user_id ORDER BY ts).2 AS p FROM ods.orders;
-- tuple of a star
SELECT tuple(*).1 AS f, (*, 1) AS t FROM (SELECT amount, status FROM ods.orders);
-- a tuple compared in IN
SELECT user_id, (user_id, product_id) IN (SELECT user_id, product_id FROM ods.orders) AS bought FROM ods.orders;
-- materialize and identity keep the fields
SELECT identity((amount, status)).2 AS s, materialize((amount, qty)).1 AS a FROM ods.orders;
-- mapping tuples by arrayMap then opening
SELECT arrayMap(x -> (x.1, x.2 * 2), lines)[1].1 AS sku FROM events;
-- a struct of structs built and opened two levels down
SELECT o.c.2 AS v FROM (SELECT CAST(((amount, qty), (status, ts)), 'Tuple(m Tuple(Float64, UInt32), c Tuple(String, DateTime))') AS o FROM ods.orders);
-- a tuple in ARRAY JOIN of several
SELECT x.1 AS k, x.2 AS v FROM ods.orders ARRAY JOIN [('amount', amount), ('qty', toFloat64(qty))] AS x;
-- a cast between tuples of the same names goes by name
SELECT CAST(address, 'Tuple(zip UInt32, city String)') AS a, a.city AS c, a.1 AS z FROM dim.users;
-- a cast between tuples that share a name
SELECT CAST(address, 'Tuple(city String, country String)') AS a, a.city AS c, a.country AS n FROM dim.users;
-- a cast between tuples of other names goes by position
SELECT CAST(payload.buyer, 'Tuple(i UInt64, n String)').n AS n, CAST(lines, 'Array(Tuple(s String, p Float64))').p AS p FROM events;
-- an aggregate over a tuple that was cast or picked
SELECT any(CAST((amount, status), 'Tuple(n Float64, s String)')).s AS a, argMax([(amount, status)][1], ts).1 AS b, arrayMap(p -> p.1, groupArray(CAST((amount, status), 'Tuple(n Float64, s String)'))) AS c FROM ods.orders;
