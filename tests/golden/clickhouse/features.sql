-- One case or more for each feature that ClickHouse has and others have not, or has in its own way.

--- FINAL changes no column                                 [catalog: store; feature: reading tables / FINAL]
SELECT amount FROM ods.orders FINAL
--> amount  ods.orders.amount  DIRECT
--! I220  1:31

--- SAMPLE with an offset                                   [catalog: store; feature: reading tables / SAMPLE]
SELECT amount FROM ods.orders SAMPLE 1/10 OFFSET 1/2
--> amount  ods.orders.amount  DIRECT

--- PREWHERE filters                                        [catalog: store; feature: reading tables / PREWHERE]
SELECT amount FROM ods.orders PREWHERE qty > 1 WHERE status = 'paid'
--> amount  ods.orders.amount  DIRECT
--> rows    ods.orders.qty     FILTER
--> rows    ods.orders.status  FILTER

--- FROM before SELECT                                      [catalog: store; feature: reading tables / FROM first]
FROM ods.orders SELECT amount AS a WHERE qty > 1
--> a     ods.orders.amount  DIRECT
--> rows  ods.orders.qty     FILTER

--- ARRAY JOIN of two arrays                                [catalog: store; feature: ARRAY JOIN / several arrays]
SELECT tag, score FROM events ARRAY JOIN tags AS tag, scores AS score
--> tag    events.tags    DERIVED_ARRAY
--> score  events.scores  DERIVED_ARRAY
--> rows   events.scores  JOIN
--> rows   events.tags    JOIN

--- LEFT ARRAY JOIN                                         [catalog: store; feature: ARRAY JOIN / LEFT ARRAY JOIN]
SELECT event_id, tag FROM events LEFT ARRAY JOIN tags AS tag
--> event_id  events.event_id  DIRECT
--> tag       events.tags      DERIVED_ARRAY
--> rows      events.tags      JOIN

--- ARRAY JOIN of an expression                             [catalog: store; feature: ARRAY JOIN / expressions]
SELECT t FROM events ARRAY JOIN arrayMap(x -> concat(x, kind), tags) AS t
--> t     events.kind  DERIVED_ARRAY
--> t     events.tags  DERIVED_ARRAY
--> rows  events.kind  JOIN
--> rows  events.tags  JOIN

--- ARRAY JOIN of a Nested                                  [catalog: store; feature: ARRAY JOIN / Nested columns]
SELECT goals.id, g.price FROM events ARRAY JOIN goals AS g
--> goals.id  events.goals.id     DIRECT
--> g.price   events.goals.price  DERIVED_ARRAY
--> rows      events.goals.id     JOIN
--> rows      events.goals.price  JOIN

--- ARRAY JOIN with positions                               [catalog: store; feature: ARRAY JOIN / arrayEnumerate]
SELECT tag, n FROM events ARRAY JOIN tags AS tag, arrayEnumerate(tags) AS n
--> tag   events.tags  DERIVED_ARRAY
--> n     events.tags  DERIVED_ARRAY
--> rows  events.tags  JOIN

--- ARRAY JOIN of a map                                     [catalog: store; feature: ARRAY JOIN / maps]
SELECT kv.1 AS k, kv.2 AS v FROM events ARRAY JOIN props AS kv
--> k     events.props  DERIVED_ARRAY
--> v     events.props  DERIVED_ARRAY
--> rows  events.props  JOIN

--- arrayJoin in expressions                                [catalog: store; feature: ARRAY JOIN / arrayJoin()]
SELECT upper(arrayJoin(tags)) AS t FROM events
--> t     events.tags  DERIVED_ARRAY
--> rows  events.tags  JOIN

--- ANY, ALL and GLOBAL                                     [catalog: store; feature: joins / ANY and ALL | joins / GLOBAL]
SELECT o.amount, u.name FROM ods.orders AS o GLOBAL ANY LEFT JOIN dim.users AS u ON o.user_id = u.user_id
--> amount  ods.orders.amount   DIRECT
--> name    dim.users.name      DIRECT
--> rows    dim.users.user_id   JOIN
--> rows    ods.orders.user_id  JOIN

--- ASOF                                                    [catalog: store; feature: joins / ASOF]
SELECT o.amount * r.rate AS v FROM ods.orders AS o ASOF JOIN rates AS r ON o.product_id = r.product_id AND o.ts >= r.since
--> v     ods.orders.amount      DERIVED
--> v     rates.rate             DERIVED
--> rows  ods.orders.product_id  JOIN
--> rows  ods.orders.ts          JOIN
--> rows  rates.product_id       JOIN
--> rows  rates.since            JOIN

