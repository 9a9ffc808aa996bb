-- slices of text
SELECT name[1] AS f, name[1:2] AS g, name[-1:] AS l FROM customers;
-- cut, pad, repeat
SELECT left(name, 1) AS l, right(name, 1) AS r, lpad(name, 4, region) AS p, repeat(name, age) AS t FROM customers;
-- parts
SELECT split_part(name || '-' || region, '-', 2) AS s, string_split(name || ',' || region, ',')[1] AS t FROM customers;
-- search
SELECT contains(name, region) AS c, starts_with(name, 'a') AS s, name ^@ region AS p, instr(name, region) AS i, position('a' IN name) AS q FROM customers;
-- replace and translate
SELECT replace(name, 'a', region) AS r, translate(name, 'ab', 'xy') AS t, regexp_extract(name, '([a-c])', 1) AS e FROM customers;
-- patterns
SELECT name ILIKE region || '%' AS i, name SIMILAR TO 'a|b' AS s, name GLOB 'a*' AS g, name NOT LIKE '_' AS n, name ~~ 'b%' AS o FROM customers;
-- format and printf
SELECT format('{}-{}', name, age) AS f, printf('%s/%d', region, id) AS p FROM customers;
-- concat_ws skips
SELECT concat_ws('|', name, region, age) AS s FROM customers;
-- hash and encodings
SELECT md5(name) AS m, hash(region) AS h, base64(encode(name)) AS b, hex(region) AS x FROM customers;
-- length and reverse
SELECT length(name) + length(region) AS n, reverse(name) AS r, ascii(name) AS a, chr(97 + age) AS c FROM customers;
-- similarity of two columns
SELECT levenshtein(a.name, b.name) AS d, jaccard(a.name || 'q', b.name || 'q') AS j FROM customers a, staff b WHERE a.id = b.id;
-- a list of characters
SELECT unnest(string_split(name, '')) AS letter, id FROM customers;
-- text joined by groups
SELECT region, string_agg(DISTINCT name, '+' ORDER BY name) AS names FROM customers GROUP BY region;
-- string_agg with another separator per group
SELECT team, listagg(name, ', ' ORDER BY name, salary) AS l FROM staff GROUP BY team;
-- trims
SELECT trim(name) AS t, ltrim(name, 'a') AS l, rtrim(name, region) AS r, trim(BOTH 'x' FROM name) AS b FROM customers;
-- operators in a chain
SELECT upper(name) || lower(region) || age::VARCHAR AS k FROM customers WHERE name || region <> 'ab';
-- text compared and ordered
SELECT name < region AS lt, greatest(name, region) AS g FROM customers ORDER BY lower(name), name LIMIT 4;
-- regexp_split and matches as lists
SELECT regexp_split_to_array(name, 'a') AS s, regexp_extract_all(name, '[a-c]') AS l FROM customers;
-- COLLATE
SELECT name COLLATE NOCASE AS n FROM customers WHERE name = region COLLATE NOCASE;
