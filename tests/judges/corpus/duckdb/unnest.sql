-- unnest in the SELECT list
SELECT id, unnest(tags) AS t FROM customers;
-- unnest in FROM
SELECT c.id, u.t FROM customers c, unnest(c.tags) AS u(t);
-- two unnests side by side
SELECT unnest(tags) AS t, unnest([id, age]) AS n FROM customers;
-- unnest of structs
SELECT unnest(items) AS i FROM events;
-- unnest recursive
SELECT seq, unnest(items, recursive := true) FROM events;
-- unnest of a list of structs, opened
SELECT e.seq, i.sku, i.price * 2 AS p FROM (SELECT seq, unnest(items) AS i FROM events) e;
-- unnest max_depth
SELECT unnest([[seq], scores], max_depth := 2) AS v FROM events;
-- lateral unnest with an expression
SELECT e.seq, x.s FROM events e, unnest(list_transform(e.scores, lambda v: v + e.customer_id)) AS x(s);
-- left join unnest
SELECT e.seq, x.s FROM events e LEFT JOIN LATERAL unnest(e.scores) AS x(s) ON true;
-- unnest with ordinality
SELECT e.seq, x.s, x.o FROM events e, unnest(e.scores) WITH ORDINALITY AS x(s, o);
-- aggregate of unnested
SELECT seq, sum(s) AS total FROM (SELECT seq, unnest(scores) AS s FROM events) GROUP BY seq;
-- unnest in a subquery
SELECT seq, (SELECT max(s) FROM (SELECT unnest(scores) AS s)) AS m FROM events;
-- unnest of a constant
SELECT unnest([1, 2, 3]) AS n, id FROM customers;
-- range in the SELECT list
SELECT id, unnest(range(age)) AS n FROM customers;
-- range in FROM
SELECT r.i, c.name FROM range(5) r(i) JOIN customers c ON c.id = r.i;
-- generate_series over a column
SELECT c.id, g.n FROM customers c, generate_series(1, c.age) AS g(n);
-- generate_series over a subquery
SELECT n FROM generate_series(1, (SELECT max(age) FROM customers)) AS g(n);
-- map entries
SELECT unnest(map_entries(attrs)) AS e FROM products;
-- unnest through a CTE
WITH x AS (SELECT id, unnest(tags) AS t FROM customers) SELECT t, count(id) AS n FROM x GROUP BY t;
