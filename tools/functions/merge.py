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


def flags_of(words: list[str]) -> list[str]:
    return [word for word in words if word.startswith("!")]


def merge(dialect: str, listing: list[str], roles: list[str]) -> list[str]:
    """The lines of the table: heading first, then one line per function."""
    heading: list[str] = []
    kinds: dict[str, list[str]] = {}
    aliases: dict[str, str] = {}
    for line in listing:
        if line.startswith("#"):
            heading.append(line)
            continue
        name, *rest = line.split()
        words = [word for word in rest if not word.startswith("=")]
        if name in kinds:
            # Two entries of one name: a scalar that is a table function too, or a repetition.
            both = {kinds[name][0], words[0]}
            if "table" in both and len(both) == 2:
                other = (both - {"table"}).pop()
                kinds[name] = [other, *sorted({*flags_of(kinds[name]), *flags_of(words), "!table"})]
            continue
        kinds[name] = words
        for word in rest:
            if word.startswith("="):
                aliases[name] = word[1:]

    exact: dict[str, list[str]] = {}
    globs: list[tuple[str, list[str]]] = []
    added: set[str] = set()
    errors: list[str] = []
    for number, raw in enumerate(roles, 1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        names, *words = line.split()
        for word in names.split(","):
            sign, name = (word[0], word[1:]) if word[0] in "+-" else ("", word)
            base = name.split("/")[0]
            if sign == "-":
                gone = [known for known in kinds if fnmatchcase(known, name)]
                if not gone:
                    errors.append(f"{dialect}:{number}: nothing to leave out: {name}")
                for known in gone:
                    del kinds[known]
            elif sign == "+":
                if base in kinds and "/" not in name:
                    errors.append(f"{dialect}:{number}: the engine has {name}: drop the +")
                added.add(name)
                exact[name] = words
            elif "*" in name:
                if not any(fnmatchcase(known, name) for known in kinds):
                    errors.append(f"{dialect}:{number}: no function matches {name}")
                globs.append((name, words))
            elif base not in kinds and base not in added:
                errors.append(f"{dialect}:{number}: the engine has no {name}: write +{name} if it is meant")
            elif name in exact:
                errors.append(f"{dialect}:{number}: {name} stands twice")
            else:
                exact[name] = words
    if errors:
        raise SystemExit("\n".join(errors))

    def own(name: str) -> list[str] | None:
        if name in exact:
            return exact[name]
        return next((words for pattern, words in reversed(globs) if fnmatchcase(name, pattern)), None)

    table: dict[str, list[str]] = {}
    for name, words in kinds.items():
        spec = own(name)
        target = aliases.get(name)
        if spec is None and target is not None:
            spec = own(target)
            for key in list(exact):
                if key.startswith(target + "/"):
                    arity = key[len(target) :]
                    table.setdefault(name + arity, [*exact[key], *flags_of(words)])
        table[name] = [*spec, *(f for f in flags_of(words) if f not in spec)] if spec else words
        if table[name][0] == "table" and "!table" in table[name]:
            table[name].remove("!table")
    for name, words in exact.items():
        flags = flags_of(kinds.get(name.split("/")[0], []))
        table.setdefault(name, [*words, *(f for f in flags if f not in words)])
        if "/" in name:
            table[name] = [*words, *(f for f in flags if f not in words and f != "!table")]
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
