-- a method of a column
SELECT status.upper() AS u FROM orders;
-- methods one behind the other
SELECT status.upper().lower().trim() AS u FROM orders;
-- a method with an argument that is a column
SELECT id.add(qty) AS s FROM orders;
-- a method of a qualified column
SELECT o.id.add(o.qty) AS s FROM orders o;
-- a method of an expression
SELECT (amount + qty).abs().round(2) AS r FROM orders;
-- a method of a list
SELECT [id, qty].list_sum() AS l FROM orders;
-- a method of a lambda's parameter
SELECT list_transform(scores, lambda x: x.add(seq)) AS l FROM events;
-- a function with its schema
SELECT main.abs(id) AS a FROM orders;
-- a method of an alias
SELECT id + qty AS total, total.abs() AS a FROM orders;
