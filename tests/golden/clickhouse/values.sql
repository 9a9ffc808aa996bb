-- VALUES in FROM.

--- names and types in the first argument
SELECT k, w FROM VALUES('k UInt32, w Float64', (1, 0.5), (2, 0.7))
--> k  generated
--> w  generated

--- one value a row
SELECT * FROM VALUES(1, 2, 3)
--> c1  generated

--- rows without names
SELECT * FROM VALUES((1, 'a'), (2, 'b'))
--> c1  generated
--> c2  generated

--- rows of one column under a name [catalog: none]
SELECT * FROM values('a UInt8', 1, 2)
--> a  generated

--- words that are no list of columns [catalog: none]
SELECT * FROM values('some words', 'more words')
--> c1  generated
