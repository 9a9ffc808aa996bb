"""What a table behind a connector is elsewhere: a topic, a table of another database, a path.

`datasets` turns the options of a table into names `system:name` that other engines use for the same thing; `kept` are
the options that are needed for it. Nothing else of the options leaves this module: passwords, tokens and the user
part of an address never do. To add a connector: a line in `_PARTS` (which options make its name), or a function.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from headwater.catalog.tables import Table

Options = Mapping[str, str]

# connector: system, and the options that make up the name, outermost first; `|` are other spellings of one option
_PARTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "mysql-cdc": ("mysql", ("database-name", "table-name")),
    "mysql-x": ("mysql", ("database-name", "table-name")),
    "postgres-cdc": ("postgresql", ("database-name", "schema-name", "table-name")),
    "oracle-cdc": ("oracle", ("database-name", "schema-name", "table-name")),
    "sqlserver-cdc": ("sqlserver", ("database-name", "schema-name", "table-name")),
    "db2-cdc": ("db2", ("database-name", "schema-name", "table-name")),
    "tidb-cdc": ("tidb", ("database-name", "table-name")),
    "oceanbase-cdc": ("oceanbase", ("database-name", "table-name")),
    "vitess-cdc": ("mysql", ("keyspace", "table-name")),
    "mongodb-cdc": ("mongodb", ("database", "collection")),
    "mongodb": ("mongodb", ("database", "collection")),
    "starrocks": ("starrocks", ("database-name", "table-name")),
    "clickhouse": ("clickhouse", ("database-name", "table-name")),
    "doris": ("doris", ("table.identifier",)),
    "elasticsearch-6": ("elasticsearch", ("index",)),
    "elasticsearch-7": ("elasticsearch", ("index",)),
    "elasticsearch-8": ("elasticsearch", ("index",)),
    "opensearch": ("opensearch", ("index",)),
    "opensearch-2": ("opensearch", ("index",)),
    "hbase-1.4": ("hbase", ("table-name",)),
    "hbase-2.2": ("hbase", ("table-name",)),
    "hbase-2.6": ("hbase", ("table-name",)),
    "kudu": ("kudu", ("kudu.table",)),
    "kinesis": ("kinesis", ("stream.arn|stream",)),
    "firehose": ("firehose", ("delivery-stream",)),
    "dynamodb": ("dynamodb", ("table-name",)),
    "rocketmq": ("rocketmq", ("topic",)),
    "rabbitmq": ("rabbitmq", ("queue|queue-name",)),
    "mqtt": ("mqtt", ("topic",)),
    "nats": ("nats", ("subject",)),
    "bigquery": ("googlesql", ("project", "dataset", "table")),
    "filesystem": ("file", ("path",)),
    "hudi": ("file", ("path",)),
    "paimon": ("file", ("path",)),
    "table-store": ("file", ("path",)),
    "delta": ("file", ("table-path",)),
    "lance": ("file", ("path",)),
}
_ANY: dict[str, Callable[[Options], list[str]]] = {}
_REGEX = re.compile(r"[*+?()\[\]{}|^$\\]")
_WHERE = frozenset(
    {
        "connector", "type", "topic", "topics", "topic-pattern", "url", "base-url", "warehouse", "catalog-name",
        "catalog-type", "catalog-database", "catalog-table", "catalog-impl", "default-database",
        *(word for _, parts in _PARTS.values() for part in parts for word in part.split("|")),
    }
)  # fmt: skip


def kept(options: Options) -> dict[str, str]:
    """The options that say where a table is, with addresses that hold neither a user nor a password.

    >>> kept({"connector": "jdbc", "url": "jdbc:mysql://u:p@db:3306/shop?password=x", "password": "x"})
    {'connector': 'jdbc', 'url': 'jdbc:mysql://db:3306/shop'}
    """
    return {key: bare(value) if "://" in value else value for key, value in options.items() if key in _WHERE}


def bare(address: str) -> str:
    """An address without user, password and parameters.

    >>> bare("jdbc:mysql://root:secret@db:3306/shop?useSSL=false")
    'jdbc:mysql://db:3306/shop'
    """
    before, sign, rest = address.partition("://")
    rest = re.split(r"[?#;]", rest, maxsplit=1)[0]
    host, slash, path = rest.partition("/")
    return before + sign + host.rpartition("@")[2] + slash + path


def datasets(options: Options, name: tuple[str, ...] = ()) -> list[str]:
    """What a table is elsewhere, as `system:name`; nothing where the connector is not known or names no one thing.

    >>> datasets({"connector": "kafka", "topic": "orders;returns"})
    ['kafka:orders', 'kafka:returns']
    >>> datasets({"connector": "jdbc", "url": "jdbc:postgresql://h/shop", "table-name": "public.orders"})
    ['postgresql:shop.public.orders']
    """
    connector = options.get("connector", "").lower()
    options = kept(options)
    special = _ANY.get(connector)
    if special is not None:
        return special(options)
    if connector == "hive" and len(name) > 1:
        return ["hive:" + ".".join(name[-2:])]
    known = _PARTS.get(connector)
    if known is None:
        return []
    system, parts = known
    matches = [next((options[name] for name in part.split("|") if name in options), "") for part in parts]
    if not all(matches) and not (system != "file" and matches[-1]):
        return []
    if system != "file" and any(_REGEX.search(part) for part in matches):
        return []  # a pattern names many tables
    return [f"{system}:{'.'.join(part for part in matches if part)}"]


def _topics(system: str) -> Callable[[Options], list[str]]:
    def topics(options: Options) -> list[str]:
        listed = options.get("topic") or options.get("topics") or ""
        return [f"{system}:{part.strip()}" for part in re.split(r"[;,]", listed) if part.strip()]

    return topics


def _jdbc(options: Options) -> list[str]:
    """jdbc:mysql://host/db and a table of it; the system is the word behind jdbc."""
    _, _, url = options.get("url", "").partition("jdbc:")
    system = url.partition(":")[0]
    table = options.get("table-name", "")
    if not system or not table or _REGEX.search(table):
        return []
    database = urlsplit(url).path.strip("/")
    return [
        f"{system}:{database}.{table}" if database and not table.startswith(f"{database}.") else f"{system}:{table}"
    ]


