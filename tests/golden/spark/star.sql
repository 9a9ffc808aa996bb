-- Spark's star: EXCEPT; a star over a struct.

--- EXCEPT leaves columns out
SELECT * EXCEPT (b, c) FROM t
--> a  t.a  DIRECT
--> d  t.d  DIRECT

--- a star over a struct opens its fields
SELECT payload.* FROM events
--> buyer  events.payload.buyer  DIRECT
--> kind   events.payload.kind   DIRECT

--- a star inside a function opens to its arguments
SELECT struct(*) AS s FROM u
--> s  u.a  DERIVED
--> s  u.x  DERIVED
--> s  u.y  DERIVED
