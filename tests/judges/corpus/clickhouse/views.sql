-- a view is a dataset
SELECT order_id, twice FROM dwh.big_orders;
-- a view joined
SELECT u.name, b.twice + 1 AS t FROM dwh.big_orders AS b JOIN dim.users AS u USING (user_id);
-- a view with parameters
SELECT order_id, amount * 2 AS a FROM dwh.orders_of(uid = 7);
-- a star over a view
SELECT * FROM dwh.big_orders;
-- an aggregate over a view
SELECT user_id, sum(twice) AS s FROM dwh.big_orders GROUP BY user_id;
