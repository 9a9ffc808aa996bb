-- date parts
SELECT year(day) AS y, month(day) AS m, day(day) AS d, dayofweek(day) AS w, extract(doy FROM day) AS n, date_part('week', day) AS k FROM orders;
-- parts as a struct
SELECT date_part(['year', 'day'], day).day AS d FROM orders;
-- truncation
SELECT date_trunc('hour', ts) AS h, ts::DATE AS d, time_bucket(INTERVAL 2 HOURS, ts) AS b FROM events;
-- arithmetic with days and intervals
SELECT day + 1 AS tomorrow, day - 7 AS week_ago, day + qty AS later, day + INTERVAL (qty) DAY AS also FROM orders;
-- differences
SELECT ts - TIMESTAMP '2024-01-01' AS since, age(ts, TIMESTAMP '2023-01-01') AS old, date_sub('hour', TIMESTAMP '2024-01-01', ts) AS hours FROM events;
-- two dates of two tables
SELECT o.id, date_diff('day', c.joined, o.day) AS waited FROM orders o JOIN customers c ON c.id = o.customer_id;
-- formats and back
SELECT strftime(day, '%Y-%m') AS ym, strptime(strftime(day, '%d'), '%d') AS back, CAST(day AS VARCHAR) AS text FROM orders;
-- epochs
SELECT epoch(ts) AS s, epoch_ms(ts) AS ms, to_timestamp(seq) AS t, make_date(2024, 1, seq + 1) AS d FROM events;
-- the end of the month and names
SELECT last_day(day) AS l, monthname(day) AS m, dayname(day) AS d FROM orders;
-- a time and an interval
SELECT began + INTERVAL 1 HOUR AS later, hour(began) AS h, took * 2 AS twice, extract('minute' FROM took) AS m FROM visits;
-- a date and a time make a timestamp
SELECT c.joined + v.began AS t FROM visits v JOIN customers c ON c.id = v.customer_id;
-- series of timestamps
SELECT c.id, s.d FROM customers c, generate_series(c.joined, c.joined + INTERVAL 2 DAY, INTERVAL 1 DAY) AS s(d);
-- range of dates in the SELECT list
SELECT id, unnest(range(joined, joined + INTERVAL 2 DAY, INTERVAL 1 DAY)) AS d FROM customers;
-- BETWEEN dates
SELECT o.id, o.amount FROM orders o, rates r WHERE o.day BETWEEN r.day - INTERVAL 1 DAY AND r.day + INTERVAL 1 DAY AND o.product_id = r.product_id;
-- overlap of spans
SELECT a.id AS one, b.id AS two FROM (SELECT id, day AS s, day + qty AS e FROM orders) a JOIN (SELECT id, joined AS s, joined + age AS e FROM customers) b ON a.s < b.e AND b.s < a.e;
-- the greatest of dates
SELECT greatest(o.day, c.joined) AS g, least(o.day, DATE '2024-01-03') AS l FROM orders o JOIN customers c ON c.id = o.customer_id;
-- grouped by the day of the week
SELECT dayname(day) AS d, isodow(day) AS n, sum(amount) AS s FROM orders GROUP BY ALL ORDER BY n;
-- a timestamp at a zone
SELECT ts AT TIME ZONE 'UTC' AS z FROM events;
