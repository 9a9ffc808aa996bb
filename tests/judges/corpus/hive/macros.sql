-- Macros are followed into their bodies.

-- # one parameter
CREATE TEMPORARY MACRO twice(x DOUBLE) x * 2;
SELECT twice(score) AS t FROM customers;

-- # two parameters
CREATE TEMPORARY MACRO joined(a STRING, b STRING) concat(a, '-', b);
SELECT joined(name, city) AS j FROM customers;

-- # a macro without parameters
CREATE TEMPORARY MACRO seven() 7;
SELECT seven() AS s, name FROM customers;

-- # a macro with a condition
CREATE TEMPORARY MACRO pick(a STRING, b STRING, c DOUBLE) if(c > 1, a, b);
SELECT pick(name, city, score) AS p FROM customers;

-- # a macro over a macro
CREATE TEMPORARY MACRO plus_one(x DOUBLE) x + 1;
CREATE TEMPORARY MACRO plus_two(x DOUBLE) plus_one(plus_one(x));
SELECT plus_two(score) AS t FROM customers;

-- # a macro over an expression
CREATE TEMPORARY MACRO half(x DOUBLE) x / 2;
SELECT half(amount + quantity) AS h FROM orders;

-- # a macro under an aggregate
CREATE TEMPORARY MACRO tax(x DOUBLE) x * 0.2;
SELECT status, sum(tax(amount)) AS t FROM orders GROUP BY status;

-- # a macro in a filter
CREATE TEMPORARY MACRO good(x STRING) x = 'paid';
SELECT order_id FROM orders WHERE good(status);

-- # a macro made anew
CREATE TEMPORARY MACRO m(a STRING, b STRING) concat(a, b);
CREATE TEMPORARY MACRO m(b STRING, a STRING) if(a IS NULL, b, b);
SELECT m(name, city) AS x FROM customers;

-- # a macro into a table
CREATE TEMPORARY MACRO full_name(a STRING, b STRING) CASE WHEN b IS NULL THEN a ELSE concat(a, b) END;
INSERT INTO TABLE people SELECT customer_id, full_name(name, city), region FROM customers;
