-- Templates that were not filled in.

--- a variable as a constant
SELECT a FROM t WHERE b > ${limit}
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--! W010  1:27

--- a variable as a database                               [catalog: none]
SELECT a FROM ${db}.orders
--> a  ${db}.orders.a  DIRECT  INFERRED
--! W010   1:15
--! W110  1:15

--- a jinja expression as a constant
SELECT a FROM t WHERE b = {{ day }}
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--! W010  1:27

--- a ref is read as the table that it names (the contract is silent)
SELECT amount FROM {{ ref('orders') }}
--> amount  orders.amount  DIRECT
--! W010  1:20

--- a variable in the select list
SELECT a, ${expr} AS k FROM t
--> a  t.a  DIRECT
--> k  generated
--! W010  1:11

--- a block is left out, its text is read
SELECT a FROM t {% if full %} WHERE b > 0 {% endif %}
--> a     t.a  DIRECT
--> rows  t.b  FILTER
--! W011
