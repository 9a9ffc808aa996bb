-- Page views: kept raw in the lake and counted by the minute, both in one job.
EXECUTE STATEMENT SET
BEGIN
INSERT INTO hive_prod.ods.page_views
SELECT
    visitor_id,
    customer_id,
    url,
    referrer,
    utm['source'],
    utm['campaign'],
    viewed_at,
    DATE_FORMAT(viewed_at, 'yyyy-MM-dd')
FROM kafka.page_views;
INSERT INTO kafka.traffic_per_minute
SELECT window_start, utm['source'], COUNT(*), COUNT(DISTINCT visitor_id)
FROM TABLE(TUMBLE(TABLE kafka.page_views, DESCRIPTOR(viewed_at), INTERVAL '1' MINUTE))
GROUP BY window_start, window_end, utm['source'];
END;

-- the same minute in the older grouped form, for the screens in the office
CREATE TEMPORARY VIEW busy_pages AS
SELECT
    TUMBLE_START(viewed_at, INTERVAL '1' MINUTE) AS minute_start,
    url,
    COUNT(*) AS hits
FROM kafka.page_views
GROUP BY TUMBLE(viewed_at, INTERVAL '1' MINUTE), url
HAVING COUNT(*) > 100;
