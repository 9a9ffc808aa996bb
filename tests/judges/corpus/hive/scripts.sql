-- TRANSFORM, MAP and REDUCE: opaque, every input feeds every output.

-- # transform
INSERT INTO TABLE words SELECT q.a, q.b FROM (SELECT TRANSFORM (name, city) USING 'cat' AS (a STRING, b BIGINT) FROM customers) q;

-- # transform without types
SELECT q.a, q.b FROM (SELECT TRANSFORM (name, score) USING '/bin/cat' AS a, b FROM customers) q;

-- # transform without names
SELECT q.key, q.value FROM (SELECT TRANSFORM (name, score) USING 'cat' FROM customers) q;

-- # transform of expressions
SELECT q.a FROM (SELECT TRANSFORM (upper(name), score * 2, 'x') USING 'cat' AS (a) FROM customers) q;

-- # map and reduce
FROM (FROM orders MAP orders.note, orders.amount USING 'wc.py' AS word, cnt CLUSTER BY word) m INSERT INTO TABLE words REDUCE m.word, m.cnt USING 'sum.py' AS word, hits;

-- # transform with a row format
SELECT q.a FROM (SELECT TRANSFORM (name, city) ROW FORMAT DELIMITED FIELDS TERMINATED BY ',' USING 'cat' AS (a STRING) ROW FORMAT DELIMITED FIELDS TERMINATED BY ',' FROM customers) q;

-- # transform behind a filter and a sort
SELECT q.x FROM (FROM (SELECT name, score FROM customers WHERE region = 'x' DISTRIBUTE BY name SORT BY score) s SELECT TRANSFORM (s.name, s.score) USING 'cat' AS (x, y)) q;

-- # transform of a star
SELECT q.x FROM (SELECT TRANSFORM (*) USING 'cat' AS (x, y) FROM items) q;

-- # from first into a table
FROM (FROM customers SELECT TRANSFORM (customer_id, name, city) USING 'cat' AS (i, n, c)) t INSERT OVERWRITE TABLE people SELECT t.i, upper(t.n), t.c;

-- # map with distribute
FROM (FROM items MAP items.order_id, items.price USING 'm' AS k, v DISTRIBUTE BY k SORT BY k, v) m INSERT OVERWRITE TABLE words REDUCE m.k, m.v USING 'r' AS (w STRING, h BIGINT);
