"""headwater: where every column comes from, what it is made of, and what breaks if it changes.

>>> import headwater
>>> answer = headwater.analyze("INSERT INTO x SELECT a + b AS c FROM t", dialect="duckdb")
>>> [str(edge.source) for edge in answer.statements[0].edges]
['t.a', 't.b']
"""

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
