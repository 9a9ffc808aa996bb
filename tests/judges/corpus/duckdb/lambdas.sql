-- list_transform
SELECT list_transform(scores, lambda x: x + 1) AS l FROM events;
-- list_transform with a captured column
SELECT list_transform(scores, lambda x: x * seq) AS l FROM events;
-- list_transform with the index
SELECT list_transform(scores, lambda x, i: x + i) AS l FROM events;
-- list_transform that ignores its argument
SELECT list_transform(scores, lambda x: seq) AS l FROM events;
-- list_filter
SELECT list_filter(scores, lambda x: x > seq) AS l FROM events;
-- list_reduce
SELECT list_reduce(scores, lambda a, b: a + b, 0) AS s FROM events;
-- list_reduce with a captured column
SELECT list_reduce(scores, lambda a, b: a + b * seq, customer_id) AS s FROM events;
-- list comprehension
SELECT [x * 2 FOR x IN scores] AS l FROM events;
-- list comprehension with a condition
SELECT [x + seq FOR x IN scores IF x > customer_id] AS l FROM events;
-- nested lambdas
SELECT list_transform(scores, lambda x: list_transform(tags, lambda t: t || x)) AS l FROM events JOIN customers ON customers.id = events.customer_id;
-- a field of the parameter
SELECT list_transform(items, lambda i: i.price) AS p FROM events;
-- a struct made by a lambda
SELECT list_transform(scores, lambda x: {'x': x, 's': seq})[1].s AS v FROM events;
-- filter, then transform
SELECT list_transform(list_filter(scores, lambda x: x > 1), lambda y: y * 2) AS l FROM events;
-- a lambda's parameter hides a column
SELECT list_transform(scores, lambda seq: seq + 1) AS l FROM events;
--! unseen 1 events.customer_id the length of the list does not depend on it
-- lambda through a CTE
WITH x AS (SELECT list_transform(scores, lambda v: v + customer_id) AS l FROM events) SELECT l[1] AS f, len(l) AS n FROM x;
