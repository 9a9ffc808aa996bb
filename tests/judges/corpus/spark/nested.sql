-- Structs, maps, arrays, JSON, variants.

-- # a field
SELECT payload.url, payload.device.os FROM events;

-- # a field in an expression
SELECT upper(payload.device.os) AS os, payload.device.ver + 1 AS v FROM events;

-- # a qualified field
SELECT e.payload.url AS u, events.payload.device AS d FROM events e JOIN events ON e.event_id = events.event_id;

-- # named_struct
SELECT named_struct('p', a, 'q', b) AS s FROM t;

-- # fields of a named_struct
SELECT named_struct('p', a, 'q', c).q AS q, named_struct('p', a).p FROM t;

-- # struct with names from columns
SELECT struct(a, b AS k, c || 'x') AS s FROM t;

-- # fields of a struct made below
SELECT s.a, s.k FROM (SELECT struct(a, b AS k) AS s FROM t);

-- # a tuple in parentheses
SELECT (a, b) AS s, (a, c).c AS q FROM t;

-- # generated names of fields
SELECT s.col1, s.c FROM (SELECT struct(a + 1, c) AS s FROM t);

-- # a struct in a struct
SELECT s.outer_.inner_ AS k FROM (SELECT named_struct('outer_', named_struct('inner_', a, 'other', b)) AS s FROM t);

-- # an array and its subscript
SELECT array(a, b) AS l, array(a, b)[0] AS f, tags[0] AS g, tags[event_id] AS h FROM events, t;

-- # element_at
SELECT element_at(tags, 1) AS x, try_element_at(scores, 2) AS y, element_at(attrs, 'k') AS z, get(tags, 0) AS w FROM events;

-- # a field of every element
SELECT items.sku, items.price AS prices FROM events;

-- # a field of one element
SELECT items[0].sku AS s, items[1].price * 2 AS p FROM events;

-- # a map
SELECT map('x', a, 'y', b) AS m FROM t;

-- # a map under a constant key
SELECT map('x', a, 'y', b)['x'] AS x, map('x', a)['z'] AS z FROM t;

-- # a stored map
SELECT attrs['k'] AS v, attrs[kind] AS w, sizes['big'].w AS width, attrs.k AS dotted FROM events;

-- # map functions
SELECT map_keys(attrs) AS k, map_values(attrs) AS v, map_entries(attrs) AS e, map_from_arrays(tags, scores) AS m, size(attrs) AS n FROM events;

-- # keys and values of a made map
SELECT map_keys(map(a, b)) AS k, map_values(map(a, b)) AS v FROM t;

-- # entries of a made map
SELECT map_entries(map(a, b))[0].value AS v, map_from_entries(array(struct(a, b))) AS m FROM t;

-- # map_concat
SELECT map_concat(attrs, map('x', kind)) AS m FROM events;

-- # array functions
SELECT array_distinct(tags) AS d, array_union(tags, array(kind)) AS u, array_contains(tags, kind) AS c, sort_array(scores) AS s, slice(tags, 1, 2) AS l, array_join(tags, ',') AS j FROM events;

-- # more array functions
SELECT array_max(scores) AS m, array_position(tags, 'x') AS p, concat(tags, array(kind)) AS k, flatten(array(tags, array(body))) AS f, array_remove(tags, 'x') AS r, reverse(tags) AS v, array_append(tags, kind) AS a FROM events;

-- # arrays_zip
SELECT arrays_zip(tags, scores) AS z FROM events;

-- # a field of zipped arrays
SELECT arrays_zip(tags, scores)[0].scores AS s FROM events;

-- # sequences
SELECT sequence(a, b) AS s, sequence(1, a) AS q FROM t;

-- # cardinality
SELECT cardinality(tags) AS n, size(items) AS m FROM events;

-- # a cast to a struct
SELECT CAST(named_struct('a', a, 'b', c) AS STRUCT<p: BIGINT, q: STRING>).q AS q FROM t;

-- # from_json
SELECT from_json(body, 'id INT, who STRUCT<name: STRING>') AS j FROM events;

-- # a field of from_json
SELECT from_json(body, 'id INT, who STRUCT<name: STRING>').who.name AS n FROM events;

-- # a star over from_json
SELECT j.* FROM (SELECT from_json(body, 'STRUCT<id: INT, name: STRING>') AS j FROM events);

-- # get_json_object and to_json
SELECT get_json_object(body, '$.a.b') AS x, to_json(payload) AS y, to_json(named_struct('a', kind)) AS z, json_array_length(body) AS n FROM events;

-- # from_csv and schema_of_json
SELECT from_csv(body, 'p INT, q STRING') AS c, schema_of_json('{"a": 1}') AS s, to_csv(named_struct('x', kind)) AS o FROM events;

-- # XML
SELECT xpath_string(body, '/a/b') AS x, from_xml(body, 'p INT').p AS p FROM events;

-- # a variant's path
SELECT v:a.b AS x, v:items[0].price AS y, v:a.b::int AS z FROM events;

-- # variant functions
SELECT variant_get(v, '$.a', 'int') AS a, try_variant_get(v, '$.b', 'string') AS b, parse_json(body) AS p, to_variant_object(payload) AS o, schema_of_variant(v) AS s, is_variant_null(v) AS n FROM events;

-- # a variant with quoted names
SELECT v:`x y`.z AS p, v:a['b'] AS q FROM events;

-- # a struct through a CTE
WITH z AS (SELECT struct(a AS p, c AS q) AS s FROM t) SELECT s.q, s FROM z;

-- # a struct through a group
SELECT first(s).p AS p, max(s).q AS q FROM (SELECT named_struct('p', a, 'q', b) AS s, c FROM t) GROUP BY c;

-- # a struct compared
SELECT named_struct('p', a, 'q', b) = named_struct('p', 1, 'q', 2) AS eq FROM t;

-- # a struct in CASE
SELECT (CASE WHEN d > 1 THEN named_struct('p', a, 'q', b) ELSE named_struct('p', b, 'q', a) END).p AS p FROM t;

-- # coalesce of structs
SELECT coalesce(s, l[0]).x AS x FROM boxes;

-- # an array of structs is opened
SELECT array(named_struct('p', a, 'q', b))[0].q AS q FROM t;

-- # names of nested outputs
SELECT payload.device.ver + 1, tags[0], attrs['k'], items[0].sku, named_struct('p', 1).p, items.sku[0] FROM events;

-- # names of constructors
SELECT array(a, 1), map('k', a), named_struct('x', a), struct(a, c) FROM t;

-- # binary and hashing functions
SELECT hash(a, c) AS h, xxhash64(c) AS x, md5(c) AS m, sha2(c, 256) AS s, crc32(c) AS r, base64(c) AS b, hex(a) AS e FROM t;

-- # stars in functions
SELECT struct(*) AS s, concat_ws(',', u.*) AS g FROM u;

-- # count of a star
SELECT count(DISTINCT *) AS n, count(*) AS m FROM t;
