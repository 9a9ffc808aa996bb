"""Addresses of datasets in other systems: without credentials, and the name that other engines use for them."""

from __future__ import annotations

import re

_SECRET = re.compile(
    r"secret|token|sig(nature)?$|password|passwd|pwd|credential|api[-_]?key|access[-_]?key|^x-amz-|^x-goog-|^auth|^key$"
    r"|^(sv|se|sp|sr|st|spr|skoid|sktid|ske|sks|skt|skv)$",
    re.IGNORECASE,
)


def address(url: str) -> str:
    """An address without user, password and signatures; buckets are written as buckets.

    >>> address("https://shop.s3.eu-west-1.amazonaws.com/a/*.csv?X-Amz-Signature=abc")
    's3://shop/a/*.csv'
    >>> address("http://user:pass@host:8123/x?table=t&token=abc")
    'http://host:8123/x?table=t'
    """
    scheme, separator, location = url.partition("://")
    if not separator:
        return url
    # glob patterns ({1..3}, [a-z], ?) confuse urlsplit only in the host: what is behind the first slash is ours to cut
    host, slash, path = location.partition("/")
    path, mark, query = path.partition("?")
    if mark and "=" not in query:
        path, query = path + mark + query, ""  # part-?.csv is a pattern
    host = host.rpartition("@")[2]
    public_parts = [part for part in query.split("&") if part and not _SECRET.search(part.partition("=")[0])]
    return _bucket(scheme.lower(), host, path) or f"{scheme}://{host}{slash}{path}" + (
        f"?{'&'.join(public_parts)}" if public_parts else ""
    )


_VIRTUAL = re.compile(r"^(?P<bucket>.+?)\.(?:s3|cos|obs)[.-](?:[\w.-]+\.)?(?:amazonaws|myqcloud|myhuaweicloud)\.com")


_PATH = re.compile(r"^s3[.-](?:[\w-]+\.)*amazonaws\.com")


def _bucket(scheme: str, host: str, path: str) -> str:
    if scheme not in ("http", "https"):
        return ""
    name = host.partition(":")[0]
    match = _VIRTUAL.match(name)
    if match is not None:
        return f"s3://{match['bucket']}/{path}"
    if _PATH.match(name):
        return f"s3://{path}"
    if name == "storage.googleapis.com":
        return f"gs://{path}"
    if name.endswith(".storage.googleapis.com"):
        return f"gs://{name.removesuffix('.storage.googleapis.com')}/{path}"
    return ""


SYSTEMS = frozenset(
    ("cassandra", "jdbc", "kafka", "mongodb", "mysql", "nats", "odbc", "postgresql", "rabbitmq", "sqlite")
)

"""Systems whose datasets have the same name whatever host they are reached through."""


def known_as(url: str) -> list[str]:
    """What other engines call an address: `system:name`, without the host.

    >>> known_as("kafka://broker:9092/orders,returns"), known_as("mysql://db:3306/shop.products")
    (['kafka:orders', 'kafka:returns'], ['mysql:shop.products'])
    >>> known_as("clickhouse://other:9000/shop.orders"), known_as("s3://shop/day.csv")
    (['clickhouse:other:9000/shop.orders'], ['file:s3://shop/day.csv'])
    """
    scheme, sign, location = url.partition("://")
    if sign and scheme in ("clickhouse", "redis"):
        return [f"{scheme}:{location}"]
    if not sign or scheme not in SYSTEMS:
        return [f"file:{url}"]
    _, slash, name = location.partition("/")
    names = name.split(",") if scheme == "kafka" else [name]
    return [f"{scheme}:{name}" for name in names] if slash and name else [f"{scheme}:{location}"]
