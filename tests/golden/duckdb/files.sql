-- Files as tables: readers, bare names, patterns. Columns are known where the call lists them.

--- read_csv with columns is known                       [feature: files / read_csv with columns]
SELECT * FROM read_csv('in/a.csv', columns = {'id': 'INTEGER', 'name': 'VARCHAR'})
--> id    in/a.csv.id    DIRECT
--> name  in/a.csv.name  DIRECT

--- a field of a column that read_json lists              [feature: files / read_json with columns]
SELECT s.a AS x, id + 1 AS y FROM read_json('in/a.json', columns := {id: 'INTEGER', s: 'STRUCT(a INT, b VARCHAR)'})
--> x  in/a.json.s.a  DIRECT
--> y  in/a.json.id   DERIVED

--- the schema of read_parquet                            [feature: files / read_parquet with schema]
SELECT * FROM read_parquet('a.parquet', schema = MAP {0: {name: 'id', type: 'INTEGER', default_value: NULL}})
--> id  a.parquet.id  DIRECT

--- filename and the folders of a file are columns        [feature: files / filename, hive partitions]
SELECT * FROM read_csv('d/year=2024/*.csv', columns = {'id': 'INT'}, filename = true, file_row_number = true)
--> id               d/year=2024/*.csv.id               DIRECT
--> file_row_number  d/year=2024/*.csv.file_row_number  DIRECT
--> filename         d/year=2024/*.csv.filename         DIRECT
--> year             d/year=2024/*.csv.year             DIRECT

--- a name for the file's name
SELECT fn, id FROM read_csv('d/*.csv', columns = {'id': 'INT'}, filename = 'fn', hive_partitioning = false)
--> fn  d/*.csv.fn  DIRECT
--> id  d/*.csv.id  DIRECT

--- the file's name is there though no star shows it
SELECT filename, * FROM read_csv('a.csv', columns = {'id': 'INT'})
--> filename  a.csv.filename  DIRECT
--> id        a.csv.id        DIRECT

--- a pattern among the folders may bring columns that nobody listed
SELECT * FROM read_csv('d/*/a.csv', columns = {'id': 'INT'})
--> *  d/*/a.csv.*  DIRECT  INFERRED
--! W110  1:15

--- each file of a list is a dataset                      [feature: files / a list of files]
SELECT id FROM read_csv(['a.csv', 'b.csv'], columns = {'id': 'INT', 'k': 'INT'}, union_by_name = true) WHERE k > 0
--> id    a.csv.id  DIRECT
--> id    b.csv.id  DIRECT
--> rows  a.csv.k   FILTER
--> rows  b.csv.k   FILTER

--- a list of files whose columns nobody listed
SELECT id, * FROM read_parquet(['a.parquet', 'b.parquet'], union_by_name => true)
--> id  a.parquet.id  DIRECT  INFERRED
--> id  b.parquet.id  DIRECT  INFERRED
--> *   a.parquet.*   DIRECT  INFERRED
--> *   b.parquet.*   DIRECT  INFERRED
--! W110  1:19

--- a file answers to the reader's name
SELECT read_csv.id FROM read_csv('a.csv', columns = {'id': 'INT'})
--> id  a.csv.id  DIRECT

--- options are no columns
SELECT id FROM read_csv('a.csv', header = true, delim = '|', auto_detect = false)
--> id  a.csv.id  DIRECT  INFERRED
--! W110  1:16

--- a bare file name                                      [feature: files / bare names and patterns]
SELECT b.x FROM 'data/b.csv' WHERE y > 0
--> x     data/b.csv.x  DIRECT  INFERRED
--> rows  data/b.csv.y  FILTER  INFERRED
--! W110  1:17

--- a pattern, with an alias and names
SELECT p.k FROM 'data/*.parquet' AS p(k, l)
--> k  data/*.parquet.k  DIRECT  INFERRED
--! W110  1:17

--- an address says nothing of who asks
SELECT x FROM read_parquet('https://user:secret@host/a.parquet?token=abc')
--> x  https://host/a.parquet.x  DIRECT  INFERRED
--! W110  1:15

--- read_text                                             [feature: files / read_text, read_blob]
SELECT filename, length(content) AS n FROM read_text('notes/*.txt')
--> filename  notes/*.txt.filename  DIRECT
--> n         notes/*.txt.content   DERIVED

--- read_blob has the same columns
SELECT * FROM read_blob(['a.bin', 'b.bin'])
--> filename       a.bin.filename       DIRECT
--> filename       b.bin.filename       DIRECT
--> content        a.bin.content        DIRECT
--> content        b.bin.content        DIRECT
--> size           a.bin.size           DIRECT
--> size           b.bin.size           DIRECT
--> last_modified  a.bin.last_modified  DIRECT
--> last_modified  b.bin.last_modified  DIRECT

--- glob                                                  [feature: files / glob]
SELECT file FROM glob('data/*')
--> file  glob('data/*').file  DIRECT

--- what a file says of itself                            [feature: files / parquet_metadata, parquet_schema]
SELECT name, type FROM parquet_schema('a.parquet')
--> name  parquet_schema('a.parquet').name  DIRECT
--> type  parquet_schema('a.parquet').type  DIRECT

--- a table from a file has its columns afterwards
CREATE TABLE n AS SELECT * FROM read_csv('a.csv', columns = {'id': 'INTEGER'}); SELECT id FROM n
--> id  n.id  DIRECT

--- a file joined to a table
SELECT t.a, f.id FROM t JOIN read_csv('a.csv', columns = {'id': 'INT', 'a': 'INT'}) AS f USING (a)
--> a     t.a       DIRECT
--> id    a.csv.id  DIRECT
--> rows  a.csv.a   JOIN
--> rows  t.a       JOIN

--- a listed part of a table is copied                    [feature: COPY / TO, of listed columns]
COPY t (b, a) TO 'out.csv' (FORMAT csv, HEADER)
--> b  t.b  DIRECT
--> a  t.a  DIRECT

--- a query is copied into folders                        [feature: COPY / TO, PARTITION_BY]
COPY (SELECT a, b + c AS s FROM t WHERE d > 0) TO 'out' (FORMAT parquet, PARTITION_BY (a), OVERWRITE_OR_IGNORE)
--> a     t.a  DIRECT
--> s     t.b  DERIVED
--> s     t.c  DERIVED
--> rows  t.d  FILTER

--- a listed part of a table is filled                    [feature: COPY / FROM, of listed columns]
COPY t (b, a) FROM 'in.csv' (HEADER, DELIMITER '|')
--> b  in.csv.b  DIRECT  INFERRED
--> a  in.csv.a  DIRECT  INFERRED
--! W110  1:6
