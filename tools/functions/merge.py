"""Join an engine's list of functions with the hand-written roles into a function table.

    python tools/functions/read_duckdb.py | python tools/functions/merge.py duckdb

Reads the list on standard input: `name kind [=alias_of] [!flag...]`; its `# ...` lines become the heading.
Writes src/headwater/dialects/<dialect>/functions.txt, sorted by name. The README beside has the format.
"""

from __future__ import annotations

import sys
from fnmatch import fnmatchcase
from pathlib import Path

HERE = Path(__file__).resolve().parent
DIALECTS = HERE.parent.parent / "src" / "headwater" / "dialects"


def only_flags(words: list[str]) -> list[str]:
    return [text for text in words if text.startswith("!")]


def merge(dialect: str, listing: list[str], roles: list[str]) -> list[str]:
    """The lines of the table: heading first, then one line per function."""
    heading: list[str] = []
    kinds: dict[str, list[str]] = {}
    aliases: dict[str, str] = {}
    for line in listing:
        if line.startswith("#"):
            heading.append(line)
            continue
        name, *tokens = line.split()
        description = [token for token in tokens if not token.startswith("=")]
        if name in kinds:
            # Two entries of one name: a scalar that is a table function too, or a repetition.
            both = {kinds[name][0], description[0]}
            if "table" in both and len(both) == 2:
                kind = (both - {"table"}).pop()
                kinds[name] = [kind, *sorted({*only_flags(kinds[name]), *only_flags(description), "!table"})]
            continue
        kinds[name] = description
        for token in tokens:
            if token.startswith("="):
                aliases[name] = token[1:]

    exact: dict[str, list[str]] = {}
    globs: list[tuple[str, list[str]]] = []
    added: set[str] = set()
    errors: list[str] = []
    for number, raw in enumerate(roles, 1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        names, *description = line.split()
        for token in names.split(","):
            sign, name = (token[0], token[1:]) if token[0] in "+-" else ("", token)
            base = name.split("/")[0]
            if sign == "-":
                removed = [known for known in kinds if fnmatchcase(known, name)]
                if not removed:
                    errors.append(f"{dialect}:{number}: nothing to leave out: {name}")
                for known in removed:
                    del kinds[known]
            elif sign == "+":
                if base in kinds and "/" not in name:
                    errors.append(f"{dialect}:{number}: the engine has {name}: drop the +")
                added.add(name)
                exact[name] = description
            elif "*" in name:
                if not any(fnmatchcase(known, name) for known in kinds):
                    errors.append(f"{dialect}:{number}: no function matches {name}")
                globs.append((name, description))
            elif base not in kinds and base not in added:
                errors.append(f"{dialect}:{number}: the engine has no {name}: write +{name} if it is meant")
            elif name in exact:
                errors.append(f"{dialect}:{number}: {name} stands twice")
            else:
                exact[name] = description
    if errors:
        raise SystemExit("\n".join(errors))

    def own(name: str) -> list[str] | None:
        if name in exact:
            return exact[name]
        return next((description for pattern, description in reversed(globs) if fnmatchcase(name, pattern)), None)

    table: dict[str, list[str]] = {}
    for name, description in kinds.items():
        spec = own(name)
        target = aliases.get(name)
        if spec is None and target is not None:
            spec = own(target)
            for key in list(exact):
                if key.startswith(target + "/"):
                    arity = key[len(target) :]
                    table.setdefault(name + arity, [*exact[key], *only_flags(description)])
        table[name] = [*spec, *(f for f in only_flags(description) if f not in spec)] if spec else description
        if table[name][0] == "table" and "!table" in table[name]:
            table[name].remove("!table")
    for name, description in exact.items():
        flags = only_flags(kinds.get(name.split("/")[0], []))
        table.setdefault(name, [*description, *(f for f in flags if f not in description)])
        if "/" in name:
            table[name] = [*description, *(f for f in flags if f not in description and f != "!table")]
    source = f"tools/functions/roles/{dialect}.txt"
    extra = f"# {len(added)} more by hand, with all roles: {source}. Generated: edit there."
    return [*heading, extra, *(" ".join([name, *table[name]]) for name in sorted(table))]


def main() -> None:
    dialect = sys.argv[1]
    listing = [line.strip() for line in sys.stdin if line.strip()]
    if not listing:
        raise SystemExit("no functions on standard input")
    roles = (HERE / "roles" / f"{dialect}.txt").read_text(encoding="utf-8").splitlines()
    lines = merge(dialect, listing, roles)
    (DIALECTS / dialect / "functions.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{dialect}: {sum(not line.startswith('#') for line in lines)} functions")


if __name__ == "__main__":
    main()
