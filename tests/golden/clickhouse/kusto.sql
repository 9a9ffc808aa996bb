-- Kusto queries, as ClickHouse takes them under SET dialect = 'kusto'.

--- print                                                   [catalog: none; feature: other languages / Kusto]
print x = strcat('a', "b"), datetime(2024-01-31 10:00:00), 7d
--> x                        generated
--> "'2024-01-31 10:00:00'"  generated
--> '7d'                     generated

--- steps behind pipes                                      [catalog: none; feature: other languages / Kusto]
CREATE TABLE orders (id UInt64, price Float64, name String, day Date) ENGINE = Memory;
orders | where name contains 'x' and day between (datetime(2024-01-01) .. datetime(2024-02-01)) | extend cents = price * 100, price = price + 1 | project id, cents, total = price | order by id | take 2
--> id     orders.id     DIRECT
--> cents  orders.price  DERIVED
--> total  orders.price  DERIVED
--> rows   orders.day    FILTER
--> rows   orders.id     SORT
--> rows   orders.name   FILTER

--- summarize                                               [catalog: none; feature: other languages / Kusto]
CREATE TABLE orders (id UInt64, price Float64, name String, day Date) ENGINE = Memory;
orders | summarize total = sum(price), n = count() by name, d = day | where total > 1
--> name   orders.name   DIRECT
--> d      orders.day    DIRECT
--> total  orders.price  AGG
--> n      generated
--> rows   orders.day    GROUP_BY
--> rows   orders.name   GROUP_BY
--> rows   orders.price  FILTER

--- distinct and count                                      [catalog: none; feature: other languages / Kusto]
CREATE TABLE orders (id UInt64, price Float64, name String) ENGINE = Memory;
orders | distinct name, price | count
--> Count  generated
--> rows   orders.name   GROUP_BY
--> rows   orders.price  GROUP_BY

--- a step that is not known                                [catalog: none; feature: other languages / Kusto]
orders | mv-expand name
--! E005  1:10
