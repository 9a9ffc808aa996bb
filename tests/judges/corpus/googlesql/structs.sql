-- a field
SELECT payload.kind FROM events;

-- a field of a field
SELECT payload.buyer.id AS k, payload.buyer.name FROM events;

-- a field through an alias
SELECT e.payload.buyer.name AS k FROM events AS e;

-- a star of a struct
SELECT payload.* FROM events;

-- a star of a nested struct
SELECT payload.buyer.* FROM events;

-- a star of a struct with EXCEPT
SELECT e.payload.* EXCEPT (score) FROM events e;

-- a star of a struct with REPLACE
SELECT payload.* REPLACE (n AS score) FROM events;

-- a whole struct
SELECT payload FROM events;

-- a whole struct under an alias
SELECT payload AS p, payload.buyer AS b FROM events;

-- STRUCT
SELECT STRUCT(a, b) AS s FROM t;

-- STRUCT with names
SELECT STRUCT(a AS x, b AS y) AS s FROM t;

-- a field of a made struct
SELECT STRUCT(a AS x, b AS y).y AS k FROM t;

-- a typed struct
SELECT STRUCT<x INT64, y STRING>(a, 'k') AS s FROM t;

-- a field of a typed struct
SELECT STRUCT<x INT64, y INT64>(a, b).x AS k FROM t;

-- a struct through a subquery
SELECT s.x AS k FROM (SELECT STRUCT(a AS x, b AS y) AS s FROM t);

-- a struct through a CTE
WITH q AS (SELECT STRUCT(a AS x, STRUCT(b AS z) AS i) AS s FROM t) SELECT s.i.z AS k, s.x AS m FROM q;

-- a struct through two CTEs
WITH q AS (SELECT STRUCT(a AS x, b AS y) AS s FROM t), r AS (SELECT s FROM q) SELECT s.y AS k FROM r;

-- a star of a made struct
SELECT s.* FROM (SELECT STRUCT(a AS x, b + c AS y) AS s FROM t);

-- a stored struct through a CTE
WITH q AS (SELECT payload AS p FROM events) SELECT p.buyer.id AS k FROM q;

-- a struct in a struct
SELECT STRUCT(STRUCT(a AS p) AS i, b AS o).i.p AS k FROM t;

-- a struct of a struct
SELECT STRUCT(payload AS p, n AS m).p.buyer.id AS k FROM events;

-- a struct in CASE
SELECT (CASE WHEN a > 0 THEN STRUCT(b AS x, c AS y) ELSE STRUCT(d AS x, 1 AS y) END).x AS k FROM t;

-- a struct in IF
SELECT IF(n > 0, payload.buyer, STRUCT(n AS id, kind AS name)).name AS k FROM events;

-- a struct in COALESCE
SELECT COALESCE(payload.buyer, STRUCT(1 AS id, kind AS name)).name AS k FROM events;

-- a struct in IFNULL
SELECT IFNULL(payload, payload).buyer.id AS k FROM events;

-- a struct by a scalar subquery
SELECT (SELECT AS STRUCT x, y FROM u WHERE u.a = t.a LIMIT 1).y AS k FROM t;

-- a struct by a scalar subquery, whole
SELECT (SELECT AS STRUCT MAX(x) AS p, MIN(y) AS q FROM u) AS s FROM t;

-- a struct through UNION
SELECT s.x AS k FROM (SELECT STRUCT(a AS x, b AS y) AS s FROM t UNION ALL SELECT STRUCT(x, y) FROM u);

-- a struct through ANY_VALUE
SELECT ANY_VALUE(STRUCT(a AS x, b AS y)).y AS k FROM t;

-- a struct through ARRAY_AGG
SELECT ARRAY_AGG(STRUCT(a AS x, b AS y) ORDER BY c LIMIT 1)[OFFSET(0)].y AS k FROM t;

-- a stored struct through ANY_VALUE
SELECT ANY_VALUE(payload).buyer.name AS k FROM events;

-- an array of structs
SELECT [STRUCT(a AS x, b AS y), STRUCT(c, d)] AS l FROM t;

-- an element of an array of structs
SELECT [STRUCT(a AS x, b AS y), STRUCT(c, d)][OFFSET(0)].y AS k FROM t;

-- a field of an element
SELECT lines[OFFSET(0)].sku AS k FROM events;

-- a field of a safe element
SELECT lines[SAFE_OFFSET(n)].price AS k FROM events;

-- a field of an ordinal element
SELECT lines[ORDINAL(1)].attrs[SAFE_ORDINAL(2)].v AS k FROM events;

-- ARRAY of SELECT AS STRUCT
SELECT ARRAY(SELECT AS STRUCT x, y FROM u WHERE u.a = t.a) AS l FROM t;

-- a field of ARRAY of SELECT AS STRUCT
SELECT ARRAY(SELECT AS STRUCT x AS p, y AS q FROM u)[OFFSET(0)].q AS k FROM t;

-- ARRAY of a subquery
SELECT ARRAY(SELECT x FROM u ORDER BY y) AS l FROM t;

-- ARRAY over the rows' own array
SELECT ARRAY(SELECT i.sku FROM UNNEST(lines) AS i WHERE i.price > 0) AS l FROM events;

-- ARRAY of structs over the rows' own array
SELECT ARRAY(SELECT AS STRUCT i.sku AS s, i.price * 2 AS p FROM UNNEST(e.lines) AS i) AS l FROM events AS e;

-- an aggregate over the rows' own array
SELECT (SELECT SUM(i.price) FROM UNNEST(lines) AS i) AS total FROM events;

-- ARRAY with its offset
SELECT ARRAY(SELECT AS STRUCT o AS pos, x FROM UNNEST(tags) AS x WITH OFFSET AS o) AS l FROM events;

-- a struct under a cast
SELECT CAST(STRUCT(a, b) AS STRUCT<x INT64, y STRING>).y AS k FROM t;

-- a struct compared
SELECT STRUCT(a, b) = STRUCT(c, d) AS k FROM t;

-- a struct in WHERE
SELECT id FROM events WHERE payload.buyer.id = 3;

-- a struct in GROUP BY
SELECT payload.kind, COUNT(*) AS n FROM events GROUP BY payload.kind;

-- a struct in a join
SELECT c.name FROM events e JOIN customers c ON e.payload.buyer.id = c.id;

-- a struct in a window
SELECT FIRST_VALUE(payload.kind) OVER (PARTITION BY payload.buyer.id ORDER BY ts) AS k FROM events;

-- a tuple in IN
SELECT a FROM t WHERE (b, c) IN ((1, 2), (3, 4));

-- REPLACE_FIELDS is not asked, a row is
SELECT e.payload.score + e.n AS k FROM events e;

-- a whole row then a field
SELECT r.amount AS k FROM (SELECT f AS r FROM sales.facts AS f);

-- a whole row through ARRAY_AGG
SELECT ARRAY_AGG(f ORDER BY f.day DESC LIMIT 1)[OFFSET(0)].amount AS k FROM sales.facts AS f GROUP BY f.k;

-- the latest row of each, opened
SELECT r.* FROM (SELECT ARRAY_AGG(f ORDER BY day DESC LIMIT 1)[OFFSET(0)] AS r FROM sales.facts AS f GROUP BY k);
