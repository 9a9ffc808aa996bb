"""What ClickHouse's table functions, table engines and dictionary sources stand for.

`TABLE` maps each name, in small letters, to a function of its arguments; engines and functions of one name take the
same ones. To add one: a line in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from sqlglot import exp

from headwater.bind.sources import Argument, ExternalSource
from headwater.catalog.addresses import address
from headwater.dialects.clickhouse.values_clause import is_structure


class Given:
    """The arguments of a call: by position, by name, and its settings."""

    def __init__(self, arguments: tuple[Argument, ...], settings: Mapping[str, str]) -> None:
        self.all = [argument for argument in arguments if not argument.key]
        self.named = {argument.key: argument for argument in arguments if argument.key}
        self.settings = settings
        # s3(my_collection, filename = 'x'): a named collection says where; the name stands for what is in it
        self.collection = ""
        if self.all and self.all[0].text is None and len(self.all[0].parts) == 1 and not self.all[0].inner:
            self.collection = self.all[0].parts[0]

    def text(self, index: int, *keys: str) -> str | None:
        """The text of an argument, by name or by position."""
        for key in keys:
            if key in self.named:
                return self.named[key].text
            if key in self.settings:
                return self.settings[key]
        if self.collection or not 0 <= index < len(self.all):
            return None
        return self.all[index].text

    def word(self, index: int) -> str | None:
        """A constant or a bare name: Distributed('c', db, t)."""
        if not 0 <= index < len(self.all):
            return None
        argument = self.all[index]
        return argument.text if argument.text is not None else ".".join(argument.parts) or None

    def structure(self) -> str | None:
        """The list of columns: given by name, or the constant behind a format."""
        match = self.text(-1, "structure")
        if match is None:
            texts = [self.word(position) for position in range(len(self.all))]
            formats = [
                index for index, text in enumerate(texts) if index and text is not None and text.lower() in _FORMATS
            ]
            # s3 takes the compression behind the columns, azureBlobStorage before them
            behind = texts[formats[0] + 1 : formats[0] + 3] if formats else []
            match = next((text for text in behind if text is not None and " " in text.strip()), None)
        return None if match is None or " " not in match.strip() else match


_FORMAT_NAMES = """
arrow arrowstream avro avroconfluent bsoneachrow buffers capnproto csv csvwithnames csvwithnamesandtypes
customseparated customseparatedwithnames customseparatedwithnamesandtypes dwarf form geojson hivetext json jsonasobject
jsonasstring jsoncolumns jsoncolumnswithmetadata jsoncompact jsoncompactcolumns jsoncompacteachrow
jsoncompacteachrowwithnames jsoncompacteachrowwithnamesandtypes jsoncompactstringseachrow
jsoncompactstringseachrowwithnames jsoncompactstringseachrowwithnamesandtypes jsoneachrow jsonl jsonlines
jsonobjecteachrow jsonstringseachrow lineasstring lineasstringwithnames lineasstringwithnamesandtypes msgpack mysqldump
native ndjson npy null one orc parquet parquetmetadata prettyjsoneachrow prometheus protobuf protobuflist protobufsingle
raw rawblob rawwithnames rawwithnamesandtypes regexp rowbinary rowbinarywithdefaults rowbinarywithnames
rowbinarywithnamesandtypes sqlinsert tabseparated tabseparatedraw tabseparatedrawwithnames
tabseparatedrawwithnamesandtypes tabseparatedwithnames tabseparatedwithnamesandtypes template templateignorespaces tskv
tsv tsvraw tsvrawwithnames tsvrawwithnamesandtypes tsvwithnames tsvwithnamesandtypes values auto
"""
_FORMATS = frozenset(_FORMAT_NAMES.split())

Where = Callable[[Given], "ExternalSource | None"]
_HOST = r"(?:localhost|127(?:\.(?:\d+|\{[\d.,|]+\}))+|\[?::1\]?)?(?::\d+)?"
_LOCAL = re.compile(f"^{_HOST}(?:,{_HOST})*$", re.IGNORECASE)
"""This server, or several names of it: 127.0.0.{1,2}."""


def find_source(name: str, arguments: tuple[Argument, ...], settings: Mapping[str, str]) -> ExternalSource | None:
    """What a function stands for; an engine or a dictionary's source has that word before its name.

    >>> find_source("numbers", (), {}).columns, find_source("engine MergeTree", (), {})
    (('number',), None)
    """
    name = name.lower()
    what, _, plain = name.rpartition(" ")
    where = TABLE.get(name)
    if where is None and what == "engine" and plain in ENGINES:
        where = TABLE.get(plain)
    return where(Given(arguments, settings)) if where is not None else None


# ── rows out of nothing ──────────────────────────────────────────────────────────────────────────────────────
def _made(*columns: str) -> Where:
    return lambda given: ExternalSource(generated=True, columns=columns)


def _explained(given: Given) -> ExternalSource:
    """viewExplain('EXPLAIN', '', (SELECT …)): a plan as text, or what would be read."""
    estimate = (given.text(0) or "").upper().startswith("EXPLAIN ESTIMATE")
    columns = ("database", "table", "parts", "rows", "marks") if estimate else ("explain",)
    return ExternalSource(generated=True, columns=columns)


def _shaped(given: Given) -> ExternalSource:
    """generateRandom('a Int8'), null('a Int8'), input('a Int8'): the first argument is the list of columns."""
    return ExternalSource(generated=True, structure=given.text(0, "structure"))


def _format(given: Given) -> ExternalSource:
    """format(CSV, 'a Int8', '1'): the data stand in the text; without a list of columns they are in the data."""
    return ExternalSource(generated=True, structure=given.word(1) if len(given.all) > 2 else None)


def _values(given: Given) -> ExternalSource:
    """values('a Int8, b String', (1, 'x')), values((1, 'x'))."""
    first = given.all[0] if given.all else None
    text = first.text if first is not None else None
    if first is not None and isinstance(first.node, exp.Tuple) and len(first.node.expressions) == 1:
        text = first.node.expressions[0].name  # values('a Int8', 1, 2): rows of one column each
    if text is not None and len(given.all) > 1 and is_structure(text):
        return ExternalSource(generated=True, structure=text)
    width = len(first.node.expressions) if first is not None and isinstance(first.node, exp.Tuple) else 1
    return ExternalSource(generated=True, columns=tuple(f"c{n + 1}" for n in range(width)))


# ── tables of ClickHouse ─────────────────────────────────────────────────────────────────────────────────────
def _table_at(given: Given, index: int) -> ExternalSource | None:
    """db.t, 'db.t', or 'db', 't'; a call or a query in its place."""
    if "table" in given.named or "table" in given.settings:
        database, table = given.text(-1, "database", "db"), given.text(-1, "table")
        return ExternalSource(table=tuple(part for part in (database, table) if part))
    if index >= len(given.all):
        return None
    first = given.all[index]
    if first.inner == "currentDatabase":  # Distributed('c', currentDatabase(), t)
        table = given.word(index + 1)
        return ExternalSource(table=(table,)) if table else None
    if first.inner:
        return ExternalSource(query=first.node) if first.inner == "query" else ExternalSource(call=first.node)
    names = first.names
    if len(names) < 2 and index + 1 < len(given.all):
        second = given.all[index + 1]
        if not second.inner and len(second.names) == 1:
            names = (*names, *second.names)
    return ExternalSource(table=names) if names else None


def _cluster(given: Given) -> ExternalSource | None:
    """cluster('c', db.t), Distributed('c', db, t, key): the table of this name on the servers of a cluster."""
    return _table_at(given, 1)


def _remote(given: Given) -> ExternalSource | None:
    """remote('host', db.t, 'user', 'password'): the host itself is this one, or another."""
    hosts = given.text(0, "addresses_expr", "host") or given.collection
    match = _table_at(given, 1)
    if match is None or not match.table or _LOCAL.match(hosts):
        return match
    return ExternalSource(f"clickhouse://{hosts.rpartition('@')[2]}/{'.'.join(match.table)}")


def _merge(given: Given) -> ExternalSource | None:
    """merge('db', '^log_'), merge(REGEXP('db'), '^log_'), merge('^log_')."""
    if len(given.all) == 1:
        return ExternalSource(pattern=given.text(0))
    if len(given.all) < 2:
        return None
    first = given.all[0]
    inner = _constant(first.node) if first.inner else None
    if first.inner == "currentDatabase":
        return ExternalSource(pattern=given.word(1))
    database = inner if inner is not None else given.word(0)
    return ExternalSource(pattern=given.word(1), database=database, database_is_pattern=inner is not None)


def _constant(node: exp.Expr) -> str | None:
    match = node.find(exp.Literal)
    return match.name if match is not None else None


def _only(given: Given) -> ExternalSource | None:
    """dictionary('db.d'), loop(db.t), loop(db, t), loop(numbers(3)), Dictionary(d)."""
    return _table_at(given, 0)


def _buffer(given: Given) -> ExternalSource | None:
    """Buffer(db, t, layers, …): what is written goes on to the table."""
    names = tuple(word for word in (given.word(0), given.word(1)) if word)
    return ExternalSource(table=names) if names else None


def _view(given: Given) -> ExternalSource | None:
    return ExternalSource(query=given.all[0].node) if given.all else None


# ── elsewhere ────────────────────────────────────────────────────────────────────────────────────────────────
def _at(scheme: str, host: str | None, *names: str | None) -> str:
    return f"{scheme}://{(host or '').rpartition('@')[2]}/" + ".".join(name for name in names if name)


def _file(*keys: str, skip: int = 0, scheme: str = "") -> Where:
    """One path or address, then a format and a list of columns."""

    def where(given: Given) -> ExternalSource | None:
        if skip:
            given.all = given.all[skip:]
        path = given.text(0, *keys)
        if given.collection and not (path and "://" in path):
            inside = given.text(-1, "filename", "path", "blob_path") or path or ""
            return ExternalSource(
                f"{scheme or 'file'}://{given.collection}/{inside}".rstrip("/"), "file", structure=given.structure()
            )
        if path is None:
            return None
        return ExternalSource(address(path), "file", structure=given.structure())

    return where


def _azure(skip: int = 0) -> Where:
    """azureBlobStorage('connection or address', 'container', 'path', …)."""

    def where(given: Given) -> ExternalSource | None:
        given.all = given.all[skip:]
        account = given.text(0, "connection_string", "storage_account_url") or given.collection
        match = re.search(r"AccountName=([^;]+)", account)
        host = match[1] if match else re.sub(r"^\w+://", "", address(account)).partition("/")[0].partition(".")[0]
        container, path = given.text(1, "container"), given.text(2, "blob_path")
        if "=" in host or ";" in host:
            host = "storage"
        inside = "/".join(part for part in (container, path) if part)
        return ExternalSource(f"azure://{host}/{inside}", "file", structure=given.structure())

    return where


def _mysql(given: Given) -> ExternalSource | None:
    host = given.text(0, "addresses_expr", "host", "hostname") or given.collection
    port = given.text(-1, "port")
    host = f"{host}:{port}" if port and ":" not in host else host
    return ExternalSource(_at("mysql", host, given.text(1, "database", "db"), given.text(2, "table")))


def _postgresql(given: Given) -> ExternalSource | None:
    host = given.text(0, "addresses_expr", "host", "hostname") or given.collection
    port = given.text(-1, "port")
    host = f"{host}:{port}" if port and ":" not in host else host
    schema = given.text(5, "schema") or "public"
    return ExternalSource(_at("postgresql", host, given.text(1, "database", "db"), schema, given.text(2, "table")))


def _mongodb(given: Given) -> ExternalSource | None:
    """mongodb('host:27017', 'db', 'collection', 'user', 'password', 'a Int8'), or with an address first."""
    first = given.text(0, "host", "uri") or given.collection
    if "://" in first:
        path = address(first).partition("?")[0]
        return ExternalSource(
            f"{path}.{given.text(1, 'collection') or ''}".rstrip("."), structure=given.text(2, "structure")
        )
    name = _at("mongodb", first, given.text(1, "database", "db"), given.text(2, "collection"))
    return ExternalSource(name, structure=given.text(5, "structure"))


def _redis(given: Given) -> ExternalSource | None:
    return ExternalSource(_at("redis", given.text(0, "host") or given.collection), structure=given.text(2, "structure"))


def _sqlite(given: Given) -> ExternalSource | None:
    return ExternalSource(f"sqlite://{given.text(0)}/{given.text(1)}")


def _odbc(scheme: str) -> Where:
    """odbc('DSN=shop;UID=…', 'db', 'table'): the name of the source, without what else the string holds."""

    def where(given: Given) -> ExternalSource | None:
        source = given.text(0, "datasource", "connection_settings") or given.collection
        match = re.search(r"DSN=([^;]+)", source, re.IGNORECASE)
        host = match[1] if match else address(re.sub(r"^jdbc:", "", source)).partition("?")[0].partition(";")[0]
        host = re.sub(r"^\w+://", "", host).rstrip("/")
        names = [given.text(n, key) for n, key in ((1, "external_database"), (2, "external_table"))]
        return ExternalSource(_at(scheme, host, *names))

    return where


def _kafka(given: Given) -> ExternalSource | None:
    brokers = given.text(0, "kafka_broker_list") or given.collection
    topics = given.text(1, "kafka_topic_list") or ""
    topics = ",".join(sorted(part.strip() for part in topics.split(",")))
    return ExternalSource(f"kafka://{brokers}/{topics}", "stream")


def _queue(scheme: str, host: str, *names: str) -> Where:
    """RabbitMQ and NATS: everything is said in the settings."""

    def where(given: Given) -> ExternalSource | None:
        inside = next((value for name in names if (value := given.text(-1, name))), "")
        return ExternalSource(f"{scheme}://{(given.text(-1, host) or '').rpartition('@')[2]}/{inside}", "stream")

    return where


def _engine_file(given: Given) -> ExternalSource | None:
    """File(CSV, 'path'): without a path ClickHouse keeps the file itself."""
    path = given.word(1)
    return ExternalSource(address(path), "file") if path else None


def _database(scheme: str) -> Where:
    """CREATE DATABASE d ENGINE = MySQL('host', 'db', …): the tables under its name are those of that database."""

    def where(given: Given) -> ExternalSource | None:
        host = given.text(0, "host", "hostname") or given.collection
        schema = (given.text(4, "schema") or "public") if scheme == "postgresql" else None
        return ExternalSource(_at(scheme, host, given.text(1, "database", "db"), schema))

    return where


def _source_clickhouse(given: Given) -> ExternalSource | None:
    """SOURCE(CLICKHOUSE(HOST 'h' DB 'd' TABLE 't'))."""
    host, port = given.settings.get("host", ""), given.settings.get("port", "")
    names = tuple(part for part in (given.settings.get("db", ""), given.settings.get("table", "")) if part)
    if not names or "table" not in given.settings:
        return None
    if _LOCAL.match(host):
        return ExternalSource(table=names)
    return ExternalSource(f"clickhouse://{host}{':' + port if port else ''}/{'.'.join(names)}")


def _source_http(given: Given) -> ExternalSource | None:
    url = given.settings.get("url")
    return ExternalSource(address(url), "file") if url else None


def _source_file(given: Given) -> ExternalSource | None:
    path = given.settings.get("path")
    return ExternalSource(path, "file") if path else None


def _source_mongo(given: Given) -> ExternalSource | None:
    settings = given.settings
    if "uri" in settings:
        return ExternalSource(
            f"{address(settings['uri']).partition('?')[0]}.{settings.get('collection', '')}".rstrip(".")
        )
    host = settings.get("host", "") + (f":{settings['port']}" if "port" in settings else "")
    return ExternalSource(_at("mongodb", host, settings.get("db"), settings.get("collection")))


def _source_redis(given: Given) -> ExternalSource | None:
    return ExternalSource(
        _at(
            "redis", given.settings.get("host", "") + (f":{given.settings['port']}" if "port" in given.settings else "")
        )
    )


def _source_odbc(given: Given) -> ExternalSource | None:
    match = re.search(r"DSN=([^;]+)", given.settings.get("connection_string", ""), re.IGNORECASE)
    return ExternalSource(_at("odbc", match[1] if match else "", given.settings.get("db"), given.settings.get("table")))


def _source_cassandra(given: Given) -> ExternalSource | None:
    settings = given.settings
    return ExternalSource(
        _at("cassandra", settings.get("host"), settings.get("keyspace"), settings.get("column_family"))
    )


_S3 = _file("url", "filename", scheme="s3")
_S3_CLUSTER = _file("url", "filename", skip=1, scheme="s3")
_HDFS = _file("uri", "url", "filename", scheme="hdfs")


def _lakes() -> Iterator[tuple[str, Where]]:
    """iceberg, icebergS3, icebergS3Cluster, …: a folder that is a table."""
    for lake in ("iceberg", "deltalake", "hudi", "paimon"):
        for store in ("", "s3", "azure", "hdfs", "local"):
            for cluster in ("", "cluster"):
                skip = 1 if cluster else 0
                where = _azure(skip) if store == "azure" else _file("url", "path", "filename", skip=skip, scheme="s3")
                yield f"{lake}{store}{cluster}", where


TABLE: dict[str, Where] = {
    "numbers": _made("number"),
    "numbers_mt": _made("number"),
    "zeros": _made("zero"),
    "zeros_mt": _made("zero"),
    "primes": _made("prime"),
    "generateseries": _made("generate_series"),
    "generate_series": _made("generate_series"),
    "viewexplain": _explained,
    "fuzzjson": _made("json"),
    "fuzzquery": _made("query"),
    "generaterandom": _shaped,
    "null": _shaped,
    "input": _shaped,
    "format": _format,
    "values": _values,
    "remote": _remote,
    "remotesecure": _remote,
    "cluster": _cluster,
    "clusterallreplicas": _cluster,
    "distributed": _cluster,
    "merge": _merge,
    "dictionary": _only,
    "loop": _only,
    "alias": _only,
    "buffer": _buffer,
    "view": _view,
    "viewifpermitted": _view,
    "file": _file("path", scheme="file"),
    "filecluster": _file("path", skip=1, scheme="file"),
    "filelog": _file("path", scheme="file"),
    "url": _file("url", scheme="url"),
    "urlcluster": _file("url", skip=1, scheme="url"),
    "s3": _S3,
    "s3queue": _S3,
    "gcs": _S3,
    "oss": _S3,
    "cosn": _S3,
    "s3cluster": _S3_CLUSTER,
    "hdfs": _HDFS,
    "hdfscluster": _file("uri", "url", "filename", skip=1, scheme="hdfs"),
    "azureblobstorage": _azure(),
    "azurequeue": _azure(),
    "azureblobstoragecluster": _azure(1),
    **dict(_lakes()),
    "mysql": _mysql,
    "postgresql": _postgresql,
    "materializedpostgresql": _postgresql,
    "mongodb": _mongodb,
    "redis": _redis,
    "sqlite": _sqlite,
    "odbc": _odbc("odbc"),
    "jdbc": _odbc("jdbc"),
    "kafka": _kafka,
    "rabbitmq": _queue("rabbitmq", "rabbitmq_host_port", "rabbitmq_exchange_name", "rabbitmq_queue_base"),
    "nats": _queue("nats", "nats_url", "nats_subjects"),
    "engine file": _engine_file,
    "database mysql": _database("mysql"),
    "database materializedmysql": _database("mysql"),
    "database postgresql": _database("postgresql"),
    "database materializedpostgresql": _database("postgresql"),
    "database sqlite": lambda given: ExternalSource(f"sqlite://{given.text(0)}/") if given.text(0) else None,
    "source clickhouse": _source_clickhouse,
    "source mysql": _mysql,
    "source postgresql": _postgresql,
    "source mongodb": _source_mongo,
    "source redis": _source_redis,
    "source http": _source_http,
    "source file": _source_file,
    "source odbc": _source_odbc,
    "source cassandra": _source_cassandra,
}

ENGINES = frozenset(
    {
        "distributed", "buffer", "merge", "dictionary", "alias", "file", "filelog", "url", "s3", "s3queue", "gcs",
        "oss", "cosn", "hdfs", "azureblobstorage", "azurequeue", "mysql", "postgresql", "materializedpostgresql",
        "mongodb", "redis", "sqlite", "odbc", "jdbc", "kafka", "rabbitmq", "nats", "remote", "remotesecure",
        *(name for name, _ in _lakes() if not name.endswith("cluster")),
    }
)  # fmt: skip
"""The engines that keep their rows elsewhere; all others keep them themselves."""
