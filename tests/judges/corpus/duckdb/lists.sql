-- sorted, reversed, sliced
SELECT list_sort(scores, 'DESC') AS d, list_reverse(scores) AS r, scores[2:] AS t, scores[-1] AS l FROM events;
-- searched
SELECT list_position(scores, seq) AS p, list_has_any(scores, [seq, 1]) AS a, scores && [1, 2] AS o, scores @> [1] AS c FROM events;
-- zipped
SELECT list_zip(scores, [seq, customer_id]) AS z FROM events;
--! unseen 0 events.customer_id the second of a pair of one list and a list of two
--! unseen 0 events.scores the first of the pair
-- a field of what was zipped
SELECT list_zip(scores, [seq, customer_id])[1][2] AS v FROM events;
-- made by aggregates and opened again
SELECT customer_id, l[1] AS low, l[-1] AS high FROM (SELECT customer_id, list(amount ORDER BY amount) AS l FROM orders GROUP BY customer_id);
-- filtered aggregates
SELECT list(qty ORDER BY qty) FILTER (WHERE status = 'a') AS l FROM orders GROUP BY product_id;
-- the n largest
SELECT max(amount, 2) AS m, min(qty, 2) AS n, arg_max(id, {'a': amount, 'i': id}, 2) AS t FROM orders;
-- aggregates of lists
SELECT list_min(scores) AS a, list_avg(scores) AS b, list_count(scores) AS c, list_median(scores) AS d, list_string_agg(tags) AS e FROM events JOIN customers ON id = customer_id;
-- nested comprehension
SELECT [[x + y FOR x IN scores] FOR y IN [seq, customer_id]] AS m FROM events;
-- comprehension over structs
SELECT [i.price * 2 FOR i IN items IF i.sku > 1] AS p FROM events;
-- lists concatenated across a join
SELECT c.id, list_concat(c.tags, [s.name]) AS l FROM customers c JOIN staff s USING (id);
-- grade
SELECT list_grade_up(scores) AS g, list_unique(scores) AS u FROM events;
-- select by indexes
SELECT list_select(scores, [1, seq]) AS l, list_where(scores, [true]) AS w FROM events WHERE len(scores) = 1;
-- range over columns
SELECT list_transform(range(seq), lambda i: i * customer_id) AS l FROM events;
-- a lambda with its index
SELECT list_filter(scores, lambda x, i: i > seq) AS f FROM events;
-- unnested beside the whole
SELECT seq, scores, unnest(scores) AS s FROM events;
-- counted by value
SELECT s, count(*) AS n FROM (SELECT unnest(scores) AS s FROM events) GROUP BY s;
-- a list of lists flattened by groups
SELECT customer_id, list_sort(flatten(list(scores))) AS l FROM events GROUP BY customer_id;
-- lists as keys
SELECT scores, count(*) AS n FROM events GROUP BY scores;
-- list_aggregate by name
SELECT list_aggregate(scores, 'sum') AS s, array_aggr(scores, 'string_agg', '-') AS t FROM events;
-- a map from lists
SELECT map([seq, customer_id + 100], [kind, 'x'])[seq] AS v FROM events WHERE seq IS NOT NULL AND customer_id IS NOT NULL;
-- map_from_entries
SELECT map_from_entries([{'k': title, 'v': price}]) AS m FROM products WHERE title IS NOT NULL;
-- map entries opened
SELECT id, e.key AS k, e.value AS v FROM (SELECT id, unnest(map_entries(attrs)) AS e FROM products);
-- maps joined and searched
SELECT map_concat(attrs, MAP {'z': id}) AS m, map_contains(attrs, category) AS c, attrs['a'] + 1 AS n FROM products;
-- reduced to a struct's field
SELECT list_reduce([{'s': i.price} FOR i IN items], lambda a, b: {'s': a.s + b.s}).s AS t FROM events WHERE len(items) > 0;
-- dot calls
SELECT scores.list_filter(lambda x: x > seq).list_transform(lambda x: x + customer_id) AS l FROM events;
-- slices whose bounds are columns
SELECT scores[1:seq] AS l, kind[seq:] AS s, scores[1:seq][1] AS f FROM events;
