"""Forms that the parser is shown as calls: the names of these calls, and where the tree keeps what belongs to them.

The words of a dialect are changed to them before parsing, and the binder knows them by these names.
"""

from __future__ import annotations

MARK = "\ue001"
"""Before the name of a function that the parser is not to know."""

LAMBDA = "__lambda"
PARAMS, MATCHER, STAR, COLUMNS, LIST = "__params", "__matcher", "__star", "__columns", "__list"
EXCEPT, REPLACE, APPLY, LIKE, ILIKE, LIMIT = "__except", "__replace", "__apply", "__like", "__ilike", "__limit"
ALIASES = "aliases"
"""In a SELECT's or a lambda's `meta`: the aliases given somewhere inside its expressions, `f(x AS y)`."""
LEVELS = "levels"
"""The argument of a call that holds its parameters, `quantile(0.5)(x)`."""
SHOWN = f"{MARK}show "
"""Before the name of a function that stands for what DESCRIBE and SHOW answer; what they show is behind it."""
BY_NAME = f"{MARK}name"
"""What UPDATE BY NAME sets in a MERGE."""