--- SEMI and ANTI                                           [catalog: store; feature: joins / SEMI and ANTI]
SELECT name FROM dim.users AS u LEFT ANTI JOIN ods.orders AS o ON o.user_id = u.user_id
--> name  dim.users.name      DIRECT
--> rows  dim.users.user_id   JOIN
--> rows  ods.orders.user_id  JOIN

--- PASTE                                                   [catalog: store; feature: joins / PASTE]
SELECT * FROM (SELECT amount FROM ods.orders) AS a PASTE JOIN (SELECT name FROM dim.users) AS b
--> amount  ods.orders.amount  DIRECT
--> name    dim.users.name     DIRECT

--- USING of a full join                                    [catalog: store; feature: joins / USING]
SELECT user_id, name FROM ods.orders FULL JOIN dim.users USING user_id
--> user_id  dim.users.user_id   DIRECT
--> user_id  ods.orders.user_id  DIRECT
--> name     dim.users.name      DIRECT
--> rows     dim.users.user_id   JOIN
--> rows     ods.orders.user_id  JOIN

--- GLOBAL IN                                               [catalog: store; feature: joins / GLOBAL IN]
SELECT amount FROM ods.orders WHERE user_id GLOBAL IN (SELECT user_id FROM dim.users)
--> amount  ods.orders.amount   DIRECT
--> rows    dim.users.user_id   FILTER
--> rows    ods.orders.user_id  FILTER

--- WITH expression AS name                                 [catalog: store; feature: WITH / expressions]
WITH amount * qty AS total SELECT total, total / 2 AS half FROM ods.orders
--> total  ods.orders.amount  DERIVED
--> total  ods.orders.qty     DERIVED
--> half   ods.orders.amount  DERIVED
--> half   ods.orders.qty     DERIVED

--- WITH scalar subquery                                    [catalog: store; feature: WITH / scalar subqueries]
WITH (SELECT max(amount) FROM ods.orders) AS top SELECT amount / top AS part FROM ods.orders
--> part  ods.orders.amount  AGG
--> part  ods.orders.amount  DERIVED

--- WITH a lambda                                           [catalog: store; feature: WITH / lambdas]
WITH (x, y) -> x * y AS f SELECT f(amount, qty) AS v FROM ods.orders
--> v  ods.orders.amount  DERIVED
--> v  ods.orders.qty     DERIVED

--- WITH RECURSIVE                                          [catalog: store; feature: WITH / RECURSIVE]
WITH RECURSIVE r AS (SELECT user_id AS id, 1 AS n FROM dim.users UNION ALL SELECT id, n + 1 FROM r WHERE n < 3) SELECT id, n FROM r
--> id  dim.users.user_id  DIRECT
--> n   generated

--- an alias before its definition                          [catalog: store; feature: aliases / in the same SELECT]
SELECT tax + 1 AS more, amount * 0.2 AS tax FROM ods.orders
--> more  ods.orders.amount  DERIVED
--> tax   ods.orders.amount  DERIVED

--- an alias inside an argument                             [catalog: store; feature: aliases / inside arguments]
SELECT round(amount * 1.2 AS gross) AS r, gross FROM ods.orders
--> r      ods.orders.amount  DERIVED
--> gross  ods.orders.amount  DERIVED

--- an alias made in WHERE and GROUP BY                     [catalog: store; feature: aliases / in other clauses]
SELECT d, sum(amount) AS s FROM ods.orders GROUP BY toDate(ts) AS d
--> d     ods.orders.ts      DERIVED
--> s     ods.orders.amount  AGG
--> rows  ods.orders.ts      GROUP_BY

--- dictGet without the dictionary                          [catalog: store; feature: dictionaries / dictGet and its kin]
SELECT dictGet('dim.shop', 'name', user_id) AS n, dictGetOrDefault('dim.shop', 'x', user_id, status) AS d FROM ods.orders
--> n  ods.orders.user_id  EXTERNAL  INFERRED
--> d  ods.orders.status   EXTERNAL  INFERRED
--> d  ods.orders.user_id  EXTERNAL  INFERRED
--! W228  1:8
--! W228  1:51

