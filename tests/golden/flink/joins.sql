-- Joins over time.

--- a lookup join: the key and the time decide                             [catalog: streams; influence: complete; feature: joins / lookup joins]
SELECT o.order_id, u.name FROM orders AS o JOIN users FOR SYSTEM_TIME AS OF o.proc AS u ON o.user_id = u.id
--> order_id  orders.order_id  DIRECT
--> name      users.name       DIRECT
--> rows      orders.proc      JOIN
--> rows      orders.user_id   JOIN
--> rows      users.id         JOIN

--- a left lookup join in a chain                                          [catalog: streams; influence: complete; feature: joins / lookup joins]
SELECT o.order_id, u.name, r.rate
FROM orders AS o
LEFT JOIN users FOR SYSTEM_TIME AS OF o.proc AS u ON o.user_id = u.id AND u.city = 'x'
LEFT JOIN rates FOR SYSTEM_TIME AS OF o.ordered_at AS r ON o.currency = r.currency
--> order_id  orders.order_id    DIRECT
--> name      users.name         DIRECT
--> rate      rates.rate         DIRECT
--> rows      orders.currency    JOIN
--> rows      orders.ordered_at  JOIN
--> rows      orders.proc        JOIN
--> rows      orders.user_id     JOIN
--> rows      rates.currency     JOIN
--> rows      users.city         JOIN
--> rows      users.id           JOIN

--- an event-time temporal join                                            [catalog: streams; influence: complete; feature: joins / event-time temporal joins]
SELECT order_id, amount * r.rate AS eur
FROM orders JOIN rates FOR SYSTEM_TIME AS OF orders.ordered_at AS r ON orders.currency = r.currency
--> order_id  orders.order_id    DIRECT
--> eur       orders.amount      DERIVED
--> eur       rates.rate         DERIVED
--> rows      orders.currency    JOIN
--> rows      orders.ordered_at  JOIN
--> rows      rates.currency     JOIN

--- a temporal table function                                              [catalog: streams; influence: complete; feature: joins / temporal table functions]
CREATE FUNCTION rates_at AS 'org.shop.Rates';
SELECT o.amount * r.rate AS eur FROM orders AS o, LATERAL TABLE(rates_at(o.ordered_at)) AS r (currency, rate)
WHERE r.currency = o.currency
--> eur   orders.amount      DERIVED
--> eur   orders.ordered_at  DERIVED_ARRAY
--> rows  orders.currency    FILTER
--> rows  orders.ordered_at  FILTER
--> rows  orders.ordered_at  JOIN

--- an interval join                                                       [catalog: streams; influence: complete; feature: joins / interval joins]
SELECT o.order_id, s.carrier FROM orders o, shipments s
WHERE o.order_id = s.order_id AND o.ordered_at BETWEEN s.shipped_at - INTERVAL '4' HOUR AND s.shipped_at
--> order_id  orders.order_id       DIRECT
--> carrier   shipments.carrier     DIRECT
--> rows      orders.order_id       FILTER
--> rows      orders.ordered_at     FILTER
--> rows      shipments.order_id    FILTER
--> rows      shipments.shipped_at  FILTER

--- USING and NATURAL                                                      [catalog: streams; influence: complete; feature: joins / USING and NATURAL]
SELECT order_id, carrier, amount FROM orders NATURAL JOIN shipments UNION ALL
SELECT order_id, carrier, amount FROM orders FULL OUTER JOIN shipments USING (order_id)
--> order_id  orders.order_id     DIRECT
--> order_id  shipments.order_id  DIRECT
--> carrier   shipments.carrier   DIRECT
--> amount    orders.amount       DIRECT
--> rows      orders.order_id     JOIN
--> rows      shipments.order_id  JOIN

--- semi and anti joins                                                    [catalog: streams; influence: complete; feature: joins / IN and EXISTS]
SELECT order_id FROM orders
WHERE user_id IN (SELECT id FROM users WHERE city = 'x') AND NOT EXISTS (SELECT 1 FROM shipments s WHERE s.order_id = orders.order_id)
--> order_id  orders.order_id     DIRECT
--> rows      orders.order_id     FILTER
--> rows      orders.user_id      FILTER
--> rows      shipments.order_id  FILTER
--> rows      users.city          FILTER
--> rows      users.id            FILTER

--- a lateral query                                                        [catalog: streams; influence: complete; feature: joins / LATERAL queries]
SELECT u.name, t.amount FROM users AS u, LATERAL (SELECT amount FROM orders WHERE user_id = u.id ORDER BY amount DESC LIMIT 3) AS t
--> name    users.name      DIRECT
--> amount  orders.amount   DIRECT
--> rows    orders.amount   SORT
--> rows    orders.user_id  FILTER
--> rows    users.id        FILTER
