-- Table functions.

-- # explode an array
SELECT id, tag FROM events LATERAL VIEW explode(tags) x AS tag;

-- # explode a map
SELECT id, k, v FROM events LATERAL VIEW explode(attrs) x AS k, v;

-- # outer
SELECT id, x.tag FROM events LATERAL VIEW OUTER explode(tags) x AS tag;

-- # the default name of explode
SELECT id, col FROM events LATERAL VIEW explode(tags) x;

-- # the default names of a map
SELECT id, key, value FROM events LATERAL VIEW explode(attrs) x;

-- # posexplode
-- ! positions
SELECT id, pos, tag FROM events LATERAL VIEW posexplode(tags) x AS pos, tag;

-- # inline
SELECT id, sku, price FROM events LATERAL VIEW inline(lines) x AS sku, price;

-- # stack
SELECT customer_id, k FROM customers LATERAL VIEW stack(2, name, city) x AS k;

-- # stack with labels
-- ! positions
SELECT customer_id, what, k FROM customers LATERAL VIEW stack(2, 'n', name, 'c', city) x AS what, k;

-- # json_tuple
SELECT id, a, b FROM events LATERAL VIEW json_tuple(raw, 'a', 'b') x AS a, b;

-- # parse_url_tuple
SELECT id, h, q FROM events LATERAL VIEW parse_url_tuple(url, 'HOST', 'QUERY:k') x AS h, q;

-- # one after the other
SELECT id, tag, k, v FROM events LATERAL VIEW explode(tags) x AS tag LATERAL VIEW explode(attrs) y AS k, v;

-- # one over the other
SELECT id, w FROM events LATERAL VIEW explode(tags) x AS tag LATERAL VIEW explode(split(tag, ' ')) y AS w;

-- # three over each other
SELECT id, c FROM events LATERAL VIEW json_tuple(raw, 'a') x AS a LATERAL VIEW json_tuple(a, 'b') y AS b LATERAL VIEW explode(split(b, ',')) z AS c;

-- # explode what was split
SELECT word FROM orders LATERAL VIEW explode(split(note, ' ')) x AS word;

-- # a star over a lateral view
SELECT x.* FROM events LATERAL VIEW explode(attrs) x AS k, v;

-- # counting words
-- ! count-star
SELECT word, count(*) AS n FROM orders LATERAL VIEW explode(split(note, ' ')) x AS word GROUP BY word;

-- # a filter on what was exploded
SELECT id FROM events LATERAL VIEW explode(tags) x AS tag WHERE tag = 'a';

-- # explode in the list
SELECT explode(tags) AS tag FROM events;

-- # explode a map in the list
SELECT q.* FROM (SELECT explode(attrs) AS (k, v) FROM events) q;

-- # posexplode in the list
-- ! positions
SELECT q.p, q.t FROM (SELECT posexplode(tags) AS (p, t) FROM events) q;

-- # inline in the list
SELECT q.s, q.p FROM (SELECT inline(lines) AS (s, p) FROM events) q;

-- # stack in the list
-- ! parts
SELECT q.a, q.b FROM (SELECT stack(2, name, score, city, score) AS (a, b) FROM customers) q;

-- # json_tuple in the list
SELECT q.* FROM (SELECT json_tuple(raw, 'a', 'b') AS (a, b) FROM events) q;

-- # a lateral view over a derived table
SELECT q.i, t FROM (SELECT id AS i, tags AS g FROM events) q LATERAL VIEW explode(q.g) x AS t;

-- # a lateral view under a derived table
SELECT upper(q.t) AS u FROM (SELECT t FROM events LATERAL VIEW explode(tags) x AS t) q;

-- # explode a constant array
SELECT id, n FROM events LATERAL VIEW explode(array(1, 2, 3)) x AS n;

-- # explode an array of columns
SELECT customer_id, v FROM customers LATERAL VIEW explode(array(name, city)) x AS v;

-- # explode a map of columns
-- ! positions
SELECT customer_id, k, v FROM customers LATERAL VIEW explode(map('n', name, 'c', city)) x AS k, v;

-- # explode map_keys
SELECT id, k FROM events LATERAL VIEW explode(map_keys(attrs)) x AS k;

-- # a field of what was exploded
SELECT id, l.sku AS s, l.price AS p FROM events LATERAL VIEW explode(lines) x AS l;

-- # a lateral view and an aggregate
SELECT id, max(l.price) AS p FROM events LATERAL VIEW explode(lines) x AS l GROUP BY id;

-- # a lateral view within a CTE
WITH w AS (SELECT word FROM orders LATERAL VIEW explode(split(note, ' ')) x AS word) SELECT word, count(word) AS n FROM w GROUP BY word;

-- # posexplode twice, matched
SELECT id, a, b FROM events LATERAL VIEW posexplode(tags) x AS p, a LATERAL VIEW posexplode(map_keys(attrs)) y AS q, b WHERE p = q;

-- # udtf over an expression of two columns
SELECT w FROM customers LATERAL VIEW explode(split(concat(name, ' ', city), ' ')) x AS w;

-- # the same alias as a column
SELECT tags.tag FROM events LATERAL VIEW explode(tags) tags AS tag;

-- # the default names of posexplode
-- ! positions
SELECT x.* FROM events LATERAL VIEW posexplode(tags) x;

-- # the default names of posexplode in the list
-- ! positions
SELECT q.* FROM (SELECT posexplode(tags) FROM events) q;

-- # the default names of json_tuple
SELECT x.* FROM events LATERAL VIEW json_tuple(raw, 'a', 'b') x;

-- # the default names of json_tuple in the list
SELECT q.* FROM (SELECT json_tuple(raw, 'a', 'b') FROM events) q;

-- # the default names of inline
SELECT x.* FROM events LATERAL VIEW inline(lines) x;

-- # the default names of stack
-- ! parts
SELECT x.* FROM events LATERAL VIEW stack(1, kind, url) x;

-- # the default names of parse_url_tuple
SELECT q.* FROM (SELECT parse_url_tuple(url, 'HOST', 'PATH') FROM events) q;

-- # a star over everything
SELECT * FROM events LATERAL VIEW explode(tags) x;
