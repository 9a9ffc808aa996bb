--- DEFAULT, MATERIALIZED and ALIAS are edges inside the table [catalog: none; influence: complete; feature: columns / DEFAULT · MATERIALIZED · ALIAS]
CREATE TABLE s
(
    a Int32,
    b String DEFAULT toString(a) CODEC(ZSTD(1)) TTL day + INTERVAL 1 DAY COMMENT 'what it is',
    c Int32 MATERIALIZED a + 1,
    d Int32 ALIAS c * 2,
    e DateTime DEFAULT now(),
    day Date,
    INDEX i a TYPE minmax GRANULARITY 1,
    PROJECTION p (SELECT day, sum(a) GROUP BY day),
    CONSTRAINT positive CHECK a > 0,
    CONSTRAINT small ASSUME a < 9
)
ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (a, day) SAMPLE BY a TTL day + INTERVAL 1 MONTH TO DISK 'slow', day + INTERVAL 1 YEAR DELETE WHERE a = 0 SETTINGS index_granularity = 8192 COMMENT 'all of it'
--> b  s.a  DERIVED
--> c  s.a  DERIVED
--> d  s.a  DERIVED
--> expr b  "toString(a)"
--> expr c  "a + 1"

--- a star leaves computed columns out, their names are read through [catalog: none; influence: complete; feature: columns / what a star and an INSERT leave out]
CREATE TABLE s (a Int32, b Int32 MATERIALIZED a + 1, c Int32 ALIAS b * 2, d Int32 DEFAULT a, e Int32 EPHEMERAL);
SELECT * FROM s;
SELECT b, c, d FROM s
--@ 1
--> a  s.a  DIRECT
--> d  s.d  DIRECT
--@ 2
--> b  s.a  DERIVED
--> c  s.a  DERIVED
--> d  s.d  DIRECT

--- INSERT without a list writes what a star gives          [catalog: none; influence: complete; feature: columns / what a star and an INSERT leave out]
CREATE TABLE s (a Int32, b Int32 MATERIALIZED a + 1, d Int32 DEFAULT a, e Int32 EPHEMERAL);
CREATE TABLE r (x Int32, y Int32);
INSERT INTO s SELECT x, y FROM r
--> a  r.x  DIRECT
--> d  r.y  DIRECT

--- a column that is not written is filled by its default   [catalog: none; influence: complete; feature: columns / defaults fill what is not written]
CREATE TABLE s (a Int32, d Int32 DEFAULT a * 2, f Int32 DEFAULT d + g, g Int32, h DateTime DEFAULT now());
CREATE TABLE r (x Int32, y Int32);
INSERT INTO s (a, g) SELECT x, y FROM r
--> a  r.x  DIRECT
--> d  r.x  DERIVED
--> f  r.x  DERIVED
--> f  r.y  DERIVED
--> g  r.y  DIRECT

--- a column that is written is not                         [catalog: none; influence: complete; feature: columns / defaults fill what is not written]
CREATE TABLE s (a Int32, d Int32 DEFAULT a * 2);
CREATE TABLE r (x Int32, y Int32);
INSERT INTO s (a, d) SELECT x, y FROM r
--> a  r.x  DIRECT
--> d  r.y  DIRECT

--- EPHEMERAL columns feed defaults and are stored nowhere  [catalog: none; influence: complete; feature: columns / EPHEMERAL]
CREATE TABLE s (id UInt64, hex String EPHEMERAL, raw String DEFAULT unhex(hex));
CREATE TABLE r (id UInt64, h String);
INSERT INTO s (id, hex) SELECT id, h FROM r
--> id   r.id  DIRECT
--> raw  r.h   DERIVED

--- CREATE TABLE AS copies defaults with the columns        [catalog: none; influence: complete; feature: CREATE TABLE / AS another table]
CREATE TABLE s (a Int32, b Int32 MATERIALIZED a + 1, d Int32 DEFAULT a);
CREATE TABLE r AS s ENGINE = Memory;
SELECT b FROM r;
INSERT INTO r (a) SELECT a + 5 FROM s
--@ 2
--> b  r.a  DERIVED
--@ 3
--> a  s.a  DERIVED
--> d  s.a  DERIVED

--- CLONE AS has the rows too                               [catalog: none; influence: complete; feature: CREATE TABLE / CLONE AS]
CREATE TABLE s (a Int32, b Int32 ALIAS a + 1);
CREATE TABLE r CLONE AS s
--> a  s.a  DIRECT

--- CREATE TABLE with columns and a query: by position      [influence: complete; feature: CREATE TABLE / columns and AS SELECT]
CREATE TABLE r (x Int32, y Int64) ENGINE = MergeTree ORDER BY x AS SELECT b, a FROM t
--> x  t.b  DIRECT
--> y  t.a  DIRECT

--- EMPTY AS: the columns alone                             [influence: complete; feature: CREATE TABLE / EMPTY AS]
CREATE TABLE r ENGINE = Memory EMPTY AS SELECT a, b FROM t;
SELECT * FROM r
--@ 0
--@ 1
--> a  r.a  DIRECT
--> b  r.b  DIRECT

--- a view with names: they are aliases in its query        [influence: complete; feature: views / with a list of columns]
CREATE VIEW v2 (b, x) AS SELECT a, b FROM t
--> b  t.a  DIRECT
--> x  t.a  DIRECT

--- a view with typed columns: by name                      [influence: complete; feature: views / with a list of columns]
CREATE VIEW v2 (b Int32, a Int32) AS SELECT a, b FROM t
--> b  t.b  DIRECT
--> a  t.a  DIRECT

--- a view with parameters                                  [influence: complete; feature: views / with parameters]
CREATE VIEW pv AS SELECT a, b FROM t WHERE c = {lowest:Int32};
SELECT a + 1 AS x FROM pv(lowest = 3);
SELECT b FROM default.pv(lowest = 3) WHERE a > 0
--@ 0
--> a     t.a  DIRECT
--> b     t.b  DIRECT
--> rows  t.c  FILTER
--@ 1
--> x  pv.a  DERIVED
--@ 2
--> b     pv.b  DIRECT
--> rows  pv.a  FILTER