--- dictHas                                                 [catalog: store; feature: dictionaries / dictGet and its kin]
SELECT dictHas('dim.shop', user_id) AS h FROM ods.orders
--> h  ods.orders.user_id  EXTERNAL  INFERRED
--! W228  1:8

--- lambdas over arrays                                     [catalog: store; feature: lambdas / arrayMap]
SELECT arrayMap((t, s) -> concat(t, toString(s), kind), tags, scores) AS m FROM events
--> m  events.kind    DERIVED
--> m  events.scores  DERIVED
--> m  events.tags    DERIVED

--- a filter's predicate decides                            [catalog: store; feature: lambdas / arrayFilter]
SELECT arrayFilter((t, s) -> s > 1, tags, scores) AS f FROM events
--> f    events.tags    DERIVED
--> f ~  events.scores  CONDITIONAL

--- sorts by a lambda                                       [catalog: store; feature: lambdas / arraySort]
SELECT arraySort((t, s) -> s, tags, scores) AS f FROM events
--> f    events.tags    DERIVED
--> f ~  events.scores  SORT

--- folds                                                   [catalog: store; feature: lambdas / arrayFold]
SELECT arrayFold((acc, x) -> acc + x, scores, 0.) AS f FROM events
--> f  events.scores  DERIVED

--- lambdas over maps                                       [catalog: store; feature: lambdas / mapApply and mapFilter]
SELECT mapFilter((k, v) -> v = kind, props) AS f, mapApply((k, v) -> (k, upper(v)), props) AS m FROM events
--> f    events.props  DERIVED
--> m    events.props  DERIVED
--> f ~  events.kind   CONDITIONAL
--> f ~  events.props  CONDITIONAL

--- a condition of an aggregate                             [catalog: store; feature: aggregates / -If]
SELECT sumIf(amount, qty > 1) AS s, countIf(qty > 1) AS c FROM ods.orders
--> s    ods.orders.amount  AGG
--> c    ods.orders.qty     AGG
--> s ~  ods.orders.qty     CONDITIONAL

--- an aggregate of arrays                                  [catalog: store; feature: aggregates / -Array]
SELECT uniqArrayIf(tags, kind = 'x') AS u FROM events
--> u    events.tags  AGG
--> u ~  events.kind  CONDITIONAL

--- states and their merge                                  [catalog: store; feature: aggregates / -State and -Merge]
SELECT day, sumMerge(revenue) AS r, uniqMerge(buyers) AS b FROM dwh.daily GROUP BY day
--> day   dwh.daily.day      DIRECT
--> r     dwh.daily.revenue  AGG
--> b     dwh.daily.buyers   AGG
--> rows  dwh.daily.day      GROUP_BY

--- defaults and nulls of aggregates                        [catalog: store; feature: aggregates / -OrDefault and -OrNull]
SELECT sumOrNull(amount) AS s, avgOrDefaultIf(amount, qty > 1) AS a FROM ods.orders
--> s    ods.orders.amount  AGG
--> a    ods.orders.amount  AGG
--> a ~  ods.orders.qty     CONDITIONAL

--- distinct by combinator                                  [catalog: store; feature: aggregates / -Distinct]
SELECT sumDistinct(qty) AS s FROM ods.orders
--> s  ods.orders.qty  AGG

--- elements of arrays one by one                           [catalog: store; feature: aggregates / -ForEach]
SELECT sumForEach(scores) AS s FROM events
--> s  events.scores  AGG

--- maps of sums                                            [catalog: store; feature: aggregates / -Map]
SELECT sumMap(map(kind, event_id)) AS m FROM events
--> m  events.event_id  AGG
--> m  events.kind      AGG

--- chained combinators                                     [catalog: store; feature: aggregates / chains of combinators]
SELECT quantilesTimingArrayIf(0.5, 0.9)(scores, user_id > 1) AS q FROM events
--> q    events.scores   AGG
--> q ~  events.user_id  CONDITIONAL

--- parameters of aggregates                                [catalog: store; feature: aggregates / parametric]
SELECT quantiles(0.5, 0.9)(amount) AS q, topK(3)(status) AS t FROM ods.orders
--> q  ods.orders.amount  AGG
--> t  ods.orders.status  AGG

--- argMax                                                  [catalog: store; feature: aggregates / argMin and argMax]
SELECT argMax((status, amount), ts).2 AS a FROM ods.orders
--> a    ods.orders.amount  AGG
--> a ~  ods.orders.ts      SORT

