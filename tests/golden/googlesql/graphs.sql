-- Property graphs: a graph is a dataset, its properties are columns, and a variable of a pattern is one of its rows.

--- a graph is made of its element tables    [feature: graphs / CREATE PROPERTY GRAPH]
CREATE PROPERTY GRAPH shop.g NODE TABLES (customers KEY (id) LABEL person PROPERTIES (id, name, UPPER(city) AS town)) EDGE TABLES (orders KEY (id) SOURCE KEY (customer_id) REFERENCES customers (id) DESTINATION KEY (id) REFERENCES customers (id) PROPERTIES ALL COLUMNS EXCEPT (status, created_at))
--> id           customers.id        DIRECT
--> id           orders.id           DIRECT
--> name         customers.name      DIRECT
--> town         customers.city      DERIVED
--> customer_id  orders.customer_id  DIRECT
--> amount       orders.amount       DIRECT

--- a query over a graph that the script defines    [feature: graphs / MATCH]
CREATE PROPERTY GRAPH g NODE TABLES (customers) EDGE TABLES (orders SOURCE KEY (customer_id) REFERENCES customers (id) DESTINATION KEY (id) REFERENCES customers (id)); GRAPH g MATCH (a:customers)-[e:orders]->(b) WHERE e.amount > 5 RETURN a.name, SUM(e.amount) AS total GROUP BY a.name
--> name   g.name    DIRECT
--> total  g.amount  AGG
--> rows   g.amount  FILTER
--> rows   g.name    GROUP_BY

--- elements that are asked for their properties    [feature: graphs / MATCH; catalog: none]
GRAPH shop.g MATCH (a:Person {id: 5})-[e:Owns WHERE e.since > 3]->{1,3}(b) RETURN a.name, b.balance + 1 AS k
--> name  shop.g.name     DIRECT  INFERRED
--> k     shop.g.balance  DERIVED  INFERRED
--> rows  shop.g.id       FILTER  INFERRED
--> rows  shop.g.since    FILTER  INFERRED
--! W110  1:7

--- steps of a linear query    [feature: graphs / LET and FILTER and FOR and WITH; catalog: none; influence: complete]
GRAPH g MATCH (a)-[e]->(b) LET x = a.n + e.m FILTER WHERE x > 5 FOR tag IN a.tags WITH OFFSET AS o WITH x, tag, b ORDER BY x LIMIT 5 RETURN x, tag, b.name
--> x     g.m     DERIVED  INFERRED
--> x     g.n     DERIVED  INFERRED
--> tag   g.tags  DERIVED_ARRAY  INFERRED
--> name  g.name  DIRECT  INFERRED
--> rows  g.m     FILTER  INFERRED
--> rows  g.m     SORT  INFERRED
--> rows  g.n     FILTER  INFERRED
--> rows  g.n     SORT  INFERRED
--> rows  g.tags  JOIN  INFERRED
--! W110  1:7

--- a graph in FROM    [feature: graphs / GRAPH_TABLE; catalog: none]
SELECT w.name, t.k FROM GRAPH_TABLE(shop.g MATCH (n IS Person) COLUMNS (n.name, n.id AS k)) AS t JOIN w ON w.id = t.k
--> name  w.name     DIRECT  INFERRED
--> k     shop.g.id  DIRECT  INFERRED
--> rows  shop.g.id  JOIN  INFERRED
--> rows  w.id       JOIN  INFERRED
--! W110  1:37
--! W110  1:103

--- NEXT goes on with what was returned    [feature: graphs / NEXT and set operations; catalog: none]
GRAPH g MATCH (a)-[e]->(b) RETURN a, e.q AS q NEXT MATCH (a)-[]->(c) RETURN a.name, q, c.w
--> name  g.name  DIRECT  INFERRED
--> q     g.q     DIRECT  INFERRED
--> w     g.w     DIRECT  INFERRED
--! W110  1:7

--- UNION of graph queries    [feature: graphs / NEXT and set operations; catalog: none]
SELECT id FROM GRAPH_TABLE(g MATCH (a) RETURN a.id UNION ALL MATCH (b)-[e]->() RETURN e.k)
--> id  g.id  DIRECT  INFERRED
--> id  g.k   DIRECT  INFERRED
--! W110  1:28

--- a path as a value, and an optional match    [feature: graphs / MATCH; catalog: none]
GRAPH g MATCH p = ANY SHORTEST (a)-[e]->{1,5}(b) OPTIONAL MATCH (b)-[f]->(c) WHERE c.x > b.y RETURN PATH_LENGTH(p) AS l, f.z
--> l     g.*  DERIVED  INFERRED
--> z     g.z  DIRECT  INFERRED
--> rows  g.x  JOIN  INFERRED
--> rows  g.y  JOIN  INFERRED
--! W110  1:7

--- a subquery in a condition    [feature: graphs / subqueries; catalog: none]
GRAPH g MATCH (a) WHERE EXISTS { MATCH (a)-[:Owns]->(m {kind: 'x'}) WHERE m.k = a.k } RETURN a.id, VALUE { MATCH (a)-[e]->() RETURN MAX(e.n) AS top } AS top
--> id    g.id    DIRECT  INFERRED
--> top   g.n     AGG  INFERRED
--> rows  g.k     FILTER  INFERRED
--> rows  g.kind  FILTER  INFERRED
--! W110  1:7

--- CALL of a subquery    [feature: graphs / subqueries; catalog: none]
GRAPH g MATCH (a) CALL (a) { RETURN a.x * 2 AS twice } RETURN a.id, twice
--> id     g.id  DIRECT  INFERRED
--> twice  g.x   DERIVED  INFERRED
--! W110  1:7

--- a query over a graph that is stored    [feature: graphs / MATCH; catalog: none]
CREATE TABLE d.x AS GRAPH g MATCH (a) RETURN a.id AS k
--> k  g.id  DIRECT  INFERRED
--! W110  1:27

--- a condition without its WHERE is no part of a pattern    [catalog: none]
GRAPH g MATCH (a)-[e]->(b) e.amount > 5 RETURN a.name
--! E005  1:28
