-- ROW, ARRAY and MAP: access and construction.

-- # a field of a row
SELECT order_id, shipping.city FROM orders;

-- # a field of a row in a row
SELECT o.shipping.geo.lat, o.shipping.geo.lon AS longitude FROM orders AS o;

-- # a whole row
SELECT order_id, shipping FROM orders;

-- # a star over the fields of a row
SELECT order_id, orders.shipping.* FROM orders;

-- # an element of an array
SELECT order_id, tags[1] AS first_tag FROM orders;

-- # an index that is a column
SELECT order_id, tags[quantity] AS chosen FROM orders;

-- # a field of an element
SELECT order_id, items[1].sku AS sku, items[1].price * items[1].qty AS line FROM orders;

-- # an entry of a map
SELECT order_id, attributes['color'] AS color, attributes[status] AS by_status FROM orders;

-- # a row is made
SELECT order_id, ROW(amount, currency) AS money FROM orders;

-- # a row is made and opened again
SELECT r.a AS amount_only, r.c AS currency_only
FROM (SELECT CAST(ROW(amount, currency) AS ROW<a DECIMAL(12, 2), c STRING>) AS r FROM orders);

-- # a row travels through two levels
WITH packed AS (
  SELECT order_id, CAST(ROW(amount, CAST(ROW(status, coupon) AS ROW<s STRING, c STRING>)) AS ROW<amt DECIMAL(12, 2), more ROW<s STRING, c STRING>>) AS p
  FROM orders
),
handed AS (SELECT order_id, p FROM packed WHERE order_id > 0)
SELECT order_id, h.p.amt, h.p.more.s AS s FROM handed AS h;

-- # an array is made, and one of its elements taken
SELECT ARRAY[email, phone] AS contacts, ARRAY[name, city][1] AS one_of_two FROM users;

-- # a map is made, and one of its values taken
SELECT MAP['name', name, 'city', city] AS m, MAP['a', email, 'b', phone]['a'] AS e FROM users;

-- # the size of things
SELECT order_id, CARDINALITY(tags) AS n_tags, CARDINALITY(attributes) AS n_attributes, CARDINALITY(items) AS n_items FROM orders;

-- # functions over arrays
SELECT order_id, ARRAY_CONTAINS(tags, status) AS has, ARRAY_DISTINCT(tags) AS d, ARRAY_CONCAT(tags, ARRAY[coupon]) AS more,
  ARRAY_JOIN(tags, ',') AS joined, ARRAY_POSITION(tags, coupon) AS pos
FROM orders;

-- # more functions over arrays
SELECT order_id, ARRAY_APPEND(tags, status) AS a, ARRAY_PREPEND(tags, coupon) AS p, ARRAY_REMOVE(tags, 'x') AS r,
  ARRAY_REVERSE(tags) AS rev, ARRAY_SORT(tags) AS s, ARRAY_MAX(tags) AS mx, ARRAY_SLICE(tags, 1, quantity) AS sl
FROM orders;

-- # functions over maps
SELECT product_id, MAP_KEYS(props) AS ks, MAP_VALUES(props) AS vs, MAP_ENTRIES(props) AS es, STR_TO_MAP(title) AS m FROM products;

-- # map_from_arrays and map_union
SELECT o.order_id, MAP_FROM_ARRAYS(o.tags, ARRAY[o.status]) AS m, MAP_UNION(o.attributes, MAP['c', o.coupon]) AS u FROM orders o;

-- # ELEMENT
SELECT order_id, ELEMENT(ARRAY[status]) AS only_one FROM orders;

-- # a nested field as a key of a group
SELECT o.shipping.city AS city, device_os, COUNT(*) AS n
FROM orders AS o
JOIN (SELECT user_id, device.os AS device_os FROM clicks) AS c ON o.user_id = c.user_id
GROUP BY o.shipping.city, device_os;

-- # fields of two rows in one expression
SELECT CONCAT_WS('/', device.os, device.browser) AS agent, device.screen.width * device.screen.height AS pixels FROM clicks;

-- # collected rows keep their fields
SELECT user_id, ARRAY_AGG(shipping) AS all_shipping FROM orders GROUP BY user_id;

-- # COALESCE of rows
SELECT order_id, COALESCE(o.shipping, CAST(ROW('none', 'none', ROW(0.0, 0.0)) AS ROW<city STRING, street STRING, geo ROW<lat DOUBLE, lon DOUBLE>>)) AS s FROM orders AS o;

-- # a union of rows, opened after it
SELECT u.r.x AS x
FROM (
  SELECT CAST(ROW(name, city) AS ROW<x STRING, y STRING>) AS r FROM users
  UNION ALL
  SELECT CAST(ROW(title, category) AS ROW<x STRING, y STRING>) AS r FROM products
) AS u;

-- # an array of rows is made and unnested
SELECT user_id, k, v
FROM users
CROSS JOIN UNNEST(ARRAY[ROW('email', email), ROW('phone', phone)]) AS t(k, v);

-- # a multiset
SELECT city, COLLECT(name) AS names, CARDINALITY(COLLECT(email)) AS n FROM users GROUP BY city;

-- # a multiset unnested
SELECT city, n FROM (SELECT city, COLLECT(name) AS names FROM users GROUP BY city), UNNEST(names) AS t(n);

-- # a field without the name of its row
SELECT order_id, city FROM orders;

-- # a field of an inner row without the names of its rows
SELECT order_id, geo, street FROM orders AS o;

-- # a field of a row by a subscript
SELECT order_id, shipping['city'] AS c, shipping['geo']['lat'] AS lat FROM orders;

-- # a field without its row, qualified by the table, or with a field below it
SELECT o.city, o.lat, geo.lon FROM orders AS o;

-- # a field without its row as a key, a condition, an argument
SELECT browser, COUNT(*) AS n, MAX(width) AS w FROM clicks WHERE os = 'linux' GROUP BY browser;

-- # a field without its row, through a derived table
SELECT x.city, x.street FROM (SELECT shipping AS s FROM orders) AS x;

-- # rows in rows, named by one cast
SELECT t.p.amt, t.p.more.c
FROM (
  SELECT CAST(ROW(amount, ROW(status, coupon)) AS ROW<amt DECIMAL(12, 2), more ROW<s STRING, c STRING>>) AS p FROM orders
) AS t;

-- # the fields of an unnamed row
SELECT t.r.EXPR$0, t.r.EXPR$1 AS cur FROM (SELECT ROW(amount, currency) AS r FROM orders) AS t;
