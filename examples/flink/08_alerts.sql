-- What somebody should look at now: payments that rise in a row, customers who spend far above their habit, refunds.
INSERT INTO kafka.alerts
SELECT 'rising payments', t.order_id, CAST(NULL AS BIGINT), t.last_amount, t.last_paid_at
FROM kafka.payments
MATCH_RECOGNIZE (
    PARTITION BY card_last4
    ORDER BY proc_time
    MEASURES
        LAST(up.order_id) AS order_id,
        LAST(up.amount) AS last_amount,
        LAST(up.paid_at) AS last_paid_at
    ONE ROW PER MATCH
    AFTER MATCH SKIP PAST LAST ROW
    PATTERN (small up{3,})
    DEFINE
        small AS small.amount < 5,
        up AS up.amount > 2 * LAST(up.amount, 1) OR LAST(up.amount, 1) IS NULL
) AS t;

INSERT INTO kafka.alerts (kind, order_id, customer_id, amount, raised_at)
WITH spending AS (
    SELECT
        order_id,
        customer_id,
        amount_eur,
        ordered_at,
        AVG(amount_eur) OVER (
            PARTITION BY customer_id ORDER BY proc_time ROWS BETWEEN 20 PRECEDING AND CURRENT ROW
        ) AS habit
    FROM (
        SELECT o.order_id, o.customer_id, p.amount AS amount_eur, o.ordered_at, p.proc_time
        FROM kafka.orders AS o
        JOIN kafka.payments AS p ON p.order_id = o.order_id
    )
)
SELECT 'unusual amount', order_id, customer_id, CAST(amount_eur AS DECIMAL(18, 2)), ordered_at
FROM spending
WHERE amount_eur > 10 * habit;

INSERT INTO kafka.alerts
SELECT
    'refund by hand',
    CAST(JSON_VALUE(payload, '$.order.id') AS BIGINT),
    CAST(JSON_VALUE(payload, '$.customer.id') AS BIGINT),
    CAST(JSON_VALUE(payload, '$.amount') AS DECIMAL(18, 2)),
    CAST(written_at AS TIMESTAMP(3))
FROM kafka.audit
WHERE JSON_VALUE(payload, '$.action') = 'refund';
