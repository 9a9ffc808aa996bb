--- a variable as a constant                                [catalog: none]
CREATE TABLE s (a INT, b INT);
SELECT a FROM s WHERE b > ${min_b}
--> a     s.a  DIRECT
--> rows  s.b  FILTER
--! W010
--= level INFERRED

--- a variable in a table name                              [catalog: none; influence: complete]
SELECT a FROM ${db}.s
--> a  ${db}.s.a  DIRECT  INFERRED
--! W010
--! W110

--- a variable inside a string is part of the string        [catalog: none]
CREATE TABLE s (a INT, day DATE);
SELECT a FROM s WHERE day = '${day}'
--> a     s.a    DIRECT
--> rows  s.day  FILTER
--= level EXACT

--- a jinja expression as a condition                       [catalog: none]
CREATE TABLE s (a INT, b INT);
SELECT a FROM s WHERE b = {{ wanted }}
--> a     s.a  DIRECT
--> rows  s.b  FILTER
--! W010

--- a jinja block is read as if it always applied           [catalog: none]
CREATE TABLE s (a INT, b INT);
SELECT a {% if wide %}, b {% endif %} FROM s
--> a  s.a  DIRECT
--> b  s.b  DIRECT
--! W011

--- a jinja comment is a comment                            [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
SELECT a {# ; and more #} FROM s
--> a  s.a  DIRECT

--- jinja around the statement leaves the next one alone    [catalog: none; influence: complete]
CREATE TABLE s (a INT, b INT);
SELECT a FROM s WHERE a > {{ low }};
SELECT b FROM s
--@ 1 result
--> a     s.a  DIRECT
--> rows  s.a  FILTER
--! W010
--@ 2 result
--> b  s.b  DIRECT
--= level EXACT