--- arrays of a group                                       [catalog: store; feature: aggregates / groupArray]
SELECT groupArray(3)(amount) AS a, groupUniqArray(status) AS u FROM ods.orders
--> a  ods.orders.amount  AGG
--> u  ods.orders.status  AGG

--- funnels                                                 [catalog: store; feature: aggregates / windowFunnel, sequenceMatch, retention]
SELECT windowFunnel(60)(ts, kind = 'a', url = 'b') AS f, retention(kind = 'a') AS r FROM events
--> f    events.kind  AGG
--> f    events.url   AGG
--> r    events.kind  AGG
--> f ~  events.ts    SORT

--- FILTER                                                  [catalog: store; feature: aggregates / FILTER]
SELECT count() FILTER (WHERE qty > 1) AS c, sum(amount) FILTER (WHERE qty > 1) AS s FROM ods.orders
--> c    generated
--> s    ods.orders.amount  AGG
--> c ~  ods.orders.qty     CONDITIONAL
--> s ~  ods.orders.qty     CONDITIONAL

--- tuples by number                                        [catalog: store; feature: types / tuples]
SELECT (amount, status) AS t, t.1 AS a, t.2 AS s FROM ods.orders
--> t  ods.orders.amount  DERIVED
--> t  ods.orders.status  DERIVED
--> a  ods.orders.amount  DIRECT
--> s  ods.orders.status  DIRECT

--- fields of stored tuples                                 [catalog: store; feature: types / named tuples]
SELECT payload.buyer.name AS n, payload.2 AS k, address.city FROM events JOIN dim.users USING (user_id)
--> n             events.payload.buyer.name  DIRECT
--> k             events.payload.kind        DIRECT
--> address.city  dim.users.address.city     DIRECT
--> rows          dim.users.user_id          JOIN
--> rows          events.user_id             JOIN

--- untuple                                                 [catalog: store; feature: types / untuple]
SELECT untuple(address) FROM dim.users
--> "tupleElement(address, 'city')"  dim.users.address.city  DIRECT
--> "tupleElement(address, 'zip')"   dim.users.address.zip   DIRECT

--- arrays of tuples                                        [catalog: store; feature: types / arrays of tuples]
SELECT lines.sku AS s, lines[1].price AS p FROM events
--> s  events.lines[].sku    DIRECT
--> p  events.lines[].price  DERIVED

--- Nested                                                  [catalog: store; feature: types / Nested]
SELECT goals.id, arraySum(goals.price) AS s FROM events
--> goals.id  events.goals.id     DIRECT
--> s         events.goals.price  DERIVED

--- maps                                                    [catalog: store; feature: types / Map]
SELECT props['a'] AS a, mapKeys(props) AS k, props.values AS v FROM events
--> a  events.props  DERIVED
--> k  events.props  DERIVED
--> v  events.props  DERIVED

--- paths of JSON                                           [catalog: store; feature: types / JSON]
SELECT doc.user.id AS u, doc.n.:Int64 AS n, doc.^o AS o FROM events
--> u  events.doc  DERIVED
--> n  events.doc  DERIVED
--> o  events.doc  DERIVED

--- Variant                                                 [catalog: store; feature: types / Variant]
SELECT mix.UInt64 AS n, variantElement(mix, 'String') AS s FROM events
--> n  events.mix  DERIVED
--> s  events.mix  DERIVED

--- COLUMNS by a pattern                                    [catalog: store; feature: stars / COLUMNS]
SELECT COLUMNS('^a|qty') FROM ods.orders
--> amount  ods.orders.amount  DIRECT
--> qty     ods.orders.qty     DIRECT

--- EXCEPT                                                  [catalog: store; feature: stars / EXCEPT]
SELECT * EXCEPT (since, day) FROM rates
--> product_id  rates.product_id  DIRECT
--> rate        rates.rate        DIRECT

--- REPLACE                                                 [catalog: store; feature: stars / REPLACE]
SELECT * EXCEPT (since) REPLACE (rate * 2 AS rate) FROM rates
--> product_id  rates.product_id  DIRECT
--> day         rates.day         DIRECT
--> rate        rates.rate        DERIVED

--- APPLY                                                   [catalog: store; feature: stars / APPLY]
SELECT * EXCEPT (day, since) APPLY sum APPLY toString FROM rates
--> toString(sum(product_id))  rates.product_id  AGG
--> toString(sum(rate))        rates.rate        AGG

