-- Table functions in FROM.

--- range makes its rows from constants                 [dialect: duckdb]
SELECT r.i FROM range(10) AS r(i)
--> i  generated

--- range names its column                               [dialect: duckdb]
SELECT * FROM range(10)
--> range  generated

--- range names its column id                            [dialect: spark]
SELECT * FROM range(10)
--> id  generated

--- numbers                                              [dialect: clickhouse]
SELECT number + 1 AS k FROM numbers(10)
--> k  generated

--- a lateral table function over a column               [dialect: duckdb]
SELECT t.a, r.i FROM t, LATERAL range(t.b) AS r(i)
--> a  t.a  DIRECT
--> i  t.b  DERIVED_ARRAY

--- a join with a generated series                       [dialect: duckdb]
SELECT t.b, g.i FROM t JOIN generate_series(1, 9) AS g(i) ON t.a = g.i
--> b     t.b  DIRECT
--> i     generated
--> rows  t.a  JOIN
