-- UPDATE and DELETE.

-- # an update of one column
UPDATE users SET name = UPPER(name) WHERE user_id = 1;

-- # an update of several columns
UPDATE products SET price = price * 2, title = CONCAT(title, category) WHERE cost > 10;

-- # an update by a constant
UPDATE users SET city = 'Rome';

-- # an update by a subquery
UPDATE users SET score = (SELECT MAX(amount) FROM orders) WHERE vip;

-- # a delete
DELETE FROM users WHERE user_id IN (SELECT user_id FROM orders);
