-- Rows, arrays and maps in Flink.

--- fields of a stored row
SELECT payload.kind AS k, payload.buyer.id AS i FROM events
--> k  events.payload.kind      DIRECT
--> i  events.payload.buyer.id  DIRECT

--- subscripts of an array and a map
SELECT tags[1] AS g, attrs['color'] AS k FROM events
--> g  events.tags   DERIVED
--> k  events.attrs  DERIVED

--- ROW derives as a whole
SELECT ROW(a, b) AS s FROM t
--> s  t.a  DERIVED
--> s  t.b  DERIVED

--- UNNEST of an array
SELECT id, tag FROM events CROSS JOIN UNNEST(tags) AS g (tag)
--> id   events.id    DIRECT
--> tag  events.tags  DERIVED_ARRAY

--- UNNEST of an array of rows births a column per field
SELECT id, sku, price FROM events CROSS JOIN UNNEST(lines) AS l (sku, price)
--> id     events.id             DIRECT
--> sku    events.lines[].sku    DERIVED_ARRAY
--> price  events.lines[].price  DERIVED_ARRAY

--- UNNEST of a map births key and value
SELECT k, w FROM events CROSS JOIN UNNEST(attrs) AS m (k, w)
--> k  events.attrs  DERIVED_ARRAY
--> w  events.attrs  DERIVED_ARRAY
