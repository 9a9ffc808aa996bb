-- Table functions of Hive, by LATERAL VIEW and in the select list.

--- chained lateral views, one over the other                              [feature: LATERAL VIEW / chained]
SELECT id, w, k FROM events LATERAL VIEW explode(tags) g AS tag LATERAL VIEW OUTER explode(split(tag, ' ')) s AS w LATERAL VIEW explode(attrs) m AS k, x
--> id    events.id     DIRECT
--> w     events.tags   DERIVED_ARRAY
--> k     events.attrs  DERIVED_ARRAY
--> rows  events.attrs  JOIN
--> rows  events.tags   JOIN

--- default names of posexplode                                            [feature: LATERAL VIEW / posexplode]
SELECT x.* FROM events LATERAL VIEW posexplode(tags) x
--> pos   generated
--> val   events.tags  DERIVED_ARRAY
--> rows  events.tags  JOIN

--- inline                                                                 [feature: LATERAL VIEW / inline]
SELECT x.* FROM events LATERAL VIEW inline(lines) x
--> sku    events.lines[].sku    DERIVED_ARRAY
--> price  events.lines[].price  DERIVED_ARRAY
--> rows   events.lines          JOIN

--- stack keeps its columns apart                                          [feature: LATERAL VIEW / stack]
SELECT label, w FROM t LATERAL VIEW stack(2, 'a', a, 'b', b) s AS label, w
--> label  generated
--> w      t.a        DIRECT
--> w      t.b        DIRECT

--- json_tuple, with its default names                                     [feature: LATERAL VIEW / json_tuple]
SELECT x.* FROM customers LATERAL VIEW json_tuple(name, 'p', 'q') x
--> c0    customers.name  DERIVED_ARRAY
--> c1    customers.name  DERIVED_ARRAY
--> rows  customers.name  JOIN

--- parse_url_tuple                                                        [feature: LATERAL VIEW / parse_url_tuple]
SELECT h, q FROM customers LATERAL VIEW parse_url_tuple(city, 'HOST', 'QUERY:k') x AS h, q
--> h     customers.city  DERIVED_ARRAY
--> q     customers.city  DERIVED_ARRAY
--> rows  customers.city  JOIN

--- explode                                                                [feature: LATERAL VIEW / explode]
SELECT id, k, w FROM events LATERAL VIEW OUTER explode(attrs) m AS k, w
--> id    events.id     DIRECT
--> k     events.attrs  DERIVED_ARRAY
--> w     events.attrs  DERIVED_ARRAY
--> rows  events.attrs  JOIN

--- json_tuple in the select list                                          [feature: generators in the select list / json_tuple]
SELECT json_tuple(name, 'p', 'q') FROM customers
--> c0  customers.name  DERIVED
--> c1  customers.name  DERIVED

--- json_tuple in the select list, with names                              [feature: generators in the select list / json_tuple]
SELECT json_tuple(name, 'p', 'q') AS (x, y) FROM customers
--> x  customers.name  DERIVED
--> y  customers.name  DERIVED

--- explode in the select list                                             [feature: generators in the select list / explode]
SELECT explode(attrs) AS (k, w) FROM events SORT BY k
--> k     events.attrs  DERIVED_ARRAY
--> w     events.attrs  DERIVED_ARRAY
--> rows  events.attrs  JOIN

--- what decides the argument of a table function decides its columns [catalog: none]
CREATE TABLE t (a STRING, b STRING, c INT);
SELECT x, y FROM t LATERAL VIEW json_tuple(CASE WHEN c > 1 THEN a ELSE b END, 'x', 'y') j AS x, y
--> x     t.a  DERIVED_ARRAY
--> x     t.b  DERIVED_ARRAY
--> y     t.a  DERIVED_ARRAY
--> y     t.b  DERIVED_ARRAY
--> rows  t.a  JOIN
--> rows  t.b  JOIN
--> rows  t.c  JOIN
--> x ~   t.c  CONDITIONAL
--> y ~   t.c  CONDITIONAL
