-- Structs, arrays, maps.

-- # a field
SELECT payload.kind FROM events;

-- # a field of a field
SELECT payload.buyer.name AS n FROM events;

-- # a qualified field
SELECT e.payload.buyer.id AS i FROM events e;

-- # elements
SELECT tags[0] AS t, attrs['a'] AS a, lines[0].price AS p FROM events;

-- # a field of every element
SELECT lines.price AS prices FROM events;

-- # an element by a column
SELECT tags[quantity] AS t FROM events e JOIN orders o ON e.id = o.order_id;

-- # structs made
SELECT struct(name, city) AS s, named_struct('n', name, 'c', city) AS t FROM customers;

-- # a field of a struct made
-- ! parts
SELECT q.s.n AS n FROM (SELECT named_struct('n', name, 'c', city) AS s, email FROM customers) q;

-- # arrays and maps made
SELECT array(name, city) AS a, map(name, score, city, score) AS m FROM customers;

-- # str_to_map
SELECT str_to_map(raw, ',', ':')['k'] AS k FROM events;

-- # sizes
SELECT size(tags) AS n, size(attrs) AS m FROM events;

-- # map_keys and map_values
SELECT map_keys(attrs) AS k, map_values(attrs) AS v FROM events;

-- # array_contains and sort_array
SELECT array_contains(tags, kind) AS c, sort_array(tags) AS s FROM events;

-- # whole columns
SELECT payload, tags, attrs, lines FROM events;

-- # a field in a filter
SELECT id FROM events WHERE payload.buyer.id = 3 AND tags[0] = 'x';

-- # a union type
SELECT create_union(0, name, score) AS u FROM customers;

-- # split and an element
SELECT split(email, '@')[1] AS host FROM customers;

-- # a struct in a group
SELECT payload.kind AS k, max(payload.buyer.id) AS m FROM events GROUP BY payload.kind;

-- # collect of structs
SELECT kind, collect_list(named_struct('i', id, 'u', url)) AS l FROM events GROUP BY kind;

-- # concat_ws of an array
SELECT concat_ws('-', tags) AS t FROM events;

-- # inline of a made array
-- ! parts
SELECT a, b FROM customers LATERAL VIEW inline(array(struct(name, city), struct(email, region))) x AS a, b;
