"""Tables of statements in Spark's own formats: which column holds what, worked out once, and the rest done by Spark.

A table of an engine's own log (its query log exported as Parquet) and one whose times are not timestamps are read row
by row in Python, like everything else that lies in files.
"""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import TimestampType

from headwater import dialects
from headwater.logs import ReadSettings
from headwater.logs.formats import RECORDS
from headwater.logs.formats.statements import DONE, FAILED, map_columns, missing
from headwater.rows.steps import ENTRY
from headwater.spark.errors import SparkProblem

PATH = "_path"


def plain(table: DataFrame, settings: ReadSettings, source: Column, entry: Column) -> DataFrame | None:
    """The entries of a table of statements, or None where its rows have to be read in Python.

    Raises `SparkProblem` where the user's own mapping names a column that is not there.
    """
    names = [name for name in table.columns if name != PATH]
    if settings.columns and (why := missing(names, settings.columns)):
        raise SparkProblem(why, "Map the columns, for example --column text=query_body.")
    columns = map_columns(names, settings.columns)
    if "text" not in columns or "dialect" not in columns or columns["dialect"].lower() == "engine":
        return None
    if "at" in columns and not isinstance(table.schema[columns["at"]].dataType, TimestampType):
        return None
    sample = table.drop(PATH).limit(1).collect()
    if sample and any(form.claims(sample[0].asDict(recursive=True)) for form in RECORDS[:-1]):
        return None

    def column_for(field: str) -> Column:
        return F.col(f"`{columns[field]}`") if field in columns else F.lit(None)

    def text_for(field: str) -> Column:
        return F.nullif(column_for(field).cast("string"), F.lit(""))

    pairs = [F.lit(name_) for pair in dialects.canonical().items() for name_ in pair]
    named = F.lower(F.trim(text_for("dialect")))
    status = F.lower(text_for("status"))
    has_text = F.length(F.trim(text_for("text"))) > 0
    fields: dict[str, Column] = {
        "source": source,
        "entry": F.coalesce(text_for("entry"), entry),
        "kind": F.when(has_text, "statement").otherwise("unread"),
        "dialect": F.coalesce(F.create_map(*pairs)[named], named, F.lit(settings.dialect)),
        "database": F.coalesce(text_for("database"), F.lit(settings.database)),
        "at": column_for("at").cast("timestamp"),
        "status": F.when(status.isin(*DONE), "done").when(status.isin(*FAILED), "failed").otherwise("unknown"),
        "columns": F.lit(None).cast("string"),
        "detail": F.when(~F.coalesce(has_text, F.lit(False)), "there is no text of a statement"),
        "entries": F.lit(1),
    }
    for field in ("text", "target", "user", "job", "session"):
        fields[field] = text_for(field)
    return table.select(*(fields[name].alias(name) for name in ENTRY.names))
