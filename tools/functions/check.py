"""Check that every function table parses and names nothing twice; print the counts.

Run: python tools/functions/check.py
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

DIALECTS = Path(__file__).resolve().parent.parent.parent / "src" / "headwater" / "dialects"
KINDS = {"scalar", "agg", "window", "table", "nosource", "external", "higher"}
ROLE = r"(?:value|cond|order|key|none|lambda)"
ROLES = re.compile(rf"(?:{ROLE} )*(?:\({ROLE}(?: {ROLE})*\)\* )?(?:{ROLE} )*(?:{ROLE}\* )?")
RESULTS = {"!map", "!filter", "!reduce", "!sort"}
FLAGS = RESULTS | {"!ci", "!table", "!within"}
NAME = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_]\w*)*(?:/\d+)?")


def check(path: Path) -> tuple[Counter[str], list[str]]:
    """The kinds of one table, and what is wrong with it."""
    errors: list[str] = []
    kinds: Counter[str] = Counter()
    names: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        name, kind, *words = line.split(" ")
        flags = [text for text in words if text.startswith("!")]
        roles = words[: len(words) - len(flags)]
        where = f"{path.name}:{number}: {name}"
        if not NAME.fullmatch(name):
            errors.append(f"{where}: not a name")
        if kind not in KINDS:
            errors.append(f"{where}: kind {kind}")
        if not ROLES.fullmatch("".join(role + " " for role in roles)):
            errors.append(f"{where}: roles {roles}")
        if words[len(roles) :] != flags or not FLAGS.issuperset(flags) or len(set(flags)) < len(flags):
            errors.append(f"{where}: flags {words}")
        takes_lambda = "lambda" in roles and len(RESULTS.intersection(flags)) == 1
        if (kind == "higher") != takes_lambda or (kind != "higher" and RESULTS.intersection(flags)):
            errors.append(f"{where}: a higher function needs a lambda and one of {sorted(RESULTS)}")
        if path.parent.name != "clickhouse" and name != name.lower():
            errors.append(f"{where}: not lower case")
        if "!ci" in flags and (path.parent.name != "clickhouse" or name != name.lower()):
            errors.append(f"{where}: !ci")
        kinds[kind] += 1
        names.append(name)
    errors += [f"{path.name}: {name} stands {n} times" for name, n in Counter(names).items() if n > 1]
    if names != sorted(names):
        errors.append(f"{path.name}: not sorted")
    errors += [f"{path.name}: {n} has no plain line" for n in names if n.split("/")[0] not in set(names)]
    return kinds, errors


def check_combinators(path: Path) -> list[str]:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    pattern = re.compile(rf"[A-Z][A-Za-z]+(?: =?{ROLE})?")
    return [f"{path.name}: {line}" for line in lines if not pattern.fullmatch(line)]


def main() -> None:
    errors: list[str] = []
    for path in sorted(DIALECTS.glob("*/combinators.txt")):
        errors += check_combinators(path)
    for path in sorted(DIALECTS.glob("*/functions.txt")):
        kinds, wrong = check(path)
        errors += wrong
        counts = "  ".join(f"{kind} {kinds[kind]}" for kind in sorted(kinds))
        print(f"{path.parent.name:<11}{kinds.total():>6}  {counts}")
    if errors:
        print("\n".join(errors), file=sys.stderr)
        raise SystemExit(1)


if __name__ == "__main__":
    main()
