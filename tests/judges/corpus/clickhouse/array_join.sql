-- with an alias
SELECT event_id, tag FROM events ARRAY JOIN tags AS tag;
-- without an alias the element takes the array's name
SELECT event_id, tags FROM events ARRAY JOIN tags;
-- with an alias the array is still there
SELECT tag, tags FROM events ARRAY JOIN tags AS tag;
-- LEFT ARRAY JOIN
SELECT event_id, tag FROM events LEFT ARRAY JOIN tags AS tag;
-- several arrays side by side
SELECT tag, score FROM events ARRAY JOIN tags AS tag, scores AS score SETTINGS enable_unaligned_array_join = 1;
-- an expression
SELECT w FROM events ARRAY JOIN arrayMap(x -> upper(x), tags) AS w;
-- a lambda that captures a column
SELECT w FROM events ARRAY JOIN arrayMap(x -> concat(x, kind), tags) AS w;
-- positions by arrayEnumerate
SELECT tag, num FROM events ARRAY JOIN tags AS tag, arrayEnumerate(tags) AS num;
-- a literal array
SELECT user_id, step FROM events ARRAY JOIN [1, 2, 3] AS step;
-- range of a column
SELECT n, user_id FROM ods.orders ARRAY JOIN range(toUInt64(qty)) AS n;
-- a Nested column as a whole
SELECT goals.id, goals.price, goals.label FROM events ARRAY JOIN goals;
-- a Nested column with an alias
SELECT g.id AS i, g.price * 2 AS p FROM events ARRAY JOIN goals AS g;
-- one column of a Nested
SELECT goals.id FROM events ARRAY JOIN goals.id;
-- two columns of a Nested with aliases
SELECT i, p FROM events ARRAY JOIN goals.id AS i, goals.price AS p;
-- a Nested column and its arrays beside it
SELECT g.label, goals.label FROM events ARRAY JOIN goals AS g;
-- an array of tuples
SELECT l.sku, l.price FROM events ARRAY JOIN lines AS l;
-- an array of tuples without an alias
SELECT lines.sku AS s, lines.price AS p FROM events ARRAY JOIN lines;
-- a tuple element by number
SELECT l.1 AS sku, l.2 AS price FROM events ARRAY JOIN lines AS l;
-- a map
SELECT p.1 AS k, p.2 AS v FROM events ARRAY JOIN props AS p;
-- keys and values of a map
SELECT k, v FROM events ARRAY JOIN mapKeys(props) AS k, mapValues(props) AS v;
-- mapKeys subcolumn
SELECT k FROM events ARRAY JOIN props.keys AS k;
-- arrayZip and its fields
SELECT z.1 AS t, z.2 AS s FROM events ARRAY JOIN arrayZip(tags, scores) AS z;
-- the joined name in WHERE, GROUP BY and ORDER BY
SELECT tag, count() AS n, uniq(user_id) AS u FROM events ARRAY JOIN tags AS tag WHERE tag != '' GROUP BY tag ORDER BY n DESC;
-- after a join
SELECT e.user_id, u.name, tag FROM events AS e JOIN dim.users AS u ON u.user_id = e.user_id ARRAY JOIN e.tags AS tag;
-- over a subquery
SELECT t FROM (SELECT arrayConcat(tags, [kind]) AS all_tags FROM events) ARRAY JOIN all_tags AS t;
-- an aggregate's array
SELECT d, u FROM (SELECT toDate(ts) AS d, groupUniqArray(user_id) AS users FROM events GROUP BY d) ARRAY JOIN users AS u;
-- an alias that hides a column
SELECT kind FROM events ARRAY JOIN tags AS kind;
-- star with ARRAY JOIN
SELECT * FROM (SELECT event_id, tags FROM events) ARRAY JOIN tags;
-- star with an aliased ARRAY JOIN
SELECT *, tag FROM (SELECT event_id, tags FROM events) ARRAY JOIN tags AS tag;
-- arrayJoin in the select list
SELECT user_id, arrayJoin(tags) AS tag FROM events;
-- arrayJoin of a tuple array
SELECT (arrayJoin(lines) AS l).1 AS sku, l.2 AS price FROM events;
-- arrayJoin of arrayZip
SELECT z.1 AS tag, z.2 AS score FROM (SELECT arrayJoin(arrayZip(tags, scores)) AS z FROM events);
-- arrayJoin in WHERE
SELECT user_id FROM events WHERE arrayJoin(tags) = 'x';
-- arrayJoin twice of the same array
SELECT arrayJoin(tags) AS a, arrayJoin(tags) AS b, a || b AS c FROM events;
-- arrayJoin of a map
SELECT arrayJoin(props) AS kv, kv.1 AS k, kv.2 AS v FROM events;
-- arrayJoin of a lambda
SELECT arrayJoin(arrayFilter(x -> x > 1, scores)) AS s FROM events;
-- arrayJoin in GROUP BY
SELECT arrayJoin(splitByChar(',', url)) AS part, count() AS c FROM events GROUP BY part;
-- arrays of arrays
SELECT x FROM (SELECT [tags, [kind]] AS nested FROM events) ARRAY JOIN nested AS inner_list ARRAY JOIN inner_list AS x;
-- two ARRAY JOINs of different arrays by subquery
SELECT tag, score FROM (SELECT tag, scores FROM events ARRAY JOIN tags AS tag) ARRAY JOIN scores AS score;
-- an expression over the joined element beside the array
SELECT concat(tag, kind) AS k, length(tags) AS n FROM events ARRAY JOIN tags AS tag;
-- the same array twice
SELECT a, b FROM events ARRAY JOIN tags AS a, tags AS b;
-- arrayEnumerateUniq
SELECT tag, nth FROM events ARRAY JOIN tags AS tag, arrayEnumerateUniq(tags) AS nth;
-- an array join of a JSON path
SELECT item FROM events ARRAY JOIN doc.items[] AS item;
-- segments of users beside orders
SELECT seg, sum(o.amount) AS revenue FROM ods.orders AS o INNER JOIN (SELECT user_id, seg FROM dim.users ARRAY JOIN segments AS seg) AS s USING (user_id) GROUP BY seg;
