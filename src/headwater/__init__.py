"""headwater: where every column comes from, what it is made of, and what breaks if it changes.

>>> import headwater
>>> answer = headwater.analyze("INSERT INTO x SELECT a + b AS c FROM t", dialect="duckdb")
>>> [str(edge.source) for edge in answer.statements[0].edges]
['t.a', 't.b']

A name is imported when it is first used: `import headwater` alone loads neither a parser nor a dialect.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from headwater.answer import Analysis
    from headwater.api import Options, analyze
    from headwater.base.diagnostics import Diagnostic
    from headwater.base.levels import Level
    from headwater.catalog.function_files import read_functions
    from headwater.parsed import FromItem, ParsedStatement, Select, SelectItem, parse
    from headwater.schema import Catalog

__version__ = "0.1.0"
__all__ = [
    "Analysis",
    "Catalog",
    "Diagnostic",
    "FromItem",
    "Level",
    "Options",
    "ParsedStatement",
    "Select",
    "SelectItem",
    "__version__",
    "analyze",
    "parse",
    "read_functions",
]

_HOMES = {
    "Analysis": "answer",
    "Catalog": "schema",
    "Diagnostic": "base.diagnostics",
    "FromItem": "parsed",
    "Level": "base.levels",
    "Options": "api",
    "ParsedStatement": "parsed",
    "Select": "parsed",
    "SelectItem": "parsed",
    "analyze": "api",
    "parse": "parsed",
    "read_functions": "catalog.function_files",
}
"""The module that each public name is in."""


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'headwater' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"headwater.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
