-- booleans
SELECT NOT ok AS n, ok AND price > 2 AS a, ok::INTEGER + 1 AS i, ok IS TRUE AS t FROM visits;
-- booleans counted
SELECT count_if(ok) AS n, bool_and(ok) AS a, sum(ok::INTEGER) AS s FROM visits GROUP BY page;
-- decimals
SELECT price * 2 AS d, round(price, 1) AS r, price::DECIMAL(12, 4) AS c, ceil(price) AS u FROM visits;
-- an enum
SELECT mood, mood::VARCHAR || page AS s, mood > 'a' AS g FROM visits;
-- grouped by an enum
SELECT mood, sum(price) AS s FROM visits GROUP BY mood ORDER BY mood;
-- a union's member
SELECT pick.num AS n, pick.str AS s, union_tag(pick) AS t FROM visits;
-- a member taken by a function
SELECT union_extract(pick, 'num') + 1 AS n FROM visits;
-- a union made
SELECT union_value(k := page) AS u, union_value(k := id).k AS v FROM visits;
--! unseen 1 visits.spot a fixed array is always as long
-- a fixed array
SELECT spot[1] AS x, array_length(spot) AS n, array_distance(spot, [1, 2, 3]::DOUBLE[3]) AS d FROM visits;
-- two arrays
SELECT array_inner_product(a.spot, b.spot) AS p FROM visits a JOIN visits b ON a.id = b.customer_id;
--! unseen 0 visits.id the second element
-- an array made
SELECT array_value(id, customer_id)[2] AS v, [id, customer_id]::INTEGER[2] AS a FROM visits;
-- nested lists
SELECT grid[1][1] AS f, grid[1] AS r, flatten(grid) AS l, len(grid) AS n FROM visits;
-- nested lists unnested twice
SELECT id, unnest(cells) AS c FROM (SELECT id, unnest(grid) AS cells FROM visits);
-- a map of structs
SELECT meta['a'].n AS n, meta['b'].s AS s FROM visits;
-- keys of a map
SELECT id, unnest(map_keys(meta)) AS k FROM visits;
--! unseen 4 visits.page its words are no numbers
-- casts between types
SELECT id::VARCHAR AS v, price::INTEGER AS i, began::VARCHAR AS t, CAST(page AS VARCHAR(3)) AS p, TRY_CAST(page AS INTEGER) AS x FROM visits;
-- exponents and underscores
SELECT id + 1_000 AS a, price * 1e2 AS b FROM visits WHERE id < 1e3;
-- bits
SELECT id & customer_id AS a, id | 1 AS o, xor(id, 3) AS x, id << 2 AS l, ~id AS n FROM visits;
-- arithmetic
SELECT id // 2 AS q, id ** 2 AS p, id ^ 2 AS h, @(id - 5) AS a, id % 3 AS m, power(id, customer_id) AS w FROM visits;
-- a struct compared
SELECT {'a': id, 'b': page} = {'a': customer_id, 'b': 'x'} AS same FROM visits;
-- a variable
SELECT id + coalesce(getvariable('x'), 0) AS v FROM visits;
-- typeof tells nothing of the data
SELECT typeof(id) AS t, id FROM visits;
--! unseen 0 rates.rowid no data changes it
-- the number of a stored row
SELECT rowid, rate FROM rates;
