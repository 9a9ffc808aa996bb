--- a partition is a part of its table                    [catalog: none; feature: tables / partition decorators]
CREATE TABLE d.t (a INT64);
SELECT a FROM `d.t$20240501`
--> a  d.t.a  DIRECT

--- a shard belongs to the wildcard table of the catalog   [catalog: none; feature: tables / shards of a wildcard table]
CREATE TABLE `logs.events_*` (kind STRING);
SELECT kind FROM logs.events_20240101
--> kind  logs.events_*.kind  DIRECT

--- a shard is written as the table that it belongs to     [catalog: none]
CREATE TABLE `logs.events_*` (kind STRING, n INT64);
INSERT INTO logs.events_20240102 (kind) SELECT upper(kind) FROM logs.events_20240101
--> kind  logs.events_*.kind  DERIVED
