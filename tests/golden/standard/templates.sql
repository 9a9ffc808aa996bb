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

--- a template in a part of a name is a name: it is read, as it is written       [catalog: none]
SELECT a_{{ c }}, t.b_${d}, {{ e }} AS e FROM t WHERE z_{{ c }} > {{ low }}
--> "a_{{ c }}"  "t.a_{{ c }}"  DIRECT  INFERRED
--> b_${d}       t.b_${d}       DIRECT  INFERRED
--> e            generated
--> rows         "t.z_{{ c }}"  FILTER  INFERRED
--! W010  1:10
--! W010  1:23
--! W010  1:29
--! W010  1:67
--! W110  1:47

--- templates of the same length are not the same name       [catalog: none]
WITH {{ one }} AS (SELECT a FROM t), {{ two }} AS (SELECT b FROM u)
SELECT x.a, y.b FROM {{ one }} x JOIN {{ two }} y ON x.a = y.b
--> a     t.a  DIRECT  INFERRED
--> b     u.b  DIRECT  INFERRED
--> rows  t.a  JOIN  INFERRED
--> rows  u.b  JOIN  INFERRED
--! W010  1:6
--! W010  1:38
--! W110  1:34
--! W110  1:66

--- a table with templates in its name is created and read       [catalog: none]
CREATE TABLE {{ schema }}.orders_{{ ds }} AS SELECT id, day FROM {{ db }}.raw_orders;
SELECT id FROM {{ schema }}.orders_{{ ds }}
--> id  "{{ schema }}.orders_{{ ds }}.id"  DIRECT
--! W010  2:16
--! W010  2:36
