"""Sources that are no files: `format:path;option=value`, read by Spark's own readers as tables of statements.

    table:catalog.schema.queries                 a table of a catalog that Spark knows: Hive, Delta, Iceberg
    jdbc:postgresql://host/db;table=log.queries  a table of a database; the driver's jar is the user's (--conf)
    kafka:host:9092;topic=queries                what lies in a topic now; the value of a message is a record of JSON
    mylog:/data/x                                a data source of one's own

A password is named, not written: `passwordEnv=VARIABLE`. Whatever is shown or stored of a source is without its
options, but for the name of what is read.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from headwater.spark.errors import SparkProblem

_JDBC = (
    "table",
    "query",
    "user",
    "password",
    "passwordEnv",
    "driver",
    "fetchsize",
    "partitionColumn",
    "lowerBound",
    "upperBound",
    "numPartitions",
)
_SHOWN = ("table", "topic", "query")
_SECRET = "passwordEnv"
_USER = re.compile(r"//[^/@;]*@")


class FormatSource(NamedTuple):
    """A source by its format: what Spark is given, and the name that is shown."""

    format: str
    path: str
    options: dict[str, str]
    shown: str


def format_source(format_: str, rest: str) -> FormatSource:
    """A source `format:rest`.

    >>> source = format_source("jdbc", "postgresql://h/db;table=log.queries;user=etl")
    >>> source.options["url"], source.options["dbtable"], source.shown
    ('jdbc:postgresql://h/db', 'log.queries', 'jdbc:postgresql://h/db;table=log.queries')
    """
    path, *given = rest.split(";")
    options: dict[str, str] = {}
    for part in given:
        name, equals, value = part.partition("=")
        if format_ == "jdbc" and name not in _JDBC:
            path += f";{part}"  # jdbc:sqlserver://host;databaseName=x, jdbc:derby:db;create=true
        elif not equals or not name:
            raise SparkProblem(f"{part!r} is not an option of {format_}.", "Write name=value, separated by semicolons.")
        else:
            options[name] = value
    named = [f"{name}={options[name]}" for name in _SHOWN if name in options]
    plain = _USER.sub("//", path.split("?")[0].split(";")[0])
    shown = ";".join([f"{format_}:{plain}", *named])
    if secret := options.pop(_SECRET, None):
        if secret not in os.environ:
            raise SparkProblem(f"The variable {secret} is not set.", "It must contain the password of the source.")
        options["password"] = os.environ[secret]
    if "password" in options and not secret:
        raise SparkProblem(
            "A password in a source would be visible to other processes.",
            f"Put it into a variable, and write {_SECRET}=VARIABLE.",
        )
    if format_ == "jdbc":
        options["url"] = f"jdbc:{path}"
        if "table" in options:
            options["dbtable"] = options.pop("table")
        if not {"dbtable", "query"} & options.keys():
            raise SparkProblem(f"{shown} names no table.", "Add ;table=schema.queries or ;query=SELECT …")
        path = ""
    elif format_ == "kafka":
        options["kafka.bootstrap.servers"], path = path, ""
        if "topic" in options:
            options["subscribe"] = options.pop("topic")
        options.setdefault("startingOffsets", "earliest")
    return FormatSource(format_, path, options, shown)
