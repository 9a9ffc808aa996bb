-- Structs, maps, arrays, JSON and variants; higher-order functions; generators.

--- named_struct keeps its fields apart    [feature: nested data / struct, named_struct]
SELECT named_struct('p', a, 'q', b).q AS q, struct(a, c AS k).k AS k FROM t
--> q  t.b  DIRECT
--> k  t.c  DIRECT

--- a tuple has the names of its columns    [feature: nested data / struct, named_struct]
SELECT (a, b).b AS q FROM t
--> q  t.b  DIRECT

--- a map under a constant key    [feature: nested data / map, array]
SELECT map('x', a, 'y', b)['x'] AS x, array(a, b)[0] AS f FROM t
--> x  t.a  DERIVED
--> f  t.a  DERIVED
--> f  t.b  DERIVED

--- a field of every element    [feature: nested data / fields of arrays]
SELECT lines.sku AS skus, lines[0].price AS p FROM events
--> skus  events.lines[].sku    DIRECT
--> p     events.lines[].price  DERIVED

--- keys and values of a stored map    [feature: nested data / map_keys, map_values]
SELECT map_keys(attrs) AS k, map_values(attrs) AS v FROM events
--> k  events.attrs  DERIVED
--> v  events.attrs  DERIVED

--- from_json is a struct of its fields    [feature: nested data / from_json]
SELECT j.x, j.who.name FROM (SELECT from_json(name, 'x INT, who STRUCT<name: STRING>') AS j FROM customers)
--> x     customers.name  DERIVED
--> name  customers.name  DERIVED

--- a star over from_json    [feature: nested data / from_json]
SELECT j.* FROM (SELECT from_json(name, 'STRUCT<x: INT, y: STRING>') AS j FROM customers)
--> x  customers.name  DERIVED
--> y  customers.name  DERIVED

--- a path into a variant    [feature: nested data / variant paths]
CREATE TABLE vs (v VARIANT);
SELECT v:a.b[0] AS p, v:`x y`::string AS q FROM vs
--> p  vs.v  DERIVED
--> q  vs.v  DERIVED

--- transform    [feature: higher-order functions / transform]
SELECT transform(lines, l -> l.price * n) AS p FROM events
--> p  events.lines[].price  DERIVED
--> p  events.n              DERIVED

--- filter hands on the array    [feature: higher-order functions / filter]
SELECT filter(tags, x -> length(x) > n) AS f FROM events
--> f    events.tags  DERIVED
--> f ~  events.n     CONDITIONAL
--> f ~  events.tags  CONDITIONAL

--- exists and forall    [feature: higher-order functions / exists, forall]
SELECT exists(tags, x -> x = 'k') AS e, forall(lines, l -> l.price > 0) AS f FROM events
--> e  events.tags           DERIVED
--> f  events.lines[].price  DERIVED

--- aggregate    [feature: higher-order functions / aggregate, reduce]
SELECT aggregate(tags, '', (acc, x) -> concat(acc, x)) AS s FROM events
--> s  events.tags  DERIVED

--- zip_with    [feature: higher-order functions / zip_with]
SELECT zip_with(tags, lines, (x, l) -> concat(x, l.sku)) AS z FROM events
--> z  events.lines[].sku  DERIVED
--> z  events.tags         DERIVED

--- lambdas over maps    [feature: higher-order functions / transform_keys, transform_values, map_filter, map_zip_with]
SELECT transform_values(attrs, (k, v) -> upper(v)) AS t, map_filter(attrs, (k, v) -> k <> v) AS f FROM events
--> t    events.attrs  DERIVED
--> f    events.attrs  DERIVED
--> f ~  events.attrs  CONDITIONAL

--- explode of an array    [feature: generators / explode, posexplode]
SELECT id, explode(tags) FROM events
--> id    events.id    DIRECT
--> col   events.tags  DERIVED_ARRAY
--> rows  events.tags  JOIN

--- explode of a map with names    [feature: generators / explode, posexplode]
SELECT id, explode_outer(attrs) AS (k, v) FROM events
--> id    events.id     DIRECT
--> k     events.attrs  DERIVED_ARRAY
--> v     events.attrs  DERIVED_ARRAY
--> rows  events.attrs  JOIN

--- posexplode    [feature: generators / explode, posexplode]
SELECT posexplode(tags) AS (p, e) FROM events
--> p     generated
--> e     events.tags  DERIVED_ARRAY
--> rows  events.tags  JOIN

--- inline    [feature: generators / inline]
SELECT id, inline_outer(lines) FROM events
--> id     events.id             DIRECT
--> sku    events.lines[].sku    DERIVED_ARRAY
--> price  events.lines[].price  DERIVED_ARRAY
--> rows   events.lines          JOIN

--- stack with names    [feature: generators / stack]
SELECT stack(2, 'a', a, 'b', b) AS (name, value) FROM t
--> name   generated
--> value  t.a        DIRECT
--> value  t.b        DIRECT

--- json_tuple    [feature: generators / json_tuple]
SELECT id, json_tuple(name, 'x', 'y') FROM customers
--> id  customers.id    DIRECT
--> c0  customers.name  DERIVED
--> c1  customers.name  DERIVED

--- variant_explode    [feature: generators / variant_explode]
CREATE TABLE vs (v VARIANT);
SELECT z.pos, z.key, z.value FROM vs, LATERAL variant_explode(v) AS z
--> pos    generated
--> key    vs.v       DERIVED_ARRAY
--> value  vs.v       DERIVED_ARRAY
--> rows   vs.v       JOIN

--- LATERAL VIEW    [feature: generators / LATERAL VIEW]
SELECT id, tag, ch FROM events LATERAL VIEW explode(tags) x AS tag LATERAL VIEW OUTER explode(split(tag, '')) y AS ch
--> id    events.id    DIRECT
--> tag   events.tags  DERIVED_ARRAY
--> ch    events.tags  DERIVED_ARRAY
--> rows  events.tags  JOIN

--- a generator in FROM    [feature: generators / in FROM, LATERAL]
SELECT e.id, z.tag FROM events AS e, LATERAL explode(e.tags) AS z(tag)
--> id    events.id    DIRECT
--> tag   events.tags  DERIVED_ARRAY
--> rows  events.tags  JOIN

--- range    [feature: table functions / range]
SELECT id * 2 AS d FROM range(1, 10)
--> d  generated

--- an unknown function over a table    [feature: table functions / TABLE arguments; limit: what an unknown function does with its table is not known]
SELECT x FROM my_tvf(TABLE(t) PARTITION BY a ORDER BY b)
--> x     t.a  UNKNOWN  COARSE
--> x     t.b  UNKNOWN  COARSE
--> x     t.c  UNKNOWN  COARSE
--> x     t.d  UNKNOWN  COARSE
--> rows  t.a  JOIN
--> rows  t.b  JOIN
--> rows  t.c  JOIN
--> rows  t.d  JOIN
--! W219  1:15

--- TRANSFORM is opaque    [feature: generators / TRANSFORM … USING; limit: what the script does is not known]
SELECT TRANSFORM (a, b) USING 'cat' AS (x INT, y INT) FROM t
--> x  t.a  UNKNOWN  COARSE
--> x  t.b  UNKNOWN  COARSE
--> y  t.a  UNKNOWN  COARSE
--> y  t.b  UNKNOWN  COARSE
--! W216  1:19