--- APPLY of a lambda                                       [catalog: store; feature: stars / APPLY]
SELECT COLUMNS('rate') APPLY (x -> x * product_id) FROM rates
--> "multiply(rate, product_id)"  rates.product_id  DERIVED
--> "multiply(rate, product_id)"  rates.rate        DERIVED

--- a star leaves computed columns out                      [catalog: store; feature: stars / computed columns]
SELECT * FROM ods.orders
--> order_id    ods.orders.order_id    DIRECT
--> user_id     ods.orders.user_id     DIRECT
--> product_id  ods.orders.product_id  DIRECT
--> amount      ods.orders.amount      DIRECT
--> qty         ods.orders.qty         DIRECT
--> ts          ods.orders.ts          DIRECT
--> status      ods.orders.status      DIRECT
--> coupon      ods.orders.coupon      DIRECT
--> version     ods.orders.version     DIRECT

--- window functions                                        [catalog: store; feature: windows / functions]
SELECT lagInFrame(amount, 1) OVER (PARTITION BY user_id ORDER BY ts) AS l, row_number() OVER w AS n FROM ods.orders WINDOW w AS (ORDER BY ts)
--> l    ods.orders.amount   WINDOW
--> n    generated
--> l ~  ods.orders.ts       WINDOW
--> l ~  ods.orders.user_id  WINDOW
--> n ~  ods.orders.ts       WINDOW

--- QUALIFY                                                 [catalog: store; feature: windows / QUALIFY]
SELECT amount FROM ods.orders QUALIFY row_number() OVER (PARTITION BY user_id ORDER BY ts) = 1
--> amount  ods.orders.amount   DIRECT
--> rows    ods.orders.ts       WINDOW
--> rows    ods.orders.user_id  WINDOW

--- WITH TOTALS                                             [catalog: store; feature: groups / WITH TOTALS]
SELECT status, sum(amount) AS s FROM ods.orders GROUP BY status WITH TOTALS
--> status  ods.orders.status  DIRECT
--> s       ods.orders.amount  AGG
--> rows    ods.orders.status  GROUP_BY

--- ROLLUP and CUBE                                         [catalog: store; feature: groups / ROLLUP and CUBE]
SELECT status, qty, count() AS c FROM ods.orders GROUP BY status, qty WITH ROLLUP
--> status  ods.orders.status  DIRECT
--> qty     ods.orders.qty     DIRECT
--> c       generated
--> rows    ods.orders.qty     GROUP_BY
--> rows    ods.orders.status  GROUP_BY

--- GROUPING SETS                                           [catalog: store; feature: groups / GROUPING SETS]
SELECT status, grouping(status) AS g, sum(qty) AS s FROM ods.orders GROUP BY GROUPING SETS ((status), ())
--> status  ods.orders.status  DIRECT
--> g       generated
--> s       ods.orders.qty     AGG
--> rows    ods.orders.status  GROUP_BY

--- LIMIT BY                                                [catalog: store; feature: order and limit / LIMIT BY]
SELECT user_id, amount FROM ods.orders ORDER BY ts LIMIT 1, 2 BY user_id LIMIT 10
--> user_id  ods.orders.user_id  DIRECT
--> amount   ods.orders.amount   DIRECT
--> rows     ods.orders.ts       SORT
--> rows     ods.orders.user_id  SORT

--- LIMIT WITH TIES                                         [catalog: store; feature: order and limit / WITH TIES]
SELECT amount FROM ods.orders ORDER BY qty LIMIT 3 WITH TIES
--> amount  ods.orders.amount  DIRECT
--> rows    ods.orders.qty     SORT

--- WITH FILL                                               [catalog: store; influence: complete; feature: order and limit / WITH FILL]
SELECT day, rate FROM rates ORDER BY day WITH FILL FROM toDate('2024-01-01') STEP 1
--> day   rates.day   DIRECT
--> rate  rates.rate  DIRECT
--> rows  rates.day   SORT

--- INTERPOLATE                                             [catalog: store; influence: complete; feature: order and limit / INTERPOLATE]
SELECT day, rate FROM rates ORDER BY day WITH FILL INTERPOLATE (rate AS rate + 1)
--> day   rates.day   DIRECT
--> rate  rates.rate  DERIVED
--> rate  rates.rate  DIRECT
--> rows  rates.day   SORT

