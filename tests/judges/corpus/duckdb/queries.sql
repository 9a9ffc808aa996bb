-- COLUMNS with a lambda
SELECT COLUMNS(lambda c: c LIKE '%_id' OR length(c) < 3) FROM orders;
-- COLUMNS of one table
SELECT COLUMNS(o.* EXCLUDE (day)) FROM orders o JOIN rates r USING (product_id);
-- groups of a pattern in the alias
SELECT max(COLUMNS('(.*)_id')) AS 'max_\1' FROM orders;
-- COLUMNS in WHERE
SELECT id FROM orders WHERE COLUMNS(['qty', 'amount']) > 0;
-- COLUMNS in ORDER BY
SELECT id FROM orders ORDER BY COLUMNS('qty|amount'), id LIMIT 3;
-- a star by ILIKE
SELECT * ILIKE '%ID' FROM orders;
-- RENAME of one table's column
SELECT * RENAME (o.id AS oid, c.id AS cid) FROM orders o JOIN customers c ON o.customer_id = c.id;
-- columns by position
SELECT #1, #4 * 2 AS d FROM orders;
-- a struct made on the spot, opened
SELECT unnest({'a': id, 'b': {'c': age, 'd': name}}) FROM customers;
-- a struct made on the spot, opened all the way
SELECT unnest({'a': id, 'b': {'c': age, 'd': name}}, recursive := true) FROM customers;
-- a stored struct, opened all the way
SELECT unnest(payload, recursive := true) FROM events;
-- a list of structs made on the spot
SELECT unnest([{'a': id, 'b': age}, {'a': age, 'b': id}], recursive := true) FROM customers;
-- a list of lists of structs
SELECT unnest([[{'a': id, 'b': age}]], max_depth := 3) FROM customers;
-- structs of aggregates, opened
SELECT region, unnest({'m': max(age), 'n': {'k': min(id)}}, recursive := true) FROM customers GROUP BY region;
-- the alias of a function names its column
SELECT o.id, g.* FROM orders o, generate_series(1, o.qty) g;
-- the alias of an unnested list names its column
SELECT e.seq, u FROM events e, unnest(e.scores) u;
-- a star over an unnested list of structs
SELECT e.seq, u.* FROM events e, unnest(e.items) u;
-- a slice with a bound from the row
SELECT scores[seq:] AS s FROM events;
-- a list comprehension with a position
SELECT [x + i FOR x, i IN scores IF i > 1] AS l FROM events;
-- a struct by position
SELECT struct_extract(row(id, qty), 1) AS v FROM orders;
-- struct_concat, one field
SELECT struct_concat({'a': id}, {'b': qty}).b AS v FROM orders;
-- PIVOT without USING
PIVOT orders ON status IN ('a', 'b') GROUP BY customer_id;
-- PIVOT_LONGER
PIVOT_LONGER (SELECT id, qty, product_id FROM orders) ON qty, product_id INTO NAME n VALUE v;
-- SUMMARIZE as a table
SELECT column_name, min, avg, std, null_percentage FROM (SUMMARIZE orders);
-- the bins of a histogram
SELECT bin, count FROM histogram_values(orders, qty);
