-- Higher-order functions.

-- # transform
SELECT transform(tags, x -> upper(x)) AS u FROM events;

-- # transform with an index
SELECT transform(scores, (x, i) -> x + i) AS u FROM events;

-- # transform with a column from outside
SELECT transform(tags, x -> concat(x, kind)) AS u FROM events;

-- # transform to a constant
SELECT transform(tags, x -> 1) AS ones FROM events;

-- # transform of structs
SELECT transform(items, i -> i.price * i.n) AS totals FROM events;

-- # transform to structs
SELECT transform(items, i -> named_struct('s', i.sku, 'p', i.price))[0].p AS p FROM events;

-- # filter
SELECT filter(scores, x -> x > event_id) AS f FROM events;

-- # filter of structs
SELECT filter(items, i -> i.price > 10)[0].sku AS s FROM events;

-- # exists and forall
SELECT exists(tags, x -> x = kind) AS e, forall(scores, x -> x > 0) AS f FROM events;

-- # aggregate
SELECT aggregate(scores, 0D, (acc, x) -> acc + x) AS s FROM events;

-- # aggregate with a finish
SELECT aggregate(items, 0D, (acc, i) -> acc + i.price, acc -> acc * 2) AS s FROM events;

-- # reduce into a struct
SELECT reduce(scores, named_struct('n', 0, 's', 0D), (acc, x) -> named_struct('n', acc.n + 1, 's', acc.s + x), acc -> acc.s / acc.n) AS m FROM events;

-- # zip_with
SELECT zip_with(tags, scores, (x, y) -> concat(x, y)) AS z FROM events;

-- # array_sort
SELECT array_sort(items, (l, r) -> CASE WHEN l.price < r.price THEN -1 ELSE 1 END)[0].sku AS cheapest FROM events;

-- # array_sort without a lambda
SELECT array_sort(tags) AS s FROM events;

-- # map_filter
SELECT map_filter(attrs, (k, v) -> k <> v) AS m FROM events;

-- # transform_keys
SELECT transform_keys(attrs, (k, v) -> upper(k)) AS m FROM events;

-- # transform_values
SELECT transform_values(attrs, (k, v) -> concat(k, v, kind)) AS m FROM events;

-- # map_zip_with
SELECT map_zip_with(attrs, attrs, (k, p, q) -> concat(p, q)) AS m FROM events;

-- # lambdas in lambdas
SELECT transform(tags, x -> transform(scores, y -> concat(x, y))) AS n FROM events;

-- # a lambda hides a column
SELECT transform(tags, kind -> upper(kind)) AS u FROM events;

-- # a lambda over a made array
SELECT transform(array(a, b), x -> x + d) AS l FROM t;

-- # an explode of a filter
SELECT explode(filter(items, i -> i.n > 1)) AS i FROM events;

-- # a lambda in WHERE
SELECT event_id FROM events WHERE exists(items, i -> i.sku = kind);

-- # an aggregate of a transform
SELECT sum(aggregate(transform(scores, x -> x * 2), 0D, (s, x) -> s + x)) AS total FROM events;
