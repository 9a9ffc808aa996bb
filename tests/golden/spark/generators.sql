--- explode of a map without names gives key and value
SELECT explode(attrs) FROM events
--> key    events.attrs  DERIVED_ARRAY
--> value  events.attrs  DERIVED_ARRAY

--- posexplode without names
SELECT id, posexplode(tags) FROM events
--> id   events.id    DIRECT
--> pos  generated
--> col  events.tags  DERIVED_ARRAY

--- stack without names counts from col0
SELECT stack(2, 'a', a, 'b', b) FROM t
--> col0  generated
--> col1  t.a  DIRECT
--> col1  t.b  DIRECT

--- a star is the arguments of a function
SELECT concat_ws('|', *) AS g, hash(t.*) AS h, count(*) AS n FROM t
--> g  t.a  DERIVED
--> g  t.b  DERIVED
--> g  t.c  DERIVED
--> g  t.d  DERIVED
--> h  t.a  DERIVED
--> h  t.b  DERIVED
--> h  t.c  DERIVED
--> h  t.d  DERIVED
--> n  generated

--- EXCEPT of a qualified column leaves the other table's
SELECT * EXCEPT (t.a, b, c, d) FROM t JOIN u ON t.a = u.a
--> a  u.a  DIRECT
--> x  u.x  DIRECT
--> y  u.y  DIRECT

--- partition columns come last in a data source table
CREATE TABLE z (k INT, b INT) USING parquet PARTITIONED BY (k);
INSERT INTO z SELECT a, b FROM t
--@ 1 z
--> b  t.a  DIRECT
--> k  t.b  DIRECT

--- structs of a union match by position
SELECT s.x, s.y FROM (SELECT struct(a AS x, b AS y) AS s FROM t UNION ALL SELECT struct(x AS p, y AS q) FROM u) AS z
--> x  t.a  DIRECT
--> x  u.x  DIRECT
--> y  t.b  DIRECT
--> y  u.y  DIRECT

--- a field of every element
SELECT collect_list(struct(a AS x, b AS y)).y AS q FROM t
--> q  t.b  AGG

--- filter hands on the fields of its elements
SELECT e.sku AS k FROM (SELECT explode(filter(lines, l -> l.price > 1)) AS e FROM events) AS z
--> k  events.lines[].sku  DERIVED_ARRAY

--- a generator over a map that is built on the spot gives keys and values apart
SELECT explode(map(a, b)) FROM t
--> key    t.a  DERIVED_ARRAY
--> value  t.b  DERIVED_ARRAY
--> rows   t.a  JOIN
--> rows   t.b  JOIN

--- a position, a key and a value
SELECT posexplode(map_concat(map(a, b), map('k', c))) FROM t
--> pos    generated
--> key    t.a        DERIVED_ARRAY
--> value  t.b        DERIVED_ARRAY
--> value  t.c        DERIVED_ARRAY
--> rows   t.a        JOIN
--> rows   t.b        JOIN
--> rows   t.c        JOIN

--- arguments by name
SELECT * FROM explode(collection => map('a', 1, 'b', 2))
--> key    generated
--> value  generated

--- the case of a table function's name does not matter
SELECT * FROM RANGE(3)
--> id  generated