--- SETTINGS and FORMAT                                     [catalog: store; feature: order and limit / SETTINGS and FORMAT]
SELECT rate FROM rates SETTINGS max_threads = 1 FORMAT JSON
--> rate  rates.rate  DIRECT

--- INTO OUTFILE                                            [catalog: store; feature: statements / INTO OUTFILE; limit: the file is not named as the target]
SELECT rate FROM rates INTO OUTFILE 'rates.csv' FORMAT CSV
--> rate  rates.rate  DIRECT

--- EXCEPT and INTERSECT                                    [catalog: store; feature: set operations / EXCEPT and INTERSECT]
SELECT user_id FROM dim.users EXCEPT SELECT user_id FROM ods.orders
--> user_id    dim.users.user_id   DIRECT
--> rows       dim.users.user_id   GROUP_BY
--> rows       ods.orders.user_id  GROUP_BY
--> user_id ~  ods.orders.user_id  FILTER

--- UNION DISTINCT                                          [catalog: store; feature: set operations / UNION ALL and DISTINCT]
SELECT user_id FROM dim.users UNION DISTINCT SELECT user_id FROM ods.orders
--> user_id  dim.users.user_id   DIRECT
--> user_id  ods.orders.user_id  DIRECT
--> rows     dim.users.user_id   GROUP_BY
--> rows     ods.orders.user_id  GROUP_BY

--- numbers                                                 [catalog: store; feature: table functions / numbers]
SELECT number * 2 AS n FROM numbers(10)
--> n  generated

--- values                                                  [catalog: store; feature: table functions / values]
SELECT a FROM values('a UInt32, b String', (1, 'x'))
--> a  generated

--- view                                                    [catalog: store; feature: table functions / view]
SELECT s FROM view(SELECT sum(amount) AS s FROM ods.orders)
--> s  ods.orders.amount  AGG

--- merge                                                   [catalog: store; feature: table functions / merge]
SELECT rate FROM merge('default', '^rates$')
--> rate  rates.rate  DIRECT

--- remote                                                  [catalog: store; feature: table functions / remote]
SELECT amount FROM remote('other:9000', ods.orders)
--> amount  clickhouse://other:9000/ods.orders.amount  DIRECT  INFERRED
--! W110  1:20

--- files and buckets                                       [catalog: store; feature: table functions / s3]
SELECT a, b FROM s3('https://bucket/x.csv', 'CSV', 'a UInt32, b String')
--> a  https://bucket/x.csv.a  DIRECT
--> b  https://bucket/x.csv.b  DIRECT

--- other databases                                         [catalog: store; feature: table functions / mysql]
SELECT id FROM mysql('host:3306', 'db', 'customers', 'user', 'secret')
--> id  mysql://host:3306/db.customers.id  DIRECT  INFERRED
--! W110  1:16

--- ALIAS and MATERIALIZED columns                          [catalog: store; feature: columns / DEFAULT · MATERIALIZED · ALIAS]
SELECT day, unit, version FROM ods.orders
--> day      ods.orders.ts       DERIVED
--> unit     ods.orders.amount   DERIVED
--> unit     ods.orders.qty      DERIVED
--> version  ods.orders.version  DIRECT

--- EPHEMERAL columns                                       [catalog: none; feature: columns / EPHEMERAL]
CREATE TABLE t (id UInt64, raw String EPHEMERAL, hash UInt64 DEFAULT cityHash64(raw)) ENGINE = Memory;
SELECT id, hash FROM t
--> id    t.id    DIRECT
--> hash  t.hash  DIRECT

--- CREATE TABLE AS SELECT                                  [catalog: store; feature: tables / CREATE TABLE AS SELECT]
CREATE TABLE dwh.totals ENGINE = MergeTree ORDER BY user_id AS SELECT user_id, sum(amount) AS total FROM ods.orders GROUP BY user_id
--> user_id  ods.orders.user_id  DIRECT
--> total    ods.orders.amount   AGG
--> rows     ods.orders.user_id  GROUP_BY

--- CREATE TABLE AS another                                 [catalog: store; feature: tables / CREATE TABLE AS table and CLONE AS]
CREATE TABLE rates2 AS rates;
SELECT rate FROM rates2
--> rate  rates2.rate  DIRECT

--- CLONE AS                                                [catalog: store; feature: tables / CREATE TABLE AS table and CLONE AS]
CREATE TABLE rates2 CLONE AS rates
--> product_id  rates.product_id  DIRECT
--> day         rates.day         DIRECT
--> rate        rates.rate        DIRECT
--> since       rates.since       DIRECT

