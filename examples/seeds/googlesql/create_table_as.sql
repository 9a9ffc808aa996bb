CREATE TABLE wikipedia (title STRING, comment STRING);

CREATE TABLE target AS
SELECT
    UPPER(CONCAT(title, comment)) AS full_text
FROM wikipedia;
