"""Whether BigQuery accepts a statement, as ZetaSQL's analyzer with BigQuery's options says it.

ZetaSQL's own tests hold features of other products, too. What BigQuery has of them is data, `bigquery.txt`, and our
reading: language features, kinds of statement, and texts that no option of ZetaSQL turns off. The product mode is the
external one, which has no 32-bit integers and no protocol buffers.
"""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

from zetasql import types as T
from zetasql.core.exceptions import ZetaSQLError

from tests.judges.googlesql.engine import Engine

LISTED = Path(__file__).with_suffix(".txt")


class BigQuery:
    """BigQuery's side of the analyzer of an `Engine`, over the same catalogs."""

    def __init__(self, engine: Engine) -> None:
        listed = read(LISTED.read_text("utf-8"))
        language = copy.deepcopy(engine.options.language_options)
        language.enabled_language_features = [T.LanguageFeature[f"FEATURE_{name}"] for name in listed["feature"]]
        language.supported_statement_kinds = [T.ResolvedNodeKind[f"RESOLVED_{name}_STMT"] for name in listed["kind"]]
        language.product_mode = T.ProductMode.PRODUCT_EXTERNAL
        self._engine = copy.copy(engine)
        self._engine.options = copy.copy(engine.options)
        self._engine.options.language_options = language
        self._language = language
        self._without = re.compile("|".join(f"(?:{pattern})" for pattern in listed["without"]), re.IGNORECASE)

    def accepts(self, sql: str, catalog: Any) -> bool:
        """Whether it takes the statement over the tables and functions of a catalog."""
        if self._without.search(_TEXTS.sub(" ", sql)):
            return False
        catalog = copy.copy(catalog)
        catalog.builtin_function_options = T.ZetaSQLBuiltinFunctionOptions(language_options=self._language)
        try:
            list(self._engine.statements(sql, catalog))
        except ZetaSQLError:
            return False
        return True


_TEXTS = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|`[^`]*`|(?:--|#)[^\n]*|/\*.*?\*/", re.DOTALL)


def read(text: str) -> dict[str, list[str]]:
    """The lists of the file, by their first word.

    >>> read("feature A B  # why\\nwithout a b   # why\\n")
    {'feature': ['A', 'B'], 'kind': [], 'without': ['a b']}
    """
    lists: dict[str, list[str]] = {"feature": [], "kind": [], "without": []}
    for line in text.splitlines():
        word, _, rest = re.sub(r"(^|\s+)#( .*)?$", "", line).partition(" ")
        if word == "without":
            lists[word].append(rest.strip())
        elif word:
            lists[word] += rest.split()
    return lists
