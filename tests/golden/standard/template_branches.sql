-- A template with branches is read once for every branch: `sql/template_branches.py`.

--- whole statements in branches are statements of their own       [catalog: none]
{% if is_init() %}
SELECT a, b FROM first_load
{% else %}
SELECT a, b FROM daily WHERE day = '{{ ds }}'
{% endif %}
--@ 0 result
--> a  first_load.a  DIRECT  INFERRED
--> b  first_load.b  DIRECT  INFERRED
--! W012  1:1
--! W110  2:18
--@ 1 result
--> a  daily.a  DIRECT  INFERRED
--> b  daily.b  DIRECT  INFERRED
--! W012  3:1
--! W110  4:18

--- a branch in the select list and one in WHERE hang on the same condition       [catalog: none]
INSERT INTO seen (id, at)
SELECT id, {% if is_init() -%} first_seen {%- else -%} last_seen {%- endif %} AS at
FROM events
{% if not is_init() %} WHERE day > 7 {% endif %}
--@ 0 seen
--> id  events.id          DIRECT  INFERRED
--> at  events.first_seen  DIRECT  INFERRED
--! W012  2:12
--! W110  3:6
--! W110  1:13
--@ 1 seen
--> id  events.id         DIRECT  INFERRED
--> at  events.last_seen  DIRECT  INFERRED
--! W012  2:43
--! W110  3:6
--! W110  1:13

--- elif: three texts, and the statement beside them is there once       [catalog: none]
SELECT a FROM {% if env == 'prod' %} live {% elif env == 'stage' %} stage {% else %} dev {% endif %};
SELECT k FROM same
--@ 0 result
--> a  live.a  DIRECT  INFERRED
--! W012  1:15
--! W110  1:38
--@ 1 result
--> a  stage.a  DIRECT  INFERRED
--! W012  1:43
--! W110  1:69
--@ 2 result
--> a  dev.a  DIRECT  INFERRED
--! W012  1:75
--! W110  1:86
--@ 3 result
--> k  same.k  DIRECT  INFERRED
--! W110  2:15

--- nested branches: the inner one is read where the outer one holds       [catalog: none]
SELECT {% if wide %} {% if long %} a {% else %} b {% endif %} {% else %} c {% endif %} AS x FROM t
--@ 0 result
--> x  t.a  DIRECT  INFERRED
--! W012  1:8
--! W110  1:98
--@ 1 result
--> x  t.c  DIRECT  INFERRED
--! W012  1:63
--! W110  1:98
--@ 2 result
--> x  t.b  DIRECT  INFERRED
--! W012  1:8
--! W110  1:98

--- a CTE in a branch       [catalog: none]
WITH {% if full %} base AS (SELECT id, v FROM every_day) {% else %} base AS (SELECT id, v FROM last_day) {% endif %}
SELECT id, sum(v) AS v FROM base GROUP BY id
--@ 0 result
--> id  every_day.id  DIRECT  INFERRED
--> v   every_day.v   AGG  INFERRED
--! W012  1:6
--! W110  1:47
--@ 1 result
--> id  last_day.id  DIRECT  INFERRED
--> v   last_day.v   AGG  INFERRED
--! W012  1:58
--! W110  1:96

--- a loop is read once: loop.last holds       [catalog: none]
SELECT {% for c in columns %} sum({{ c }}) AS total_{{ c }}{% if not loop.last %},{% endif %} {% endfor %} FROM t
--> "total_{{ c }}"  generated
--! W011  1:8
--! W010  1:35
--! W110  1:113

--- a loop over tables, with a comma or UNION ALL between the rounds       [catalog: none]
{% for day in days -%}
SELECT a {{ "," if not loop.last }} FROM t_{{ day }} {% if not loop.last %} UNION ALL {% endif %}
{%- endfor %}
--> a  "t_{{ day }}.a"  DIRECT  INFERRED
--! W011  1:1
--! W010  2:10
--! W010  2:44
--! W110  2:42

--- definitions of macros and values are no SQL that runs here       [catalog: none]
{% macro cents(column) %} {% if column %} ({{ column }} / 100) {% else %} 0 {% endif %} {% endmacro %}
{% set query %} SELECT max(day) FROM nowhere {% endset %}
{% set names = ["a", "b"] %}
{{ config(materialized="table", partition_by={"field": "day", "range": {"start": 0}}) }}
SELECT a FROM t
--> a  t.a  DIRECT  INFERRED
--! W110  5:15

--- what a call of statement runs is a statement       [catalog: none]
{% call statement('days', fetch_result=True) %} SELECT max(day) AS day FROM calendar {% endcall %}
SELECT a FROM t
--@ 0 result
--> day  calendar.day  AGG  INFERRED
--! W110  1:77
--@ 1 result
--> a  t.a  DIRECT  INFERRED
--! W110  2:15

--- tags that do not fit together are blanked out, as if all of it applied       [catalog: none]
SELECT a FROM t {% if full %} WHERE b > 0
--> a     t.a  DIRECT  INFERRED
--> rows  t.b  FILTER  INFERRED
--! W011  1:17
--! W110  1:15

--- a pattern with a brace and a percent sign is no template       [catalog: none]
SELECT a FROM t WHERE j LIKE '{%' AND k LIKE '%}'
--> a     t.a  DIRECT  INFERRED
--> rows  t.j  FILTER  INFERRED
--> rows  t.k  FILTER  INFERRED
--! W110  1:15
