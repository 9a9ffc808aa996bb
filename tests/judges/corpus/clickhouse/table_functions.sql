-- numbers
SELECT number, number * 2 AS d FROM numbers(10);
-- numbers with an offset
SELECT toDate('2024-01-01') + number AS day FROM numbers(0, 31);
-- numbers beside a table
SELECT n.number AS i, o.amount FROM numbers(3) AS n CROSS JOIN ods.orders AS o;
-- system.numbers
SELECT number FROM system.numbers LIMIT 3;
-- zeros and generate_series
SELECT z.zero, g.generate_series FROM zeros(3) AS z, generate_series(1, 10) AS g;
-- values
SELECT a, upper(b) AS u FROM values('a UInt32, b String', (1, 'x'), (2, 'y'));
-- values without a structure
SELECT c1, c2 FROM values((1, 'x'), (2, 'y'));
-- view
SELECT s FROM view(SELECT sum(amount) AS s FROM ods.orders);
-- merge
SELECT product_id FROM merge('dim', '^products$');
-- remote
SELECT amount FROM remote('127.0.0.1', ods.orders);
-- remote with a database and a table
SELECT name FROM remote('127.0.0.1', 'dim', 'users');
-- remote with a shard expression
SELECT name, country FROM remote('127.0.0.{1,2}', dim.users);
-- generateRandom
SELECT a, b FROM generateRandom('a UInt32, b String', 1, 10, 2) LIMIT 3;
-- numbers in a subquery with a range
SELECT day, coalesce(s, 0) AS s FROM (SELECT toDate('2024-01-01') + number AS day FROM numbers(31)) AS c LEFT JOIN (SELECT toDate(ts) AS day, sum(amount) AS s FROM ods.orders GROUP BY day) AS o USING (day);
-- numbers_mt and arithmetic
SELECT number % 2 AS m, count() AS c FROM numbers_mt(100) GROUP BY m;
-- a null table
SELECT x FROM null('x UInt32, y String');
-- loop
SELECT name FROM loop(dim, users) LIMIT 3;
-- primes or powers
SELECT pow(2, number) AS p FROM numbers(8);
