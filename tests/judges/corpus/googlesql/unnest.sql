-- a correlated array
SELECT e.id, x FROM events AS e, e.tags AS x;

-- UNNEST of a column
SELECT id, x FROM events, UNNEST(tags) AS x;

-- UNNEST without an alias of structs
SELECT id, sku, price FROM events, UNNEST(lines);

-- a field of an element
SELECT id, i.sku FROM events, UNNEST(lines) AS i;

-- a path of structs
SELECT e.id, i.price FROM events e, e.lines i;

-- a star of an element
SELECT i.* FROM events e, UNNEST(e.lines) i;

-- a whole element
SELECT i FROM events e, UNNEST(e.lines) i;

-- CROSS JOIN UNNEST
SELECT e.id, i.sku FROM events e CROSS JOIN UNNEST(e.lines) AS i;

-- LEFT JOIN UNNEST
SELECT e.id, i.sku FROM events e LEFT JOIN UNNEST(e.lines) AS i;

-- LEFT JOIN UNNEST with ON
SELECT e.id, i.sku FROM events e LEFT JOIN UNNEST(e.lines) AS i ON i.price > e.n;

-- INNER JOIN UNNEST with ON
SELECT e.id, i.sku FROM events e JOIN UNNEST(e.lines) AS i ON i.price = e.n;

-- LEFT JOIN of a path
SELECT e.id, x FROM events e LEFT JOIN e.tags AS x;

-- WITH OFFSET
SELECT id, x, o FROM events, UNNEST(tags) AS x WITH OFFSET AS o;

-- WITH OFFSET without a name
SELECT id, x, offset FROM events, UNNEST(tags) AS x WITH OFFSET;

-- WITH OFFSET in WHERE
SELECT i.sku FROM events, UNNEST(lines) AS i WITH OFFSET o WHERE o = 0;

-- two arrays
SELECT x, i.sku FROM events, UNNEST(tags) AS x, UNNEST(lines) AS i;

-- an array in an array
SELECT e.id, i.sku, a.v FROM events e, e.lines i, i.attrs a;

-- an array in an array by UNNEST
SELECT a.k, a.v FROM events, UNNEST(lines) AS i, UNNEST(i.attrs) AS a;

-- an array in an array, LEFT
SELECT e.id, a.k FROM events e LEFT JOIN e.lines AS i LEFT JOIN i.attrs AS a;

-- an array of constants
SELECT x FROM UNNEST([1, 2, 3]) AS x;

-- an array of constants with the table
SELECT a, x FROM t, UNNEST([1, 2]) AS x;

-- an array of columns
SELECT x FROM t, UNNEST([a, b, c]) AS x;

-- an array of structs of columns
SELECT i.v FROM t, UNNEST([STRUCT('a' AS k, a AS v), STRUCT('b', b)]) AS i;

-- an array of structs of columns, the name
SELECT i.k FROM t, UNNEST([STRUCT('a' AS k, a AS v), STRUCT('b', b)]) AS i;

-- GENERATE_ARRAY
SELECT x FROM t, UNNEST(GENERATE_ARRAY(a, b)) AS x;

-- GENERATE_DATE_ARRAY
SELECT d FROM UNNEST(GENERATE_DATE_ARRAY(DATE '2020-01-01', DATE '2020-02-01')) AS d;

-- SPLIT in UNNEST
SELECT w FROM customers, UNNEST(SPLIT(name, ' ')) AS w;

-- IN UNNEST
SELECT id FROM events WHERE 'x' IN UNNEST(tags);

-- IN UNNEST as a value
SELECT 'x' IN UNNEST(tags) AS k FROM events;

-- an element's field in IN UNNEST
SELECT id FROM events WHERE EXISTS (SELECT 1 FROM UNNEST(lines) AS i WHERE i.sku = kind);

-- an array aggregated and opened
SELECT k, x FROM (SELECT a AS k, ARRAY_AGG(b) AS l FROM t GROUP BY a), UNNEST(l) AS x;

-- an array of structs aggregated and opened
SELECT i.x FROM (SELECT ARRAY_AGG(STRUCT(a AS x, b AS y)) AS l FROM t) AS q, q.l AS i;

-- aggregated with LIMIT and opened
SELECT i.y AS k FROM (SELECT c, ARRAY_AGG(STRUCT(a AS x, b AS y) ORDER BY d DESC LIMIT 3) AS l FROM t GROUP BY c) AS q, UNNEST(q.l) AS i;

-- through a CTE
WITH q AS (SELECT id, lines FROM events) SELECT q.id, i.price FROM q, q.lines AS i;

-- an aggregate over elements
SELECT e.id, SUM(i.price) AS total FROM events e, e.lines i GROUP BY e.id;

-- ARRAY_LENGTH
SELECT ARRAY_LENGTH(tags) AS n FROM events;

-- ARRAY_TO_STRING
SELECT ARRAY_TO_STRING(tags, ',') AS k FROM events;

-- ARRAY_CONCAT
SELECT ARRAY_CONCAT(tags, ['x']) AS l FROM events;

-- ARRAY_REVERSE
SELECT ARRAY_REVERSE(tags) AS l FROM events;

-- a subscript
SELECT tags[OFFSET(0)] AS k, tags[SAFE_ORDINAL(n)] AS m FROM events;

-- ARRAY_TRANSFORM
SELECT ARRAY_TRANSFORM(tags, x -> UPPER(x)) AS l FROM events;

-- ARRAY_TRANSFORM with another column
SELECT ARRAY_TRANSFORM(tags, x -> CONCAT(x, kind)) AS l FROM events;

-- ARRAY_FILTER
SELECT ARRAY_FILTER(tags, x -> x = kind) AS l FROM events;

-- ARRAY_TRANSFORM of structs
SELECT ARRAY_TRANSFORM(lines, i -> i.price * 2) AS l FROM events;

-- ARRAY_FILTER of structs
SELECT ARRAY_FILTER(lines, i -> i.price > n) AS l FROM events;

-- ARRAY_INCLUDES
SELECT ARRAY_INCLUDES(tags, kind) AS k FROM events;

-- ARRAY_FIRST and ARRAY_LAST
SELECT ARRAY_FIRST(tags) AS k, ARRAY_LAST(tags) AS m FROM events;

-- the sum of an ARRAY
SELECT ARRAY_SUM([a, b]) AS k FROM t;

-- an UNNEST of an array of a subquery
SELECT x FROM UNNEST(ARRAY(SELECT a FROM t WHERE b > 0)) AS x;
