-- A Nested column is stored as its parts, arrays of one length: `goals.id`, `goals.price`.

--- its parts, and a star over them
CREATE TABLE visits (id Int32, goals Nested(id Int32, price Float64));
SELECT goals.id AS i, v.goals.price[1] AS p, * FROM visits AS v
--> i            visits.goals.id     DIRECT
--> p            visits.goals.price  DERIVED
--> id           visits.id           DIRECT
--> goals.id     visits.goals.id     DIRECT
--> goals.price  visits.goals.price  DIRECT

--- the whole is an array of tuples
CREATE TABLE visits (id Int32, goals Nested(id Int32, price Float64));
SELECT goals, goals[1].price AS p FROM visits
--> goals  visits.goals.id     DERIVED
--> goals  visits.goals.price  DERIVED
--> p      visits.goals.price  DERIVED

--- ARRAY JOIN opens every part
CREATE TABLE visits (id Int32, goals Nested(id Int32, price Float64));
SELECT id, goals.id, goals.price FROM visits ARRAY JOIN goals
--> id           visits.id           DIRECT
--> goals.id     visits.goals.id     DERIVED_ARRAY
--> goals.price  visits.goals.price  DERIVED_ARRAY
--> rows         visits.goals.id     JOIN
--> rows         visits.goals.price  JOIN

--- ARRAY JOIN under another name leaves the arrays
CREATE TABLE visits (id Int32, goals Nested(id Int32, price Float64));
SELECT g.id, goals.price FROM visits ARRAY JOIN goals AS g
--> g.id         visits.goals.id     DERIVED_ARRAY
--> goals.price  visits.goals.price  DIRECT
--> rows         visits.goals.id     JOIN
--> rows         visits.goals.price  JOIN

--- ARRAY JOIN of one part
CREATE TABLE visits (id Int32, goals Nested(id Int32, price Float64));
SELECT goals.id, p, n FROM visits ARRAY JOIN goals.id, goals.price AS p, arrayEnumerate(goals.id) AS n
--> goals.id  visits.goals.id     DERIVED_ARRAY
--> p         visits.goals.price  DERIVED_ARRAY
--> n         visits.goals.id     DERIVED_ARRAY
--> rows      visits.goals.id     JOIN
--> rows      visits.goals.price  JOIN

--- through a subquery the names keep their dots
CREATE TABLE visits (id Int32, goals Nested(id Int32, price Float64));
SELECT q.goals.id AS i FROM (SELECT goals.id FROM visits) AS q
--> i  visits.goals.id  DIRECT
