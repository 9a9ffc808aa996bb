-- Process table functions, models, vector search.

-- # a process table function by key
SELECT user_id, session_no, duration FROM sessionize(TABLE orders PARTITION BY user_id, 5);

-- # a process table function with named arguments
SELECT order_id, session_no FROM sessionize(input => TABLE payments PARTITION BY order_id, threshold => 10);

-- # a process table function by two keys
SELECT symbol, tax, duration FROM sessionize(TABLE ticks PARTITION BY (symbol, tax), 5);

-- # a process table function over a subquery
SELECT u, duration
FROM sessionize((SELECT user_id AS u, url FROM clicks WHERE url IS NOT NULL) PARTITION BY u, 30);

-- # a process table function over a CTE
WITH few AS (SELECT user_id, amount FROM orders)
SELECT session_no FROM sessionize(TABLE few PARTITION BY user_id, 30);

-- # a process table function row by row
SELECT label FROM enrich(TABLE rates, 1);

-- # a process table function with a time column
SELECT symbol, duration, rowtime
FROM sessionize(input => TABLE ticks PARTITION BY symbol, threshold => 1, on_time => DESCRIPTOR(trade_time));

-- # a model
SELECT doc_id, label, confidence FROM ML_PREDICT(TABLE documents, MODEL sentiment, DESCRIPTOR(body));

-- # a model with named arguments
SELECT doc_id, label
FROM ML_PREDICT(INPUT => TABLE documents, MODEL => MODEL sentiment, ARGS => DESCRIPTOR(body), CONFIG => MAP['async', 'true']);

-- # every column of a model's output
SELECT * FROM ML_PREDICT(TABLE documents, MODEL sentiment, DESCRIPTOR(lang));

-- # a model over a subquery, aggregated
SELECT label, COUNT(*) AS n, AVG(confidence) AS c
FROM ML_PREDICT((SELECT doc_id, CONCAT(lang, body) AS txt FROM documents), MODEL sentiment, DESCRIPTOR(txt))
GROUP BY label;

-- # a model made in the script
CREATE MODEL embedder INPUT (txt STRING) OUTPUT (vec ARRAY<FLOAT>) WITH ('provider' = 'openai', 'task' = 'embedding');
SELECT user_id, vec FROM ML_PREDICT(TABLE clicks, MODEL embedder, DESCRIPTOR(url));

-- # vector search
SELECT q.doc_id AS asked, r.doc_id AS found, r.body, r.score
FROM documents AS q, LATERAL TABLE(VECTOR_SEARCH(TABLE documents, DESCRIPTOR(embedding), q.embedding, 10)) AS r;

-- # vector search with what a model made
CREATE MODEL embedder INPUT (txt STRING) OUTPUT (vec ARRAY<FLOAT>) WITH ('provider' = 'openai', 'task' = 'embedding');
CREATE VIEW embedded AS SELECT user_id, url, vec FROM ML_PREDICT(TABLE clicks, MODEL embedder, DESCRIPTOR(url));
SELECT e.user_id, d.doc_id, d.score
FROM embedded AS e, LATERAL TABLE(VECTOR_SEARCH(TABLE documents, DESCRIPTOR(embedding), e.vec, 3)) AS d;
