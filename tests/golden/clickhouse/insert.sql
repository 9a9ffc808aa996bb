--- a list of columns with dots                             [catalog: none; influence: complete; feature: INSERT / list of columns]
CREATE TABLE s (id Int32, n Nested(x Int32, y String));
INSERT INTO s (id, n.x, n.y) SELECT 1, [2], ['a']
--> id   generated
--> n.x  generated
--> n.y  generated

--- all columns but some                                    [influence: complete; feature: INSERT / (* EXCEPT (c)) and (COLUMNS(…))]
INSERT INTO u (* EXCEPT (x)) SELECT b, a FROM t
--> a  t.b  DIRECT
--> y  t.a  DIRECT

--- columns by a pattern                                    [influence: complete; feature: INSERT / (* EXCEPT (c)) and (COLUMNS(…))]
INSERT INTO u (COLUMNS('^[ay]')) SELECT b, a FROM t
--> a  t.b  DIRECT
--> y  t.a  DIRECT

--- all columns                                             [influence: complete; feature: INSERT / (* EXCEPT (c)) and (COLUMNS(…))]
INSERT INTO TABLE u (*) SELECT b, a, c FROM t
--> a  t.b  DIRECT
--> x  t.a  DIRECT
--> y  t.c  DIRECT

--- a query in parentheses                                  [influence: complete; feature: INSERT / SELECT]
INSERT INTO u (SELECT b, a, c FROM t)
--> a  t.b  DIRECT
--> x  t.a  DIRECT
--> y  t.c  DIRECT

--- settings before the query                               [influence: complete; feature: INSERT / SELECT]
INSERT INTO u (a, x) SETTINGS async_insert = 1 SELECT b, a FROM t
--> a  t.b  DIRECT
--> x  t.a  DIRECT

--- WITH before and behind                                  [influence: complete; feature: INSERT / SELECT]
WITH q AS (SELECT a, b FROM t) INSERT INTO u (a, x) SELECT a, b FROM q;
INSERT INTO u (a, x) WITH q AS (SELECT a, b FROM t) SELECT b, a FROM q
--@ 0
--> a  t.a  DIRECT
--> x  t.b  DIRECT
--@ 1
--> a  t.b  DIRECT
--> x  t.a  DIRECT

--- VALUES are constants                                    [influence: complete; feature: INSERT / VALUES]
INSERT INTO u (a, x) VALUES (1, 2), (3, 4)
--> a  generated
--> x  generated

--- VALUES without commas between rows                      [influence: complete; feature: INSERT / VALUES]
INSERT INTO u VALUES (1, 2, 3) (4, 5, 6)
--> a  generated
--> x  generated
--> y  generated

--- data behind FORMAT                                      [influence: complete; feature: INSERT / FORMAT with data]
INSERT INTO u (a, x) FORMAT CSV 1,2
--> a  generated
--> x  generated

--- data behind FORMAT in JSON                              [influence: complete; feature: INSERT / FORMAT with data]
INSERT INTO u FORMAT JSONEachRow {"a": 1, "x": 2, "y": 3}
--> a  generated
--> x  generated
--> y  generated

--- a file                                                  [influence: complete; feature: INSERT / FROM INFILE]
INSERT INTO u (a, x) FROM INFILE 'day.csv.gz' COMPRESSION 'gzip' FORMAT CSV
--> a  day.csv.gz.a  DIRECT  INFERRED
--> x  day.csv.gz.x  DIRECT  INFERRED
--! W110  1:13

--- input() brings what is sent                             [influence: complete; feature: INSERT / input()]
INSERT INTO u (a, x) SELECT k, length(v) FROM input('k Int32, v String') FORMAT CSV
--> a  generated
--> x  generated

--- too few columns                                         [influence: complete; feature: INSERT / list of columns]
INSERT INTO u SELECT a, b FROM t
--> a  t.a  DIRECT  INFERRED
--> x  t.b  DIRECT  INFERRED
--! W310  1:13

--- data with quotes and semicolons harm nobody             [influence: complete; feature: INSERT / FORMAT with data]
INSERT INTO u FORMAT CSV
1,"it's",3
2,"x;y",4

INSERT INTO u (a, x) FORMAT JSONEachRow {"a": 1, "x": "don't"};
INSERT INTO u (a, x) SELECT a, b FROM t
--@ 0
--> a  generated
--> x  generated
--> y  generated
--@ 1
--> a  generated
--> x  generated
--@ 2
--> a  t.a  DIRECT
--> x  t.b  DIRECT

--- statements that run at once    [feature: statements / PARALLEL WITH]
CREATE TABLE one (x Int32) ENGINE = Memory PARALLEL WITH CREATE TABLE two (y Int32) ENGINE = Memory;
INSERT INTO one SELECT a FROM t PARALLEL WITH INSERT INTO two SELECT b FROM t
--> y  t.b  DIRECT
