"""A folder of model files becomes a project: one SELECT a file, the file's name is the model's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePath

from headwater import dialects
from headwater.models.graph import Model, Project, project
from headwater.schema import Catalog


def read(folder: str | Path, dialect: str, *, catalog: Catalog | None = None, database: str | None = None) -> Project:
    """The graph of a folder of `.sql` files, those in folders below it included. Raises `OSError` and `UnicodeError`.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "totals.sql").write_text("SELECT day, SUM(n) AS n FROM clean GROUP BY day")
    >>> _ = (folder / "clean.sql").write_text("SELECT day, n FROM raw.events WHERE n > 0")
    >>> read(folder, "duckdb").order
    ('clean', 'totals')
    """
    name = dialects.get(dialect).name
    return project(list(_models(Path(folder), name)), catalog, database)


def _models(folder: Path, dialect: str) -> Iterator[Model]:
    for current, below, names in os.walk(folder):
        below[:] = sorted(folder for folder in below if not folder.startswith("."))
        above = Path(current).relative_to(folder).parts
        for name in sorted(names):
            path = Path(current) / name
            if path.suffix.lower() == ".sql" and not name.startswith("."):
                try:
                    text = path.read_bytes().decode("utf-8-sig")
                except UnicodeDecodeError:
                    raise UnicodeError(f"{path} is not UTF-8 text.") from None
                yield Model(path.stem, text, PurePath(path).as_posix(), above, dialect)
