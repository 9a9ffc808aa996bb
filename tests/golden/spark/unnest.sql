-- explode and its kin.

--- LATERAL VIEW explode of an array
SELECT id, tag FROM events LATERAL VIEW explode(tags) g AS tag
--> id   events.id    DIRECT
--> tag  events.tags  DERIVED_ARRAY

--- LATERAL VIEW OUTER, addressed by the view's alias
SELECT id, g.tag FROM events LATERAL VIEW OUTER explode(tags) g AS tag
--> id   events.id    DIRECT
--> tag  events.tags  DERIVED_ARRAY

--- LATERAL VIEW explode of a map
SELECT k, w FROM events LATERAL VIEW explode(attrs) m AS k, w
--> k  events.attrs  DERIVED_ARRAY
--> w  events.attrs  DERIVED_ARRAY

--- LATERAL VIEW posexplode: the position is generated
SELECT pos, tag FROM events LATERAL VIEW posexplode(tags) g AS pos, tag
--> pos  generated
--> tag  events.tags  DERIVED_ARRAY

--- a field of an exploded struct
SELECT id, l.price FROM events LATERAL VIEW explode(lines) g AS l WHERE l.sku <> ''
--> id     events.id             DIRECT
--> price  events.lines[].price  DERIVED_ARRAY
--> rows   events.lines          JOIN
--> rows   events.lines[].sku    FILTER

--- LATERAL VIEW after LATERAL VIEW
SELECT tag, w FROM events LATERAL VIEW explode(tags) g AS tag LATERAL VIEW explode(attrs) m AS k, w
--> tag  events.tags   DERIVED_ARRAY
--> w    events.attrs  DERIVED_ARRAY

--- inline opens an array of structs to columns
SELECT id, sku, price FROM events LATERAL VIEW inline(lines) l AS sku, price
--> id     events.id             DIRECT
--> sku    events.lines[].sku    DERIVED_ARRAY
--> price  events.lines[].price  DERIVED_ARRAY

--- explode in the select list
SELECT explode(tags) AS tag FROM events
--> tag  events.tags  DERIVED_ARRAY

--- split makes the array
SELECT w FROM customers LATERAL VIEW explode(split(name, ' ')) g AS w
--> w  customers.name  DERIVED_ARRAY

--- explode in the select list without a name is called col
SELECT id, explode(tags) FROM events
--> id   events.id    DIRECT
--> col  events.tags  DERIVED_ARRAY

--- explode as a lateral table function
SELECT id, g.tag FROM events, LATERAL explode(tags) AS g(tag)
--> id   events.id    DIRECT
--> tag  events.tags  DERIVED_ARRAY

--- stack gathers columns: the label is generated
SELECT label, w FROM t LATERAL VIEW stack(2, 'a', a, 'b', b) s AS label, w
--> label  generated
--> w      t.a  DIRECT
--> w      t.b  DIRECT
