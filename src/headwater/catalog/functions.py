"""Argument roles as data: which arguments of a function carry value, and which only decide.

One text file per dialect, `functions.txt` in its package, a line a function:

    name kind roles… !flags          argMax agg value order        if scalar cond value value

Roles are by position; `*` repeats the last one, `(cond value)*` repeats a group. No roles: every argument is value.
What the parser already turned into a class of its own (`exp.ArgMax`) has its roles by argument name in
`bind/expr/function_classes.py`. A name with `/n` is the form with n arguments. Flags: `!ci` case-insensitive though the
dialect is not; `!map`, `!filter`, `!reduce`, `!sort` what a lambda's result is to the whole; `!table` also stands in
FROM; `!within` aggregates its WITHIN GROUP key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal

Role = Literal["value", "cond", "order", "key", "none", "lambda"]
FunctionKind = Literal["scalar", "agg", "window", "table", "nosource", "external", "higher"]
ROLES = frozenset({"value", "cond", "order", "key", "none", "lambda"})
_ROLE: dict[str, Role] = {"value": "value", "cond": "cond", "order": "order", "key": "key", "none": "none"}
KINDS = frozenset({"scalar", "agg", "window", "table", "nosource", "external", "higher"})


@dataclass(frozen=True, slots=True)
class Function:
    """A function's kind and the roles of its arguments."""

    kind: FunctionKind
    before: tuple[Role, ...] = ()
    group: tuple[Role, ...] = ("value",)
    after: tuple[Role, ...] = ()
    flags: frozenset[str] = frozenset()

    def roles(self, count: int) -> tuple[Role, ...]:
        """One role for each of `count` arguments.

        >>> Function.parse("scalar (cond value)* value").roles(5)
        ('cond', 'value', 'cond', 'value', 'value')
        """
        before, after, group = self.before, self.after, self.group
        if count <= len(before):
            return before[:count]
        middle = count - len(before) - len(after)
        if middle < 0:
            return (before + after)[:count]
        if not group:
            filled: tuple[Role, ...] = (before[-1] if before else "value",) * middle
        else:
            repeats, partial = divmod(middle, len(group))
            filled = group * repeats + group[:partial]
        return before + filled + after

    @classmethod
    def parse(cls, text: str) -> Function:
        """Read `kind roles… !flags`; raises ValueError that names the wrong token."""
        tokens = text.replace("(", " ( ").replace(")", " ) ").split()
        kind = tokens[0]
        if kind not in KINDS:
            raise ValueError(f"{kind!r} is not a kind of function. Kinds: {', '.join(sorted(KINDS))}")
        before: list[Role] = []
        group: list[Role] = []
        after: list[Role] = []
        flags: set[str] = set()
        repeated = inside = False
        for token in tokens[1:]:
            if token.startswith("!"):
                flags.add(token[1:])
            elif token == "(":
                inside = True
            elif token == ")":
                inside, repeated = False, True
            elif token == "*":
                repeated = True
            else:
                starred = token.endswith("*")
                role = token.rstrip("*")
                if role not in ROLES:
                    raise ValueError(f"{role!r} is not a role. Roles: {', '.join(sorted(ROLES))}")
                if inside or starred:
                    group.append(role)  # type: ignore[arg-type]
                    repeated = repeated or starred
                else:
                    (after if repeated else before).append(role)  # type: ignore[arg-type]
        if not before and not group and not after:
            group = ["value"]
        return cls(kind, tuple(before), tuple(group), tuple(after), frozenset(flags))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Functions:
    """The functions of one dialect by name."""

    table: Mapping[str, Function] = field(default_factory=dict)
    fold: bool = True
    combinators: Mapping[str, str] = field(default_factory=dict)
    shapes: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def load(cls, package: str, fold: bool) -> Functions:
        """Read `functions.txt` of a dialect's package, and `combinators.txt` and `shapes.txt` where it has them."""
        folder = files(package)
        return cls(
            dict(_lines(_read(folder / "functions.txt"))),
            fold,
            dict(_pairs(_read(folder / "combinators.txt"))),
            dict(_shapes(_read(folder / "shapes.txt"))),
        )

    def with_user(self, extra: Mapping[str, str]) -> Functions:
        """These functions and those a user registered, which win."""
        added = {self._key(name): Function.parse(text) for name, text in extra.items()}
        return Functions({**self.table, **added}, self.fold, self.combinators, self.shapes)

    def shape(self, name: str) -> str:
        """What the result of a function has inside; nothing for most."""
        return self.shapes.get(self._key(name), "") if self.shapes else ""

    def _key(self, name: str) -> str:
        return name.lower() if self.fold else name

    def find(self, name: str, count: int = -1) -> Function | None:
        """The function of that name, or None where nobody described it. A line for `count` arguments comes first.

        >>> Functions.load("headwater.dialects.duckdb", fold=True).find("no_such_function") is None
        True
        """
        key = self._key(name)
        match = self.table.get(f"{key}/{count}") or self.table.get(key)
        if match is None and not self.fold:
            match = self.table.get(name.lower())
            if match is not None and "ci" not in match.flags:
                match = None
        return match or self._combined(name)

    def _combined(self, name: str) -> Function | None:
        """sumIf, uniqArrayIf, sumMerge: an aggregate with combinators, each with its effect on the arguments."""
        effects: list[str] = []
        while True:
            ending = max(
                (combinator for combinator in self.combinators if name.endswith(combinator) and name != combinator),
                key=len,
                default=None,
            )
            if ending is None:
                return None
            name = name[: -len(ending)]
            effects.append(self.combinators[ending])
            base = self.table.get(name) or self.table.get(name.lower())
            if base is not None and base.kind == "agg":
                return _with_effects(base, reversed(effects))


def _with_effects(base: Function, effects: Iterable[str]) -> Function:
    result = base
    for effect in effects:
        if effect.startswith("="):
            result = Function("agg")
        elif effect:
            # one more argument at the end: sumIf(x, c)
            result = Function("agg", result.before, result.group or ("value",), (*result.after, _ROLE[effect]))
    return result


def _read(resource: Traversable) -> str:
    return resource.read_text("utf-8") if resource.is_file() else ""


def _shapes(text: str) -> Iterable[tuple[str, str]]:
    """Lines of `shape name name …`: what the result of a function has inside."""
    for line in text.splitlines():
        shape, *names = line.partition("#")[0].split() or ("",)
        for name in names:
            yield name, shape


def _pairs(text: str) -> Iterable[tuple[str, str]]:
    for line in text.splitlines():
        fields = line.partition("#")[0].split()
        if fields:
            yield fields[0], fields[1] if len(fields) > 1 else ""


def _lines(text: str) -> Iterable[tuple[str, Function]]:
    parsed: dict[str, Function] = {}
    for line in text.splitlines():
        name, _, description = line.partition(" ")
        if not name or name.startswith("#") or not description:
            continue
        function = parsed.get(description)
        if function is None:
            function = parsed[description] = Function.parse(description)
        yield name, function
