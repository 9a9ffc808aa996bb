-- arrows
SELECT doc -> '$.a' AS j, doc ->> '$.b' AS s FROM visits;
-- arrows with a key
SELECT doc -> 'a' AS j, doc ->> 'b' AS s FROM visits;
-- dots
SELECT doc.a AS j FROM visits;
-- extraction of several paths
SELECT json_extract_string(doc, ['$.a', '$.b']) AS l FROM visits;
-- a value cast
SELECT CAST(doc ->> '$.a' AS INTEGER) + 1 AS n FROM visits;
-- objects made
SELECT json_object('id', id, 'page', page) AS o, json_array(id, page) AS a FROM visits;
-- objects by groups
SELECT page, json_group_array(id) AS l FROM (SELECT page, id FROM visits ORDER BY ALL) GROUP BY page;
-- merged
SELECT json_merge_patch(doc, json_object('id', id)) AS m FROM visits;
-- a struct from JSON
SELECT from_json(doc, '{"a": "INTEGER", "b": "VARCHAR"}') AS s FROM visits;
-- a field of a struct from JSON
SELECT json_transform(doc, '{"a": "INTEGER", "b": "VARCHAR"}').a AS a FROM visits;
-- to JSON
SELECT to_json({'id': id, 'page': page}) AS j, to_json(grid) AS g FROM visits;
-- filtered by a path
SELECT id FROM visits WHERE (doc ->> '$.a')::INTEGER > 1;
-- grouped by a path
SELECT doc ->> '$.b' AS b, sum((doc ->> '$.a')::INTEGER) AS s FROM visits GROUP BY ALL;
-- unnested array
SELECT v.id, x.e FROM visits v, unnest(from_json(v.doc -> '$.l', '["INTEGER"]')) AS x(e);
-- a JSON predicate
SELECT json_exists(doc, '$.a') AS e, json_contains(doc, '1') AS c, json_valid(page) AS v FROM visits;
-- JSON through a CTE
WITH x AS (SELECT id, doc -> '$.a' AS a FROM visits) SELECT id, a::INTEGER * 2 AS twice FROM x;
-- types and keys
SELECT json_type(doc, '$.a') AS t, json_keys(doc) AS k, json_array_length(doc -> '$.l') AS n FROM visits;