--- Distributed                                             [catalog: store; feature: engines / Distributed]
CREATE TABLE all_rates AS rates ENGINE = Distributed('cluster', 'default', 'rates');
SELECT rate FROM all_rates
--> rate  all_rates.rate  DIRECT

--- projections                                             [catalog: none; feature: tables / projections]
CREATE TABLE t (id UInt64, a Float64, PROJECTION p (SELECT id, sum(a) GROUP BY id)) ENGINE = MergeTree ORDER BY id;
SELECT a FROM t
--> a  t.a  DIRECT

--- a view                                                  [catalog: store; feature: views / CREATE VIEW]
CREATE VIEW dwh.v AS SELECT user_id, amount * 2 AS twice FROM ods.orders
--> user_id  ods.orders.user_id  DIRECT
--> twice    ods.orders.amount   DERIVED

--- a view with parameters                                  [catalog: store; feature: views / with parameters]
CREATE VIEW dwh.v AS SELECT amount FROM ods.orders WHERE user_id = {uid:UInt64};
SELECT amount FROM dwh.v(uid = 7)
--> amount  dwh.v.amount  DIRECT

--- a materialized view TO a table                          [catalog: store; feature: materialized views / TO a table]
CREATE MATERIALIZED VIEW dwh.mv TO rates AS SELECT product_id, max(amount) AS rate FROM ods.orders GROUP BY product_id
--> product_id  ods.orders.product_id  DIRECT
--> product_id  rates.product_id       DIRECT
--> rate#1      rates.rate             DIRECT
--> rate#2      ods.orders.amount      AGG
--> rows        ods.orders.product_id  GROUP_BY

--- a materialized view with its own table                  [catalog: store; feature: materialized views / inner table]
CREATE MATERIALIZED VIEW dwh.mv ENGINE = SummingMergeTree ORDER BY day AS SELECT toDate(ts) AS day, sum(amount) AS s FROM ods.orders GROUP BY day
--> day   ods.orders.ts      DERIVED
--> s     ods.orders.amount  AGG
--> rows  ods.orders.ts      GROUP_BY

--- a refreshable view                                      [catalog: store; feature: materialized views / refreshable (REFRESH and APPEND)]
CREATE MATERIALIZED VIEW dwh.mv REFRESH EVERY 1 HOUR TO rates AS SELECT product_id, max(amount) AS rate FROM ods.orders GROUP BY product_id
--> product_id  ods.orders.product_id  DIRECT
--> product_id  rates.product_id       DIRECT
--> rate#1      rates.rate             DIRECT
--> rate#2      ods.orders.amount      AGG
--> rows        ods.orders.product_id  GROUP_BY

--- a live view                                             [catalog: store; feature: materialized views / LIVE VIEW]
CREATE LIVE VIEW dwh.lv AS SELECT sum(amount) AS s FROM ods.orders
--> s  ods.orders.amount  AGG

--- a window view                                           [catalog: store; feature: materialized views / WINDOW VIEW]
CREATE WINDOW VIEW dwh.wv AS SELECT count() AS c, tumbleStart(w) AS at FROM ods.orders GROUP BY tumble(ts, INTERVAL '10' SECOND) AS w
--> c     generated
--> at    ods.orders.ts  DERIVED
--> rows  ods.orders.ts  GROUP_BY

--- INSERT SELECT                                           [catalog: store; feature: INSERT / SELECT]
INSERT INTO rates (product_id, rate) SELECT product_id, avg(amount) FROM ods.orders GROUP BY product_id
--> product_id  ods.orders.product_id  DIRECT
--> rate        ods.orders.amount      AGG
--> rows        ods.orders.product_id  GROUP_BY

--- INSERT INTO FUNCTION                                    [catalog: store; feature: INSERT / INTO FUNCTION]
INSERT INTO FUNCTION s3('https://bucket/out.csv', 'CSV') SELECT product_id, rate FROM rates
--> product_id  rates.product_id  DIRECT
--> rate        rates.rate        DIRECT

--- INSERT of data in the text                              [catalog: store; feature: INSERT / VALUES]
INSERT INTO rates (product_id, rate) VALUES (1, 2.5)
--> product_id  generated
--> rate        generated

