-- a struct field
SELECT address.city, address.zip + 1 AS z FROM customers;
-- deep fields
SELECT payload.actor.name AS who, e.payload.n AS n FROM events e;
-- a field by subscript
SELECT address['city'] AS c, struct_extract(address, 'zip') AS z FROM customers;
-- struct construction
SELECT {'a': amount, 'b': qty} AS s FROM orders;
-- a field of a constructed struct
SELECT {'a': amount, 'b': qty}.a AS v FROM orders;
-- struct_pack
SELECT struct_pack(a := amount, b := qty).b AS v FROM orders;
-- row
SELECT row(amount, qty)[2] AS v FROM orders;
-- a struct through a CTE
WITH x AS (SELECT {'a': amount, 'b': {'c': qty, 'd': status}} AS s FROM orders) SELECT s.a AS a, s.b.c AS c, s.b.d AS d FROM x;
-- a struct star through a CTE
WITH x AS (SELECT {'a': amount, 'b': qty} AS s FROM orders) SELECT s.* FROM x;
-- unnest of a struct
WITH x AS (SELECT {'a': amount, 'b': qty} AS s FROM orders) SELECT unnest(s) FROM x;
-- struct_insert
SELECT struct_insert({'a': amount}, b := qty).b AS v FROM orders;
-- a whole row opened again
SELECT r.rate AS v, (SELECT x.rate + 1 FROM (SELECT r AS x)) AS w FROM rates r;
-- a struct through a union
SELECT s.a AS v FROM (SELECT {'a': amount, 'b': qty} AS s FROM orders UNION ALL SELECT {'a': price, 'b': id} FROM products);
-- a struct through list and unnest
SELECT u.a AS v FROM (SELECT unnest(list({'a': amount, 'b': qty} ORDER BY id, amount, qty)) AS u FROM orders);
-- a struct through first
SELECT any_value({'a': age, 'b': id}).b AS v FROM customers GROUP BY id, age;
-- a struct through arg_max
SELECT arg_max({'n': name, 'r': region}, age).n AS v FROM (SELECT max(name) AS name, max(region) AS region, age FROM customers GROUP BY age);
-- list element
SELECT tags[1] AS t, scores[2] + 1 AS s FROM customers, events WHERE customers.id = events.customer_id;
-- list element by a column
SELECT scores[seq] AS s FROM events;
-- list slice
SELECT scores[1:2] AS s, list_slice(scores, 2, 3) AS t FROM events;
-- list of structs
SELECT items[1].price AS p, items[1].sku AS k FROM events;
-- list construction
SELECT [age, id] AS l, list_value(region, name) AS m FROM customers;
-- list functions
SELECT len(tags) AS n, list_contains(tags, name) AS c, array_to_string(tags, '-') AS s, list_sort(tags) AS o FROM customers;
-- list aggregates
SELECT list_sum(scores) AS s, list_aggregate(scores, 'max') AS m, list_distinct(scores) AS d FROM events;
-- list concatenation
SELECT scores || [seq] AS l, list_append(scores, seq) AS a FROM events;
-- map access
SELECT attrs['a'] AS a, element_at(attrs, 'b') AS b, map_keys(attrs) AS k, map_values(attrs) AS v FROM products;
-- map access by a column
SELECT attrs[category] AS v FROM products;
-- map construction
SELECT MAP {'p': price, 'i': id} AS m, MAP([title], [price]) AS n FROM products;
-- a literal key of a literal map
SELECT MAP {'p': age, 'i': id}['p'] AS v FROM customers;
-- cardinality
SELECT cardinality(attrs) AS n FROM products;
-- struct in a WHERE
SELECT id FROM customers WHERE address.zip > 2;
-- group by a struct field
SELECT address.city AS c, max(address.zip) AS z FROM customers GROUP BY address.city;
-- order of struct comparison
SELECT max({'z': address.zip, 'n': age}).n AS v FROM customers;
-- JSON
SELECT json_extract(to_json(address), '$.city') AS c FROM customers;
-- struct cast
SELECT CAST({'a': qty, 'b': id} AS STRUCT(a VARCHAR, b BIGINT)).a AS v FROM orders;
-- a deep field through a CTE
WITH x AS (SELECT payload AS p, customer_id FROM events) SELECT p.actor.level + 1 AS l, p.n AS n, p.actor AS who FROM x;
-- a stored struct repacked
SELECT {'c': address.city, 'z': {'y': address.zip}}.z.y AS v FROM customers;
-- fields of unnested structs, aggregated
SELECT i.sku AS k, sum(i.price) AS s FROM (SELECT unnest(items) AS i FROM events) GROUP BY i.sku;
-- a field of a lambda's parameter, filtered by another
SELECT list_transform(list_filter(items, lambda i: i.sku > 1), lambda i: i.price) AS p FROM events;
-- a stored struct through a union
SELECT a.zip AS z FROM (SELECT address AS a FROM customers UNION ALL SELECT {'city': name, 'zip': salary} FROM staff);
-- a stored struct in CASE
SELECT (CASE WHEN age > 2 THEN address ELSE NULL END).city AS c FROM customers;
-- a stored struct through max
SELECT max(address).zip AS z FROM customers;
-- struct_update keeps the others
SELECT struct_update(address, zip := age).city AS c, struct_update(address, zip := age).zip AS z FROM customers;
-- a stored struct through a window
SELECT first_value(address) OVER (ORDER BY id, address).zip AS z FROM customers;
-- a struct through a join
SELECT x.s.a AS a, x.s.b AS b FROM (SELECT id, {'a': age, 'b': region} AS s FROM customers) x JOIN staff y ON x.id = y.id;
-- a struct as a group key
SELECT k.a AS a, count(k.b) AS n FROM (SELECT {'a': status, 'b': product_id} AS k FROM orders) GROUP BY k;
-- nested lists of structs
SELECT l[1].q AS q FROM (SELECT [{'p': age, 'q': id}, {'p': 1, 'q': 2}] AS l FROM customers);
