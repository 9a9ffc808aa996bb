-- Generators, LATERAL VIEW, table functions.

-- # explode
SELECT event_id, explode(tags) FROM events;

-- # explode with a name
SELECT event_id, explode(tags) AS tag FROM events;

-- # explode of a map
SELECT explode(attrs) FROM events;

-- # explode of a map with names
SELECT explode(attrs) AS (k, v) FROM events;

-- # explode_outer
SELECT explode_outer(scores) AS s FROM events;

-- # posexplode
SELECT posexplode(tags) FROM events;

-- # posexplode with names
SELECT posexplode(attrs) AS (p, k, v) FROM events;

-- # inline
SELECT inline(items) FROM events;

-- # inline with names
SELECT inline(items) AS (s, p, n), event_id FROM events;

-- # inline_outer of made structs
SELECT inline_outer(array(struct(a AS p, b AS q), struct(b AS p, a AS q))) FROM t;

-- # stack
SELECT stack(2, a, d, b, d) FROM t;

-- # stack with names
SELECT stack(2, 'x', a, 'y', b) AS (name, value) FROM t;

-- # stack of an odd number
SELECT stack(2, a, b, a) AS (p, q) FROM t;

-- # json_tuple
SELECT json_tuple(body, 'a', 'b') FROM events;

-- # json_tuple with names
SELECT event_id, json_tuple(body, 'a', 'b') AS (x, y) FROM events;

-- # explode of structs, then fields
SELECT i.sku, i.price FROM (SELECT explode(items) AS i FROM events);

-- # LATERAL VIEW
SELECT event_id, tag FROM events LATERAL VIEW explode(tags) z AS tag;

-- # LATERAL VIEW OUTER
SELECT event_id, tag FROM events LATERAL VIEW OUTER explode(tags) AS tag;

-- # LATERAL VIEW of a map
SELECT k, w FROM events LATERAL VIEW explode(attrs) z AS k, w WHERE k <> 'x';

-- # LATERAL VIEW with posexplode
SELECT p, s FROM events LATERAL VIEW posexplode(scores) z AS p, s;

-- # LATERAL VIEWs chained
SELECT tag, ch FROM events LATERAL VIEW explode(tags) x AS tag LATERAL VIEW explode(split(tag, '')) y AS ch;

-- # LATERAL VIEW inline
SELECT z.* FROM events LATERAL VIEW inline(items) z;

-- # LATERAL VIEW json_tuple
SELECT event_id, j.x FROM events LATERAL VIEW json_tuple(body, 'p', 'q') j AS x, y;

-- # LATERAL VIEW stack
SELECT s.n FROM t LATERAL VIEW stack(2, a, c, b, c) s AS n, m;

-- # LATERAL VIEW and a group
SELECT tag, count(*) AS n FROM events LATERAL VIEW explode(tags) z AS tag GROUP BY tag;

-- # a star over a LATERAL VIEW
SELECT * FROM boxes LATERAL VIEW explode(l) z AS e;

-- # range
SELECT id, id * 2 AS d FROM range(10);

-- # range with more arguments
SELECT r.id FROM range(1, 10, 2) AS r;

-- # explode in FROM
SELECT * FROM explode(array(1, 2)) AS z(e);

-- # a lateral explode
SELECT e.event_id, z.tag FROM events e, LATERAL explode(e.tags) AS z(tag);

-- # a lateral explode of a map
SELECT e.event_id, z.key, z.value FROM events AS e, LATERAL explode(attrs) AS z;

-- # a lateral inline
SELECT i.sku FROM events, LATERAL inline(items) AS i;

-- # stack in FROM
SELECT p, q FROM stack(2, 1, 2, 3, 4) AS z(p, q);

-- # a lateral stack
SELECT z.* FROM t, LATERAL stack(2, a, c, b, c) AS z(n, m);

-- # a lateral json_tuple
SELECT j.* FROM events, LATERAL json_tuple(body, 'a', 'b') AS j;

-- # explode in an expression
SELECT explode(split(body, ',')) AS w FROM events WHERE kind = 'x';

-- # explode of a transform
SELECT explode(transform(items, i -> i.sku)) AS s FROM events;

-- # variant_explode
SELECT z.pos, z.key, z.value FROM events, LATERAL variant_explode(v) AS z;

-- # TRANSFORM
SELECT TRANSFORM (a, b) USING 'cat' AS (x STRING, y STRING) FROM t;

-- # TRANSFORM without names
SELECT TRANSFORM (a, c) USING 'cat' FROM t;

-- # MAP and REDUCE
SELECT z.k FROM (FROM t SELECT TRANSFORM (a, b) USING 'script.py' AS (k STRING, v STRING)) z;

-- # a generator and an aggregate around it
SELECT i.sku, sum(i.price * i.n) AS total FROM (SELECT explode(items) AS i FROM events) GROUP BY i.sku;

-- # sql_keywords
SELECT keyword FROM sql_keywords();

-- # explode of aggregates
SELECT explode(collect_list(a)) AS e FROM t;
