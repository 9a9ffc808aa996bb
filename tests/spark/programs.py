"""DataFrame programs and the SQL that says the same: their lineage must be the same too.

A program is a function of the session that gives a DataFrame; the SQL stands beside it. Tables are those of `SCHEMA`.
One file because it is a list: each program beside its SQL. To add a pair: a function under `@same(sql)`; its name is
the test's name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

SCHEMA: dict[str, dict[str, str]] = {
    "orders": {
        "id": "bigint",
        "customer": "bigint",
        "amount": "double",
        "status": "string",
        "day": "date",
        "ts": "timestamp",
        "items": "array<struct<sku:string,price:double,qty:int>>",
        "tags": "map<string,string>",
        "payload": "struct<user:struct<id:bigint,name:string>,ip:string>",
        "codes": "array<int>",
    },
    "customers": {"id": "bigint", "name": "string", "region": "string", "vip": "boolean"},
    "rates": {"region": "string", "rate": "double", "q1": "int", "q2": "int"},
}


VIEW = {"big_customers": {"id": "bigint", "name": "string", "region": "string"}}
"""What the stored view of the programs has."""


class Pair(NamedTuple):
    """A program and its SQL."""

    name: str
    program: Callable[[Any], Any]
    sql: str


PAIRS: list[Pair] = []


def same(sql: str) -> Callable[[Callable[[SparkSession], DataFrame]], Callable[[SparkSession], DataFrame]]:
    """Enter a program beside the SQL that says the same."""

    def enter(program: Callable[[SparkSession], DataFrame]) -> Callable[[SparkSession], DataFrame]:
        PAIRS.append(Pair(program.__name__, program, " ".join(sql.split())))
        return program

    return enter


def _f() -> Any:
    from pyspark.sql import functions

    return functions


def _window() -> Any:
    from pyspark.sql import Window

    return Window


# ── projections ──────────────────────────────────────────────────────────────────────────────────────────────
@same("SELECT id, amount FROM orders")
def select_columns(spark: SparkSession) -> DataFrame:
    return spark.table("orders").select("id", "amount")


@same("SELECT id AS order_id, upper(status) AS status FROM orders")
def select_expressions(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select(f.col("id").alias("order_id"), f.upper("status").alias("status"))


@same("SELECT *, amount * 2 AS twice FROM customers JOIN (SELECT customer, amount FROM orders) ON id = customer")
def with_column(spark: SparkSession) -> DataFrame:
    f = _f()
    orders = spark.table("orders").select("customer", "amount")
    joined = spark.table("customers").join(orders, f.col("id") == f.col("customer"))
    return joined.withColumn("twice", f.col("amount") * 2)


@same("SELECT region, rate + 1 AS rate, q1, q2 FROM rates")
def with_column_replaced(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("rates").withColumn("rate", f.col("rate") + 1)


@same("SELECT region AS area, rate, q1, q2 FROM rates")
def with_column_renamed(spark: SparkSession) -> DataFrame:
    return spark.table("rates").withColumnRenamed("region", "area")


@same("SELECT region, rate FROM rates")
def drop_columns(spark: SparkSession) -> DataFrame:
    return spark.table("rates").drop("q1", "q2")


@same("SELECT a AS x, b AS y, rate AS z, q FROM (SELECT region AS a, region AS b, rate, q1 AS q FROM rates)")
def to_df(spark: SparkSession) -> DataFrame:
    f = _f()
    return (
        spark.table("rates").select(f.col("region"), f.col("region"), "rate", f.col("q1").alias("q")).toDF(*"xyz", "q")
    )


@same("SELECT CAST(amount AS string) AS amount, CAST(day AS timestamp) AS at FROM orders")
def casts(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select(f.col("amount").cast("string"), f.col("day").cast("timestamp").alias("at"))


@same("SELECT id, 'x' AS source, 1 AS one, current_date() AS today FROM orders")
def constants(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select(
        "id", f.lit("x").alias("source"), f.lit(1).alias("one"), f.current_date().alias("today")
    )


@same("SELECT CASE WHEN status = 'paid' THEN amount WHEN vip THEN 0 ELSE rate END AS v FROM orders, customers, rates")
def case_when(spark: SparkSession) -> DataFrame:
    f = _f()
    joined = spark.table("orders").crossJoin(spark.table("customers")).crossJoin(spark.table("rates"))
    return joined.select(
        f.when(f.col("status") == "paid", f.col("amount")).when(f.col("vip"), 0).otherwise(f.col("rate")).alias("v")
    )


@same(
    "SELECT coalesce(status, 'none') AS s, nvl(amount, 0) AS n, nullif(id, customer) AS i, nvl2(day, ts,"
    " ts) AS t FROM orders"
)
def null_functions(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select(
        f.coalesce("status", f.lit("none")).alias("s"),
        f.nvl("amount", f.lit(0)).alias("n"),
        f.nullif("id", "customer").alias("i"),
        f.nvl2("day", "ts", "ts").alias("t"),
    )


@same(
    "SELECT concat_ws('-', status, region) AS k, length(name) AS n, substring(name, 1, 3) AS p FROM orders, customers"
)
def string_functions(spark: SparkSession) -> DataFrame:
    f = _f()
    joined = spark.table("orders").crossJoin(spark.table("customers"))
    return joined.select(
        f.concat_ws("-", "status", "region").alias("k"),
        f.length("name").alias("n"),
        f.substring("name", 1, 3).alias("p"),
    )


@same(
    "SELECT year(day) AS y, date_add(day, 1) AS d, datediff(day, ts) AS n, date_format(ts, 'yyyy') AS s,"
    " to_date(status) AS t FROM orders"
)
def date_functions(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select(
        f.year("day").alias("y"),
        f.date_add("day", 1).alias("d"),
        f.datediff("day", "ts").alias("n"),
        f.date_format("ts", "yyyy").alias("s"),
        f.to_date("status").alias("t"),
    )


@same("SELECT greatest(q1, q2) AS g, abs(q1 - q2) AS d, round(rate, 2) AS r, q1 % 2 = 0 AS even FROM rates")
def numeric_functions(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("rates").select(
        f.greatest("q1", "q2").alias("g"),
        f.abs(f.col("q1") - f.col("q2")).alias("d"),
        f.round("rate", 2).alias("r"),
        (f.col("q1") % 2 == 0).alias("even"),
    )


@same("SELECT upper(trim(lower(name))) AS n FROM customers")
def chained_steps(spark: SparkSession) -> DataFrame:
    f = _f()
    step = spark.table("customers").select(f.lower("name").alias("n"))
    return step.withColumn("n", f.trim("n")).withColumn("n", f.upper("n"))


# ── rows ─────────────────────────────────────────────────────────────────────────────────────────────────────
@same("SELECT id FROM orders WHERE amount > 10 AND status = 'paid'")
def where(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").where((f.col("amount") > 10) & (f.col("status") == "paid")).select("id")


@same(
    "SELECT o.id FROM orders o CROSS JOIN customers c "
    "WHERE status IN ('a', 'b') AND name LIKE 'x%' AND amount BETWEEN 1 AND 2 AND NOT vip AND region IS NOT NULL"
)
def many_predicates(spark: SparkSession) -> DataFrame:
    f = _f()
    orders, customers = spark.table("orders").alias("o"), spark.table("customers").alias("c")
    return (
        orders.crossJoin(customers)
        .where(f.col("status").isin("a", "b") & f.col("name").like("x%") & f.col("amount").between(1, 2))
        .where(~f.col("vip"))
        .where(f.col("region").isNotNull())
        .select("o.id")
    )


@same("SELECT id, amount FROM orders ORDER BY amount DESC LIMIT 3")
def order_and_limit(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select("id", "amount").orderBy(f.desc("amount")).limit(3)


@same("SELECT id FROM orders ORDER BY ts")
def order_alone(spark: SparkSession) -> DataFrame:
    return spark.table("orders").orderBy("ts").select("id")


@same("SELECT DISTINCT customer, status FROM orders")
def distinct(spark: SparkSession) -> DataFrame:
    return spark.table("orders").select("customer", "status").distinct()


@same("SELECT DISTINCT customer, status FROM orders")
def drop_all_duplicates(spark: SparkSession) -> DataFrame:
    return spark.table("orders").select("customer", "status").dropDuplicates()


@same("SELECT id FROM orders TABLESAMPLE (10 PERCENT)")
def sample(spark: SparkSession) -> DataFrame:
    return spark.table("orders").sample(0.1, seed=1).select("id")


@same("SELECT /*+ BROADCAST(rates) */ region FROM rates")
def hints_and_partitions(spark: SparkSession) -> DataFrame:
    return spark.table("rates").hint("broadcast").repartition(2, "q1").coalesce(1).select("region")


@same("SELECT id, amount FROM orders WHERE amount IS NOT NULL")
def drop_nulls(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select("id", "amount").where(f.col("amount").isNotNull())


# ── joins ────────────────────────────────────────────────────────────────────────────────────────────────────
@same("SELECT o.id, c.name FROM orders o JOIN customers c ON o.customer = c.id")
def inner_join(spark: SparkSession) -> DataFrame:
    f = _f()
    orders, customers = spark.table("orders").alias("o"), spark.table("customers").alias("c")
    return orders.join(customers, f.col("o.customer") == f.col("c.id")).select("o.id", "c.name")


@same("SELECT * FROM customers JOIN rates USING (region)")
def join_using(spark: SparkSession) -> DataFrame:
    return spark.table("customers").join(spark.table("rates"), "region")


@same("SELECT * FROM customers LEFT JOIN rates USING (region)")
def left_join_using(spark: SparkSession) -> DataFrame:
    return spark.table("customers").join(spark.table("rates"), "region", "left")


@same("SELECT * FROM customers RIGHT JOIN rates USING (region)")
def right_join_using(spark: SparkSession) -> DataFrame:
    return spark.table("customers").join(spark.table("rates"), ["region"], "right")


@same("SELECT * FROM customers FULL JOIN rates USING (region)")
def full_join_using(spark: SparkSession) -> DataFrame:
    return spark.table("customers").join(spark.table("rates"), "region", "full")


@same("SELECT customers.* FROM customers LEFT SEMI JOIN rates ON customers.region = rates.region")
def semi_join(spark: SparkSession) -> DataFrame:
    customers, rates = spark.table("customers"), spark.table("rates")
    return customers.join(rates, customers.region == rates.region, "left_semi")


@same("SELECT customers.* FROM customers LEFT ANTI JOIN rates ON customers.region = rates.region AND rate > 1")
def anti_join(spark: SparkSession) -> DataFrame:
    customers, rates = spark.table("customers"), spark.table("rates")
    return customers.join(rates, (customers.region == rates.region) & (rates.rate > 1), "left_anti")


@same("SELECT a.id AS x, b.id AS y FROM customers a JOIN customers b ON a.region = b.region WHERE a.id < b.id")
def self_join(spark: SparkSession) -> DataFrame:
    f = _f()
    a, b = spark.table("customers").alias("a"), spark.table("customers").alias("b")
    return (
        a.join(b, f.col("a.region") == f.col("b.region"))
        .where(f.col("a.id") < f.col("b.id"))
        .select(f.col("a.id").alias("x"), f.col("b.id").alias("y"))
    )


@same(
    "SELECT o.id, r.rate * o.amount AS due FROM orders o JOIN customers c ON o.customer = c.id "
    "LEFT JOIN rates r ON c.region = r.region"
)
def three_tables(spark: SparkSession) -> DataFrame:
    f = _f()
    o, c, r = (spark.table(name).alias(name[0]) for name in ("orders", "customers", "rates"))
    return (
        o.join(c, f.col("o.customer") == f.col("c.id"))
        .join(r, f.col("c.region") == f.col("r.region"), "left")
        .select("o.id", (f.col("r.rate") * f.col("o.amount")).alias("due"))
    )


@same(
    "SELECT c.name, z.total FROM customers c, LATERAL (SELECT sum(amount) AS total"
    " FROM orders o WHERE o.customer = c.id) z"
)
def lateral_join(spark: SparkSession) -> DataFrame:
    f = _f()
    customers, orders = spark.table("customers").alias("c"), spark.table("orders").alias("o")
    inner = orders.where(f.col("o.customer") == f.col("c.id").outer()).select(f.sum("amount").alias("total")).alias("z")
    return customers.lateralJoin(inner).select("c.name", "z.total")


# ── groups ───────────────────────────────────────────────────────────────────────────────────────────────────
@same("SELECT customer, sum(amount) AS total, count(*) AS n FROM orders GROUP BY customer")
def group_by(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").groupBy("customer").agg(f.sum("amount").alias("total"), f.count("*").alias("n"))


@same("SELECT max(amount) - min(amount) AS spread, avg(amount) AS mean, count(DISTINCT status) AS kinds FROM orders")
def aggregates_alone(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").agg(
        (f.max("amount") - f.min("amount")).alias("spread"),
        f.avg("amount").alias("mean"),
        f.countDistinct("status").alias("kinds"),
    )


@same("SELECT upper(region) AS area, count(id) AS n FROM customers GROUP BY upper(region)")
def group_by_expression(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("customers").groupBy(f.upper("region").alias("area")).agg(f.count("id").alias("n"))


@same("SELECT customer, sum(amount) AS total FROM orders GROUP BY customer HAVING sum(amount) > 100")
def having(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").groupBy("customer").agg(f.sum("amount").alias("total")).where(f.col("total") > 100)


@same("SELECT max_by(status, ts) AS last, min_by(status, ts) AS first, count_if(amount > 1) AS n FROM orders")
def chosen_by_order(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").agg(
        f.max_by("status", "ts").alias("last"),
        f.min_by("status", "ts").alias("first"),
        f.count_if(f.col("amount") > 1).alias("n"),
    )


@same("SELECT customer, sum(CASE WHEN status = 'paid' THEN amount END) AS paid FROM orders GROUP BY customer")
def conditional_sum(spark: SparkSession) -> DataFrame:
    f = _f()
    paid = f.sum(f.when(f.col("status") == "paid", f.col("amount"))).alias("paid")
    return spark.table("orders").groupBy("customer").agg(paid)


@same("SELECT customer, status, sum(amount) AS total FROM orders GROUP BY ROLLUP (customer, status)")
def rollup(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").rollup("customer", "status").agg(f.sum("amount").alias("total"))


@same("SELECT customer, status, sum(amount) AS total FROM orders GROUP BY CUBE (customer, status)")
def cube(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").cube("customer", "status").agg(f.sum("amount").alias("total"))


@same("SELECT * FROM (SELECT customer, status, amount FROM orders) PIVOT (sum(amount) FOR status IN ('new', 'paid'))")
def pivot(spark: SparkSession) -> DataFrame:
    return spark.table("orders").groupBy("customer").pivot("status", ["new", "paid"]).sum("amount")


@same("SELECT * FROM (SELECT region, q1, q2 FROM rates) UNPIVOT INCLUDE NULLS (value FOR quarter IN (q1, q2))")
def unpivot(spark: SparkSession) -> DataFrame:
    return spark.table("rates").select("region", "q1", "q2").unpivot("region", ["q1", "q2"], "quarter", "value")


@same(
    "SELECT region, sum(total) AS total FROM (SELECT customer, sum(amount) AS total FROM orders GROUP BY customer) o "
    "JOIN customers c ON o.customer = c.id GROUP BY region"
)
def groups_of_groups(spark: SparkSession) -> DataFrame:
    f = _f()
    totals = spark.table("orders").groupBy("customer").agg(f.sum("amount").alias("total"))
    customers = spark.table("customers")
    return totals.join(customers, totals.customer == customers.id).groupBy("region").agg(f.sum("total").alias("total"))


# ── windows ──────────────────────────────────────────────────────────────────────────────────────────────────
@same("SELECT id, row_number() OVER (PARTITION BY customer ORDER BY ts) AS n FROM orders")
def row_number(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select(
        "id", f.row_number().over(_window().partitionBy("customer").orderBy("ts")).alias("n")
    )


@same("SELECT id, amount - lag(amount) OVER (PARTITION BY customer ORDER BY ts) AS delta FROM orders")
def lag(spark: SparkSession) -> DataFrame:
    f = _f()
    before = f.lag("amount").over(_window().partitionBy("customer").orderBy("ts"))
    return spark.table("orders").select("id", (f.col("amount") - before).alias("delta"))


@same(
    "SELECT id, sum(amount) OVER (PARTITION BY customer ORDER BY ts ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS s, "
    "max(amount) OVER (PARTITION BY status) AS m FROM orders"
)
def two_windows(spark: SparkSession) -> DataFrame:
    f, w = _f(), _window()
    running = f.sum("amount").over(w.partitionBy("customer").orderBy("ts").rowsBetween(-2, 0)).alias("s")
    return spark.table("orders").select("id", running, f.max("amount").over(w.partitionBy("status")).alias("m"))


@same(
    "SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY customer ORDER BY ts DESC) AS n"
    " FROM orders) WHERE n = 1"
)
def latest_row(spark: SparkSession) -> DataFrame:
    f = _f()
    number = f.row_number().over(_window().partitionBy("customer").orderBy(f.desc("ts"))).alias("n")
    return spark.table("orders").select("id", number).where("n = 1").select("id")


@same("SELECT customer, rank() OVER (ORDER BY sum(amount) DESC) AS r FROM orders GROUP BY customer")
def window_over_groups(spark: SparkSession) -> DataFrame:
    f = _f()
    totals = spark.table("orders").groupBy("customer").agg(f.sum("amount").alias("total"))
    return totals.select("customer", f.rank().over(_window().orderBy(f.desc("total"))).alias("r"))


# ── nested values ────────────────────────────────────────────────────────────────────────────────────────────
@same("SELECT payload.user.id AS user, payload.ip FROM orders")
def nested_fields(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select(f.col("payload.user.id").alias("user"), "payload.ip")


@same("SELECT s.a AS x, s.b AS y FROM (SELECT struct(id AS a, amount AS b) AS s FROM orders)")
def struct_made_and_opened(spark: SparkSession) -> DataFrame:
    f = _f()
    structs = spark.table("orders").select(f.struct(f.col("id").alias("a"), f.col("amount").alias("b")).alias("s"))
    return structs.select(f.col("s.a").alias("x"), f.col("s.b").alias("y"))


@same("SELECT payload.* FROM orders")
def struct_star(spark: SparkSession) -> DataFrame:
    return spark.table("orders").select("payload.*")


@same(
    "SELECT codes[0] AS c, tags['k'] AS t, size(codes) AS n, items.price AS prices, element_at(codes, 1)"
    " AS e FROM orders"
)
def elements(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select(
        f.col("codes")[0].alias("c"),
        f.col("tags")["k"].alias("t"),
        f.size("codes").alias("n"),
        f.col("items.price").alias("prices"),
        f.element_at("codes", 1).alias("e"),
    )


@same("SELECT transform(items, x -> x.price * x.qty) AS totals, filter(codes, c -> c > 1) AS big FROM orders")
def lambdas(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select(
        f.transform("items", lambda x: x["price"] * x["qty"]).alias("totals"),
        f.filter("codes", lambda c: c > 1).alias("big"),
    )


@same("SELECT aggregate(codes, 0, (acc, x) -> acc + x) AS total, exists(codes, x -> x > 1) AS any FROM orders")
def reduced(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select(
        f.aggregate("codes", f.lit(0), lambda acc, x: acc + x).alias("total"),
        f.exists("codes", lambda x: x > 1).alias("any"),
    )


@same("SELECT named_struct('ip', payload.ip, 'n', id) AS p, id AS n, payload.ip AS ip FROM orders")
def struct_changed(spark: SparkSession) -> DataFrame:
    f = _f()
    payload = f.col("payload").withField("n", f.col("id")).dropFields("user")
    return spark.table("orders").select(payload.alias("p"), payload["n"].alias("n"), payload["ip"].alias("ip"))


@same("SELECT customer, collect_list(struct(id, amount)) AS all FROM orders GROUP BY customer")
def collected(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").groupBy("customer").agg(f.collect_list(f.struct("id", "amount")).alias("all"))


@same("SELECT max(struct(ts, status)).status AS last FROM orders")
def largest_struct(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").agg(f.max(f.struct("ts", "status")).alias("m")).select(f.col("m.status").alias("last"))


@same("SELECT map('a', id, 'b', customer)['b'] AS v, array(id, customer) AS l FROM orders")
def maps_and_arrays(spark: SparkSession) -> DataFrame:
    f = _f()
    map_column = f.create_map(f.lit("a"), "id", f.lit("b"), "customer")
    return spark.table("orders").select(map_column["b"].alias("v"), f.array("id", "customer").alias("l"))


# ── generators ───────────────────────────────────────────────────────────────────────────────────────────────
@same("SELECT id, explode(codes) AS code FROM orders")
def explode(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select("id", f.explode("codes").alias("code"))


@same("SELECT id, item.price AS price FROM (SELECT id, explode(items) AS item FROM orders)")
def explode_structs(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select("id", f.explode("items").alias("item")).select("id", "item.price")


@same("SELECT id, pos, code FROM orders LATERAL VIEW posexplode(codes) x AS pos, code")
def posexplode(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select("id", f.posexplode("codes").alias("pos", "code"))


@same("SELECT id, key, value FROM orders LATERAL VIEW OUTER explode(tags) x AS key, value")
def explode_map(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select("id", f.explode_outer("tags"))


@same("SELECT id, sku, price, qty FROM orders LATERAL VIEW inline(items) x AS sku, price, qty")
def inline(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select("id", f.inline("items"))


# ── set operations ───────────────────────────────────────────────────────────────────────────────────────────
@same("SELECT id, name FROM customers UNION ALL SELECT customer, status FROM orders")
def union(spark: SparkSession) -> DataFrame:
    return spark.table("customers").select("id", "name").union(spark.table("orders").select("customer", "status"))


@same("SELECT id, name FROM customers UNION ALL SELECT id, status AS name FROM (SELECT status, id FROM orders)")
def union_by_name(spark: SparkSession) -> DataFrame:
    f = _f()
    orders = spark.table("orders").select(f.col("status").alias("name"), "id")
    return spark.table("customers").select("id", "name").unionByName(orders)


@same(
    "SELECT region, rate, CAST(NULL AS int) AS q FROM rates UNION ALL SELECT region, NULL AS rate, q2 AS q FROM rates"
)
def union_by_name_missing(spark: SparkSession) -> DataFrame:
    f = _f()
    rates = spark.table("rates")
    return rates.select("region", "rate").unionByName(
        rates.select("region", f.col("q2").alias("q")), allowMissingColumns=True
    )


@same("SELECT q1 FROM rates UNION ALL SELECT rate FROM rates")
def union_of_types(spark: SparkSession) -> DataFrame:
    return spark.table("rates").select("q1").union(spark.table("rates").select("rate"))


@same("SELECT region FROM customers INTERSECT SELECT region FROM rates")
def intersect(spark: SparkSession) -> DataFrame:
    return spark.table("customers").select("region").intersect(spark.table("rates").select("region"))


@same("SELECT region FROM customers EXCEPT SELECT region FROM rates WHERE rate > 1")
def subtract(spark: SparkSession) -> DataFrame:
    return spark.table("customers").select("region").subtract(spark.table("rates").where("rate > 1").select("region"))


@same("SELECT q + 1 AS q FROM (SELECT q1 AS q FROM rates UNION ALL SELECT q2 FROM rates) WHERE q > 0")
def over_a_union(spark: SparkSession) -> DataFrame:
    f = _f()
    rates = spark.table("rates")
    both = rates.select(f.col("q1").alias("q")).union(rates.select("q2"))
    return both.where("q > 0").select((f.col("q") + 1).alias("q"))


# ── subqueries and SQL inside a program ──────────────────────────────────────────────────────────────────────
@same("SELECT id FROM orders WHERE amount > (SELECT avg(rate) FROM rates)")
def scalar_subquery(spark: SparkSession) -> DataFrame:
    f = _f()
    mean = spark.table("rates").agg(f.avg("rate")).scalar()
    return spark.table("orders").where(f.col("amount") > mean).select("id")


@same("SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer = c.id AND amount > 5)")
def exists_subquery(spark: SparkSession) -> DataFrame:
    f = _f()
    inner = (
        spark.table("orders").alias("o").where((f.col("o.customer") == f.col("c.id").outer()) & (f.col("amount") > 5))
    )
    return spark.table("customers").alias("c").where(inner.exists()).select("name")


@same(
    "SELECT id, (SELECT max(rate) FROM rates WHERE region = status) AS top"
    " FROM orders WHERE customer IN (SELECT id FROM customers WHERE vip)"
)
def sql_subqueries(spark: SparkSession) -> DataFrame:
    return spark.sql(
        "SELECT id, (SELECT max(rate) FROM rates WHERE region = status) AS top "
        "FROM orders WHERE customer IN (SELECT id FROM customers WHERE vip)"
    )


@same(
    "WITH paid AS (SELECT customer, amount FROM orders WHERE status = 'paid') "
    "SELECT a.customer, b.amount FROM paid a JOIN paid b ON a.customer = b.customer"
)
def sql_cte(spark: SparkSession) -> DataFrame:
    return spark.sql(
        "WITH paid AS (SELECT customer, amount FROM orders WHERE status = 'paid') "
        "SELECT a.customer, b.amount FROM paid a JOIN paid b ON a.customer = b.customer"
    )


@same("SELECT id, upper(status) AS s FROM orders WHERE amount > 0")
def temporary_view(spark: SparkSession) -> DataFrame:
    spark.table("orders").where("amount > 0").createOrReplaceTempView("programs_view")
    return spark.sql("SELECT id, upper(status) AS s FROM programs_view")


@same("SELECT name, region FROM big_customers WHERE region = 'eu'")
def stored_view(spark: SparkSession) -> DataFrame:
    return spark.table("big_customers").where("region = 'eu'").select("name", "region")


@same("SELECT id, amount * 1.2 AS gross FROM orders")
def cached(spark: SparkSession) -> DataFrame:
    f = _f()
    step = spark.table("orders").select("id", (f.col("amount") * 1.2).alias("gross")).cache()
    step.unpersist()
    return step


@same("SELECT id, amount FROM orders")
def observed(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select("id", "amount").observe("seen", f.count(f.lit(1)).alias("n"))


@same("SELECT id, my_function(status, amount) AS v FROM orders")
def function_of_the_program(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select("id", f.udf(lambda a, b: a, "string")("status", "amount").alias("v"))


@same("SELECT sum(amount) FILTER (WHERE status = 'paid') AS paid FROM orders")
def conditional_aggregate(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").agg(f.expr("sum(amount) FILTER (WHERE status = 'paid')").alias("paid"))


@same("SELECT array_sort(codes) AS up, sort_array(codes) AS same, payload.user.* FROM orders")
def sorted_arrays(spark: SparkSession) -> DataFrame:
    f = _f()
    return spark.table("orders").select(
        f.array_sort("codes").alias("up"), f.sort_array("codes").alias("same"), "payload.user.*"
    )


@same(
    "WITH RECURSIVE r(n, m) AS (SELECT q1, q2 FROM rates UNION ALL SELECT n + 1, m FROM r WHERE n < 5) "
    "SELECT n, m FROM r"
)
def sql_recursive(spark: SparkSession) -> DataFrame:
    return spark.sql(
        "WITH RECURSIVE r(n, m) AS (SELECT q1, q2 FROM rates UNION ALL SELECT n + 1, m FROM r WHERE n < 5) "
        "SELECT n, m FROM r"
    )


@same(
    "FROM orders |> WHERE amount > 1 |> AGGREGATE sum(amount) AS total GROUP BY customer |> ORDER BY total |> LIMIT 2"
)
def sql_pipes(spark: SparkSession) -> DataFrame:
    return spark.sql(
        "FROM orders |> WHERE amount > 1 |> AGGREGATE sum(amount) AS total GROUP BY customer "
        "|> ORDER BY total |> LIMIT 2"
    )


@same("SELECT id, ts - INTERVAL 2 HOURS AS earlier, ts + INTERVAL 1 DAY AS later FROM orders")
def intervals(spark: SparkSession) -> DataFrame:
    f = _f()
    earlier, later = f.expr("ts - INTERVAL 2 HOURS").alias("earlier"), f.expr("ts + INTERVAL 1 DAY").alias("later")
    return spark.table("orders").select("id", earlier, later)


@same("SELECT q1 FROM rates UNION ALL SELECT CAST(rate AS int) AS rate FROM rates")
def cast_that_was_written(spark: SparkSession) -> DataFrame:
    f = _f()
    rates = spark.table("rates").select("rate")
    return spark.table("rates").select("q1").union(rates.withColumn("rate", f.col("rate").cast("int")))
