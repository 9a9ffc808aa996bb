-- plain aggregates
SELECT count() AS c, count(coupon) AS n, sum(amount) AS s, avg(amount) AS a, min(ts) AS lo, max(ts) AS hi FROM ods.orders;
-- count of a star
SELECT count(*) AS c FROM ods.orders;
-- count distinct
SELECT count(DISTINCT user_id) AS u, uniqExact(user_id, product_id) AS p, uniqHLL12(user_id) AS h FROM ods.orders;
-- sum distinct
SELECT sum(DISTINCT qty) AS s, groupArray(DISTINCT status) AS g FROM ods.orders;
-- group by a key and an expression
SELECT status, toStartOfMonth(ts) AS m, sum(amount) AS s FROM ods.orders GROUP BY status, m;
-- expressions over aggregates
SELECT user_id, sum(amount) / count() AS mean, max(amount) - min(amount) AS spread FROM ods.orders GROUP BY user_id;
-- aggregates of expressions
SELECT sum(amount * qty) AS s, avg(if(status = 'paid', amount, 0)) AS a FROM ods.orders;
-- HAVING
SELECT user_id, sum(amount) AS s FROM ods.orders GROUP BY user_id HAVING s > 10 AND count() > 1;
-- sumIf, countIf, avgIf, minIf
SELECT sumIf(amount, status = 'paid') AS s, countIf(status = 'paid') AS c, avgIf(amount, qty > 1) AS a, minIf(ts, qty > 0) AS m FROM ods.orders;
-- countIf of two columns
SELECT countIf(qty > 1 AND amount < 5) AS c FROM ods.orders;
-- FILTER
SELECT sum(amount) FILTER (WHERE status = 'paid') AS s, count() FILTER (WHERE qty > 1) AS c, uniq(user_id) FILTER (WHERE amount > 1) AS u FROM ods.orders;
-- argMin and argMax
SELECT user_id, argMax(status, ts) AS last, argMin(amount, ts) AS first FROM ods.orders GROUP BY user_id;
-- argMax by a tuple
SELECT argMax(status, (ts, order_id)) AS last FROM ods.orders;
-- argMax of a tuple, opened
SELECT argMax((status, amount), ts).2 AS last_amount, argMax((status, amount), ts) AS both FROM ods.orders;
-- argMax through a subquery
SELECT user_id, l.1 AS status, l.2 AS amount FROM (SELECT user_id, argMax((status, amount), ts) AS l FROM ods.orders GROUP BY user_id);
-- argMaxIf
SELECT argMaxIf(status, ts, qty > 1) AS s FROM ods.orders;
-- any, anyLast, anyHeavy, first_value, last_value
SELECT any(status) AS a, anyLast(amount) AS l, anyHeavy(product_id) AS h, first_value(qty) AS f, last_value(qty) AS z FROM ods.orders;
-- max of a tuple, opened
SELECT max((ts, amount)).2 AS v FROM ods.orders;
-- groupArray and relatives
SELECT groupArray(amount) AS a, groupArray(3)(status) AS b, groupUniqArray(user_id) AS c, groupArrayLast(2)(qty) AS d, groupArraySample(5)(amount) AS e FROM ods.orders;
-- groupArray of tuples, opened by a lambda
SELECT arrayMap(t -> t.2, arraySort(t -> t.1, groupArray((ts, amount)))) AS in_order FROM ods.orders;
-- groupArray of tuples, one element
SELECT groupArray((ts, amount))[1].2 AS first FROM ods.orders;
-- groupArrayInsertAt
SELECT groupArrayInsertAt(amount, qty) AS a FROM ods.orders;
-- groupArraySorted and moving sums
SELECT groupArraySorted(5)(amount) AS s, groupArrayMovingSum(3)(qty) AS m, groupArrayMovingAvg(amount) AS a FROM ods.orders;
-- groupBit
SELECT groupBitOr(qty) AS o, groupBitmap(user_id) AS b, groupBitXor(product_id) AS x FROM ods.orders;
-- topK and topKWeighted
SELECT topK(3)(status) AS t, topKWeighted(3)(status, qty) AS w, approx_top_k(3)(product_id) AS p FROM ods.orders;
-- quantiles
SELECT quantile(0.9)(amount) AS q, quantiles(0.5, 0.9)(amount) AS qs, median(amount) AS m, quantileExact(0.5)(qty) AS e FROM ods.orders;
-- weighted quantiles and means
SELECT quantileExactWeighted(0.5)(amount, qty) AS q, avgWeighted(amount, qty) AS a, sumWithOverflow(qty) AS s FROM ods.orders;
-- quantileTiming, TDigest and Deterministic
SELECT quantileTiming(0.9)(qty) AS a, quantileTDigest(0.9)(amount) AS b, quantileDeterministic(0.5)(amount, order_id) AS c FROM ods.orders;
-- statistics
SELECT corr(amount, qty) AS r, covarPop(amount, qty) AS c, stddevPop(amount) AS s, varSamp(amount) AS v, skewPop(amount) AS k FROM ods.orders;
-- simpleLinearRegression
SELECT simpleLinearRegression(qty, amount) AS line, line.1 AS k FROM ods.orders;
-- uniq and its kin
SELECT uniq(user_id) AS a, uniqCombined(12)(user_id) AS b, uniqUpTo(5)(status) AS c FROM ods.orders;
-- the -Array combinator
SELECT sumArray(scores) AS s, uniqArray(tags) AS u, groupUniqArrayArray(tags) AS g FROM events;
-- -ArrayIf and -IfArray
SELECT uniqArrayIf(tags, user_id > 1) AS u, sumArrayIf(scores, kind = 'x') AS s FROM events;
-- the -State combinator and -Merge
SELECT sumMerge(s) AS total, uniqMerge(u) AS users FROM (SELECT sumState(amount) AS s, uniqState(user_id) AS u FROM ods.orders GROUP BY status);
-- -StateIf, -IfState and -MergeState
SELECT sumMergeState(s) AS m FROM (SELECT sumStateIf(amount, qty > 1) AS s FROM ods.orders GROUP BY user_id);
-- -IfMerge
SELECT sumIfMerge(s) AS m FROM (SELECT sumIfState(amount, qty > 1) AS s FROM ods.orders GROUP BY user_id);
-- finalizeAggregation and runningAccumulate
SELECT finalizeAggregation(s) AS f FROM (SELECT avgState(amount) AS s FROM ods.orders GROUP BY user_id);
-- stored states
SELECT day, sumMerge(revenue) AS r, uniqMerge(buyers) AS b, quantilesMerge(0.5, 0.9)(spread) AS q, max(biggest) AS top FROM dwh.daily GROUP BY day;
-- the -OrDefault and -OrNull combinators
SELECT sumOrNull(amount) AS a, avgOrDefault(amount) AS b, maxOrNullIf(qty, amount > 1) AS c FROM ods.orders;
-- the -Distinct combinator
SELECT sumDistinct(qty) AS s, groupArrayDistinct(status) AS g, countDistinct(user_id) AS c FROM ods.orders;
-- the -ForEach combinator
SELECT sumForEach(scores) AS s, avgForEach(scores) AS a, maxForEachIf(scores, user_id > 1) AS m FROM events;
-- the -Map combinator
SELECT sumMap(counters) AS m, maxMap(counters) AS x FROM events;
-- sumMap of arrays
SELECT sumMap(goals.id, goals.price) AS m, minMap(goals.id, goals.price) AS n FROM events;
-- the -Resample combinator
SELECT sumResample(0, 100, 10)(amount, qty) AS buckets FROM ods.orders;
-- the -ArgMax combinators
SELECT sumArgMax(amount, ts) AS s, countArgMin(order_id, ts) AS c FROM ods.orders;
-- the -SimpleState combinator
SELECT maxSimpleState(amount) AS m, sumSimpleState(qty) AS s FROM ods.orders GROUP BY status;
-- funnels
SELECT user_id, windowFunnel(3600)(ts, kind = 'view', kind = 'cart', url LIKE '%buy%') AS level FROM events GROUP BY user_id;
-- retention
SELECT user_id, retention(toDate(ts) = '2024-01-01', kind = 'x') AS r FROM events GROUP BY user_id;
-- sequences
SELECT sequenceMatch('(?1)(?2)')(ts, kind = 'a', url = 'b') AS m, sequenceCount('(?1).*(?2)')(ts, kind = 'a', url = 'b') AS c FROM events GROUP BY user_id;
-- deltaSum and boundingRatio
SELECT deltaSum(amount) AS d, deltaSumTimestamp(qty, ts) AS t, boundingRatio(qty, amount) AS b FROM ods.orders;
-- exponential moving averages
SELECT exponentialMovingAverage(5)(amount, toUnixTimestamp(ts)) AS e, exponentialTimeDecayedSum(10)(amount, toUnixTimestamp(ts)) AS d FROM ods.orders;
-- entropy, rank correlation and tests
SELECT entropy(status) AS e, rankCorr(amount, qty) AS r, mannWhitneyUTest('two-sided')(amount, qty > 1) AS m, studentTTest(amount, qty > 1) AS s FROM ods.orders;
-- aggregates inside tuples and arrays
SELECT (min(amount), max(qty)) AS t, [sum(amount), toFloat64(count())] AS l, t.2 AS q FROM ods.orders;
-- an aggregate of an aggregate by subquery
SELECT avg(s) AS mean, max(c) AS most FROM (SELECT user_id, sum(amount) AS s, count(coupon) AS c FROM ods.orders GROUP BY user_id);
-- case of a function's name does not matter for some
SELECT SUM(amount) AS s, Count(coupon) AS c, MAX(ts) AS m, COALESCE(coupon, status) AS x FROM ods.orders GROUP BY x;
-- groupConcat
SELECT groupConcat(',')(status) AS a, groupConcat(status) AS b FROM ods.orders;
-- arrayReduce
SELECT arrayReduce('sum', scores) AS s, arrayReduce('quantile(0.5)', scores) AS m, arrayReduce('maxIf', scores, [1, 0]) AS x FROM events;
-- ORDER BY inside groupArray by arraySort
SELECT user_id, arrayMap(x -> x.2, arrayReverseSort(groupArray((amount, status)))) AS s FROM ods.orders GROUP BY user_id;
-- sparkbar and histogram
SELECT sparkbar(9)(qty, amount) AS bar, histogram(5)(amount) AS h FROM ods.orders;
-- singleValueOrNull and anyRespectNulls
SELECT singleValueOrNull(coupon) AS a, any_respect_nulls(coupon) AS b, first_value(coupon) RESPECT NULLS AS c FROM ods.orders;
-- maxIntersections
SELECT maxIntersections(order_id, user_id) AS m, intervalLengthSum(order_id, user_id) AS i FROM ods.orders;
-- categorical and contingency
SELECT cramersV(status, product_id) AS v, theilsU(status, product_id) AS u FROM ods.orders;
-- kurtosis of an array element
SELECT kurtPop(arrayElement(scores, 1)) AS k FROM events;
-- a count with a condition and other combinators
SELECT countOrNullIf(qty > 1) AS a, countMerge(s) AS b FROM (SELECT qty, countStateIf(amount > 1) AS s FROM ods.orders GROUP BY qty) GROUP BY qty;
-- sequences of events
SELECT sequenceMatchEvents('(?1)(?2)')(ts, kind = 'a', url = 'b') AS e FROM events;