--- INSERT with a format                                    [catalog: store; feature: INSERT / FORMAT with data]
INSERT INTO rates FORMAT JSONEachRow {"product_id": 1, "rate": 2.5}
--> product_id  generated
--> day         generated
--> rate        generated
--> since       generated

--- ALTER UPDATE                                            [catalog: store; feature: mutations / ALTER … UPDATE]
ALTER TABLE rates UPDATE rate = rate * 2 WHERE product_id = 1
--> rate  rates.rate        DERIVED
--> rows  rates.product_id  FILTER

--- ALTER DELETE                                            [catalog: store; feature: mutations / ALTER … DELETE]
ALTER TABLE rates DELETE WHERE product_id = 1
--> rows  rates.product_id  FILTER

--- EXCHANGE                                                [catalog: store; feature: schema changes / EXCHANGE]
EXCHANGE TABLES rates AND dwh.daily;
SELECT day, revenue FROM rates
--> day      rates.day      DIRECT
--> revenue  rates.revenue  DIRECT

--- RENAME                                                  [catalog: store; feature: schema changes / RENAME]
RENAME TABLE rates TO rates_old;
SELECT rate FROM rates_old
--> rate  rates_old.rate  DIRECT

--- CREATE DICTIONARY                                       [catalog: store; feature: dictionaries / SOURCE(CLICKHOUSE)]
CREATE DICTIONARY dim.d (user_id UInt64, name String) PRIMARY KEY user_id SOURCE(CLICKHOUSE(TABLE 'users' DB 'dim')) LAYOUT(FLAT()) LIFETIME(300);
SELECT dictGet('dim.d', 'name', user_id) AS n FROM ods.orders
--> n  dim.d.name          DIRECT
--> n  ods.orders.user_id  EXTERNAL

--- a function of a lambda                                  [catalog: store; feature: statements / CREATE FUNCTION in SQL]
CREATE FUNCTION twice AS (x) -> x * 2;
SELECT twice(amount) AS v FROM ods.orders
--> v  ods.orders.amount  DERIVED

--- functions that nobody described                         [catalog: store; feature: functions / unknown functions]
SELECT nobody_knows(amount) AS v FROM ods.orders
--> v  ods.orders.amount  UNKNOWN  COARSE
--! W210  1:8

--- columns that every table has, and no star shows         [catalog: store; feature: reading tables / virtual columns]
SELECT _part, o._partition_id AS p FROM ods.orders AS o WHERE _table = 't'
--> _part  ods.orders._part          DIRECT
--> p      ods.orders._partition_id  DIRECT
--> rows   ods.orders._table         FILTER

--- executable() with a query                               [catalog: store; feature: table functions / executable]
SELECT a FROM executable('x.py', TSV, 'a UInt32', (SELECT rate FROM rates))
--> a     rates.rate  DERIVED_ARRAY  COARSE
--> rows  rates.rate  JOIN
--! W114  1:34
--! W219  1:15

--- a table named by a parameter                            [catalog: store; feature: parameters / names of tables]
SELECT rate FROM {tbl:Identifier}
--> rate  {tbl:Identifier}.rate  DIRECT  INFERRED
--! W110  1:18

--- values by parameters                                    [catalog: store; feature: parameters / values]
SELECT rate + {p:Float64} AS v FROM rates WHERE product_id IN {ids:Array(UInt32)}
--> v     rates.rate        DERIVED
--> rows  rates.product_id  FILTER

--- TOP                                                     [catalog: store; feature: order and limit / TOP]
SELECT TOP 5 rate FROM rates ORDER BY day
--> rate  rates.rate  DIRECT

--- a field counted from the end                            [catalog: store; feature: types / tuples]
SELECT address.-1 AS b FROM dim.users
--! E001  1:16

--- statements side by side                                 [catalog: store; feature: statements / PARALLEL WITH]
INSERT INTO rates SELECT * FROM rates PARALLEL WITH INSERT INTO rates SELECT * FROM rates
--> product_id  rates.product_id  DIRECT
--> day         rates.day         DIRECT
--> rate        rates.rate        DIRECT
--> since       rates.since       DIRECT

--- a lambda spelled as a function                          [catalog: store; feature: lambdas / lambda(); limit: read as a function that is not known]
SELECT arrayMap(lambda(tuple(x), x + 1), scores) AS b FROM events
--> b  events.scores  DERIVED
--> b  events.x       UNKNOWN  COARSE
--! W210  1:17
--! W111  1:30
