-- Statements as people run them, in the manner of public warehouses.

--- a window joined with rates as of the time of processing       [catalog: none]
CREATE TABLE orders (id BIGINT, price DECIMAL(10,2), cur STRING, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector'='kafka','topic'='orders');
CREATE TABLE rates (cur STRING, rate DECIMAL(10,4), PRIMARY KEY (cur) NOT ENFORCED) WITH ('connector'='jdbc','url'='jdbc:mysql://h/db','table-name'='rates');
CREATE TABLE sink (w TIMESTAMP(3), cur STRING, total DECIMAL(20,2)) WITH ('connector'='print');
INSERT INTO sink SELECT window_start, o.cur, SUM(o.price * r.rate) FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' HOUR)) o JOIN rates FOR SYSTEM_TIME AS OF o.pt AS r ON o.cur = r.cur GROUP BY window_start, window_end, o.cur
--> w      orders.ts     DERIVED
--> cur    orders.cur    DIRECT
--> total  orders.price  AGG
--> total  rates.rate    AGG
--> rows   orders.cur    GROUP_BY
--> rows   orders.cur    JOIN
--> rows   orders.pt     JOIN
--> rows   orders.ts     GROUP_BY
--> rows   rates.cur     JOIN
