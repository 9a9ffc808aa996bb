"""List GoogleSQL's functions from ZetaSQL's builtin catalog. Needs: pip install zetasql==0.1.5

    python tools/functions/read_googlesql.py | python tools/functions/merge.py googlesql

Takes half a minute: it compiles the engine's 28 MB of WebAssembly. BigQuery's own functions are in the
roles file.
"""

from __future__ import annotations

import re
from importlib.metadata import version

from zetasql.core.local_service import ZetaSqlLocalService

KINDS = {"SCALAR": "scalar", "AGGREGATE": "agg", "ANALYTIC": "window"}


def main() -> None:
    service = ZetaSqlLocalService()
    options = service.get_language_options(maximum_features=True)
    result = service.get_builtin_functions(language_options=options)
    print(f"# ZetaSQL builtin catalog, all features on (zetasql {version('zetasql')}).")
    lines = set()
    for function in result.function:
        *space, last = (part.lower() for part in function.name_path)
        name, kind = ".".join([*space, last]), KINDS[function.mode.name]
        lines.add(f"{name} {kind}")
        if function.options and function.options.alias_name:
            lines.add(f"{'.'.join([*space, function.options.alias_name.lower()])} {kind} ={name}")
    lines |= {f"{'.'.join(f.name_path).lower()} table" for f in result.table_valued_function}
    for line in sorted(lines):
        if re.match(r"[a-z][\w.]* ", line):  # $add and the like are operators
            print(line)


if __name__ == "__main__":
    main()
