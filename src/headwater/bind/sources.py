"""What a table function, an engine or a dictionary's source stands for: a dataset somewhere, by a name of its own.

A name is an address without who may use it: `s3://bucket/path`, `mysql://host:3306/db.table`, `kafka://broker/topic`.
Users, passwords, keys and signatures never become part of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sqlglot import exp

from headwater.catalog.tables import Column


class Argument(NamedTuple):
    """What a call is given: a constant's or a name's text, under a key where it is given by name.

    `parts` are those of a name (`db.t`); `inner` is the name of a call or "query" where the argument is one.
    """

    node: exp.Expr
    key: str = ""
    text: str | None = None
    parts: tuple[str, ...] = ()
    inner: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """A table's name, given as a name or in a string."""
        return self.parts or (tuple(self.text.split(".")) if self.text is not None else ())


@dataclass(frozen=True)
class Place:
    """Where rows are. One of: a dataset elsewhere (`name`), a table here (`table`), tables here that match a pattern
    (`database`, `pattern`), a query (`query`), another call (`call`), or nowhere: rows made of nothing (`generated`).

    `structure` is the list of columns as the call gives it; `columns` are those that the function always has. `fields`
    are the columns of a dataset elsewhere, where they are known; `also` are more datasets whose rows come with its own,
    matched by name.
    """

    name: str = ""
    kind: str = "table"
    table: tuple[str, ...] = ()
    pattern: str | None = None
    database: str | None = None
    database_is_pattern: bool = False
    query: exp.Expr | None = None
    call: exp.Expr | None = None
    generated: bool = False
    structure: str | None = None
    columns: tuple[str, ...] | None = None
    fields: tuple[Column, ...] | None = None
    also: tuple[str, ...] = ()


Placer = Callable[[str, tuple[Argument, ...], Mapping[str, str]], "Place | None"]
"""The name of a function, engine or source, its arguments and settings → what it stands for; None for what is not
known."""

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
    scheme, separator, rest = url.partition("://")
    if not separator:
        return url
    # glob patterns ({1..3}, [a-z], ?) confuse urlsplit only in the host: what is behind the first slash is ours to cut
    host, slash, path = rest.partition("/")
    path, mark, query = path.partition("?")
    if mark and "=" not in query:
        path, query = path + mark + query, ""  # part-?.csv is a pattern
    host = host.rpartition("@")[2]
    kept = [one for one in query.split("&") if one and not _SECRET.search(one.partition("=")[0])]
    return _bucket(scheme.lower(), host, path) or f"{scheme}://{host}{slash}{path}" + (
        f"?{'&'.join(kept)}" if kept else ""
    )


_VIRTUAL = re.compile(r"^(?P<bucket>.+?)\.(?:s3|cos|obs)[.-](?:[\w.-]+\.)?(?:amazonaws|myqcloud|myhuaweicloud)\.com")
_PATH = re.compile(r"^s3[.-](?:[\w-]+\.)*amazonaws\.com")


def _bucket(scheme: str, host: str, path: str) -> str:
    if scheme not in ("http", "https"):
        return ""
    name = host.partition(":")[0]
    found = _VIRTUAL.match(name)
    if found is not None:
        return f"s3://{found['bucket']}/{path}"
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
"""Systems whose things have the same name whatever host they are asked through."""


def known_as(place: str) -> list[str]:
    """What other engines call a place: `system:name`, without the host.

    >>> known_as("kafka://broker:9092/orders,returns"), known_as("mysql://db:3306/shop.products")
    (['kafka:orders', 'kafka:returns'], ['mysql:shop.products'])
    >>> known_as("clickhouse://other:9000/shop.orders"), known_as("s3://shop/day.csv")
    (['clickhouse:other:9000/shop.orders'], ['file:s3://shop/day.csv'])
    """
    scheme, sign, rest = place.partition("://")
    if sign and scheme in ("clickhouse", "redis"):
        return [f"{scheme}:{rest}"]
    if not sign or scheme not in SYSTEMS:
        return [f"file:{place}"]
    _, slash, name = rest.partition("/")
    names = name.split(",") if scheme == "kafka" else [name]
    return [f"{scheme}:{one}" for one in names] if slash and name else [f"{scheme}:{rest}"]


__all__ = ["SYSTEMS", "Argument", "Place", "Placer", "address", "known_as"]