def _iceberg(options: Options) -> list[str]:
    database, table = options.get("catalog-database", "default"), options.get("catalog-table", "")
    if not table:
        return []
    if options.get("catalog-type") == "hive":
        return [f"hive:{database}.{table}"]
    warehouse = options.get("warehouse", "")
    return [f"file:{warehouse.rstrip('/')}/{database}/{table}" if warehouse else f"iceberg:{database}.{table}"]


_ANY.update(
    {
        "kafka": _topics("kafka"),
        "upsert-kafka": _topics("kafka"),
        "pulsar": _topics("pulsar"),
        "upsert-pulsar": _topics("pulsar"),
        "jdbc": _jdbc,
        "iceberg": _iceberg,
    }
)


def in_catalog(options: Options, database: str, table: str) -> list[str]:
    """What a table of a catalog is elsewhere.

    >>> in_catalog({"type": "hive"}, "ods", "orders")
    ['hive:ods.orders']
    >>> in_catalog({"type": "paimon", "warehouse": "s3://lake"}, "ods", "orders")
    ['file:s3://lake/ods.db/orders']
    """
    kind = options.get("type", "").lower()
    warehouse = bare(options["warehouse"]).rstrip("/") if "warehouse" in options else ""
    if kind == "hive" or options.get("catalog-type") == "hive":
        return [f"hive:{database}.{table}"]
    if kind == "jdbc":
        system = bare(options.get("base-url", "")).partition("jdbc:")[2].partition(":")[0]
        return [f"{system}:{database}.{table}"] if system else []
    if kind == "paimon" and warehouse:
        return [f"file:{warehouse}/{database}.db/{table}"]
    if kind in ("iceberg", "hudi") and warehouse:
        return [f"file:{warehouse}/{database}/{table}"]
    return []


def locations(catalogs: Mapping[str, Options], key: tuple[str, ...], table: Table | None) -> list[str]:
    """What a table is elsewhere: by its own options, else by those of its catalog."""
    places = datasets(dict(table.options), key) if table is not None and table.options else []
    if not places and len(key) == 3 and key[0] in catalogs:
        places = in_catalog(catalogs[key[0]], key[1], key[2])
    return places
