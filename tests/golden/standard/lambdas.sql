-- Lambdas: a parameter stands for the elements of its array.

--- transform takes value from what the lambda returns          [dialect: spark]
SELECT transform(tags, x -> concat(x, payload.kind)) AS l FROM events
--> l  events.tags          DERIVED
--> l  events.payload.kind  DERIVED

--- transform with an index                                      [dialect: spark]
SELECT transform(tags, (x, i) -> upper(x)) AS l FROM events
--> l  events.tags  DERIVED

--- filter takes value from the array, the predicate decides      [dialect: spark]
SELECT filter(tags, x -> length(x) > n) AS l FROM events
--> l    events.tags  DERIVED
--> l ~  events.tags  CONDITIONAL
--> l ~  events.n     CONDITIONAL

--- a struct's field inside a lambda                              [dialect: spark]
SELECT transform(lines, l -> l.price) AS p FROM events
--> p  events.lines[].price  DERIVED

--- aggregate folds start and elements                             [dialect: spark]
SELECT aggregate(tags, n, (acc, x) -> acc + length(x)) AS k FROM events
--> k  events.tags  DERIVED
--> k  events.n     DERIVED

--- a parameter hides a column of its name                         [dialect: spark]
SELECT transform(tags, n -> upper(n)) AS l FROM events
--> l  events.tags  DERIVED

--- a lambda within a lambda                                        [dialect: spark]
SELECT transform(tags, x -> transform(tags, y -> concat(x, y))) AS l FROM events
--> l  events.tags  DERIVED

--- list_transform                                                  [dialect: duckdb]
SELECT list_transform(tags, lambda x: x || payload.kind) AS l FROM events
--> l  events.tags          DERIVED
--> l  events.payload.kind  DERIVED

--- list_filter                                                     [dialect: duckdb]
SELECT list_filter(tags, lambda x: length(x) > n) AS l FROM events
--> l    events.tags  DERIVED
--> l ~  events.tags  CONDITIONAL
--> l ~  events.n     CONDITIONAL

--- a list comprehension                                            [dialect: duckdb]
SELECT [upper(x) FOR x IN tags IF length(x) > n] AS l FROM events
--> l    events.tags  DERIVED
--> l ~  events.tags  CONDITIONAL
--> l ~  events.n     CONDITIONAL

--- arrayMap puts the lambda first                                  [dialect: clickhouse]
SELECT arrayMap(x -> concat(x, payload.kind), tags) AS l FROM events
--> l  events.tags          DERIVED
--> l  events.payload.kind  DERIVED

--- arrayFilter                                                     [dialect: clickhouse]
SELECT arrayFilter(x -> length(x) > n, tags) AS l FROM events
--> l    events.tags  DERIVED
--> l ~  events.tags  CONDITIONAL
--> l ~  events.n     CONDITIONAL
