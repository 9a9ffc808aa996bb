"""Random expressions: scalars, conditions, lists and lambdas, subqueries.

Invariant: an expression has one value for a row, whichever way the engine goes about it. To add a form, add it to the
choices of its kind.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.judges.generate_base import NUMBERS, SCALARS, Column, Kind, Relation, Scope, Words, fields_of, plain

Choices = list[Callable[[], str]]


class Expressions(Words):
    """Expressions over the columns in scope."""

    def scalar(self, kind: Kind, scope: Scope, depth: int) -> str:
        """An expression of the kind `int`, `dbl`, `str`, `date` or `bool`."""
        column = self.pick(scope, kind)
        if depth <= 0 or self.chance(0.35):
            if column and self.chance(0.92):
                return self.written(column.text)
            return self.opened(kind, scope) or self.literal(kind)

        def sub(inner: Kind = kind) -> str:
            return self.scalar(inner, scope, depth - 1)

        def condition() -> str:
            return self.condition(scope, depth - 1)

        choices: Choices = [
            lambda: f"CASE WHEN {condition()} THEN {sub()} ELSE {sub()} END",
            lambda: f"CASE WHEN {condition()} THEN {sub()} WHEN {condition()} THEN {sub()} END",
            lambda: f"CASE {sub('str')} WHEN 'a' THEN {sub()} WHEN 'b' THEN {sub()} END",
            lambda: f"coalesce({sub()}, {sub()})",
            lambda: f"ifnull({sub()}, {sub()})",
            lambda: f"nullif({sub()}, {sub()})",
            lambda: f"greatest({sub()}, {sub()})",
            lambda: f"least({sub()}, {sub()})",
            lambda: f"if({condition()}, {sub()}, {sub()})",
            lambda: f"{{'p': {sub()}, 'q': {sub('str')}}}.p",
            lambda: f"struct_pack(p := {sub('int')}, q := {sub()}).q",
            lambda: f"row({sub()}, {sub('int')})[1]",
            lambda: f"MAP {{'p': {sub()}, 'q': {self.literal(kind)}}}['p']",
            lambda: f"struct_insert({{'p': {sub('int')}}}, q := {sub()}).q",
            lambda: self.opened(kind, scope) or sub(),
            lambda: self.scalar_subquery(kind, scope, depth - 1),
        ]
        if kind in ("int", "str"):
            choices += [lambda: f"{self.listed(f'{kind}[]', scope, depth - 1)}[{self.rng.choice((1, 2, -1))}]"]
        return self.rng.choice(choices + self.own(kind, scope, depth))()

    def own(self, kind: Kind, scope: Scope, depth: int) -> Choices:
        """Forms that only one kind has."""

        def sub(inner: Kind = kind) -> str:
            return self.scalar(inner, scope, depth - 1)

        if kind == "int":
            return [
                lambda: f"({sub()} + {sub()})",
                lambda: f"({sub()} - {sub()})",
                lambda: f"(-{sub()})",
                lambda: f"({sub()} * 2)",
                lambda: f"length({sub('str')})",
                lambda: f"{sub('str')}.length()",
                lambda: f"day({sub('date')})",
                lambda: f"CAST(extract('dow' FROM {sub('date')}) AS INTEGER)",
                lambda: f"CAST(date_diff('day', {sub('date')}, {sub('date')}) AS INTEGER)",
                lambda: f"({sub()} % 3)",
                lambda: f"({sub()} // 2)",
                lambda: f"abs({sub()})",
                lambda: f"CAST({self.condition(scope, depth - 1)} AS INTEGER)",
                lambda: f"CAST(len({self.listed('int[]', scope, depth - 1)}) AS INTEGER)",
                lambda: f"CAST(list_sum({self.listed('int[]', scope, depth - 1)}) AS INTEGER)",
                lambda: f"CAST(list_max({self.listed('int[]', scope, depth - 1)}) AS INTEGER)",
                lambda: self.reduced(scope, depth - 1),
            ]
        if kind == "dbl":
            return [
                lambda: f"({sub()} + {sub('int')})",
                lambda: f"({sub()} * 2)",
                lambda: f"({sub('int')} / 4)",
                lambda: f"CAST({sub('int')} AS DOUBLE)",
                lambda: f"{sub('int')}::DOUBLE",
                lambda: f"round({sub()}, 1)",
            ]
        if kind == "str":
            return [
                lambda: f"({sub()} || {sub()})",
                lambda: f"upper({sub()})",
                lambda: f"lower({sub()}.upper())",
                lambda: f"concat({sub()}, {sub('int')})",
                lambda: f"concat_ws('-', {sub()}, {sub()})",
                lambda: f"CAST({sub('int')} AS VARCHAR)",
                lambda: f"{sub('date')}::VARCHAR",
                lambda: f"substring({sub()}, 1, 1)",
                lambda: f"replace({sub()}, 'a', {sub()})",
                lambda: f"({sub()})[1:2]",
                lambda: f"strftime({sub('date')}, '%d')",
            ]
        if kind == "date":
            return [
                lambda: f"CAST({sub()} + INTERVAL 1 DAY AS DATE)",
                lambda: f"({sub()} + CAST({sub('int')} AS INTEGER))",
                lambda: f"CAST(date_trunc('month', {sub()}) AS DATE)",
                lambda: f"last_day({sub()})",
            ]
        return [lambda: f"({self.condition(scope, depth - 1)})"]

    def opened(self, kind: Kind, scope: Scope) -> str | None:
        """A value of `kind` out of a nested column."""
        result: list[str] = []
        for column in scope:
            if column.kind == f"{kind}[]":
                result.append(f"{column.text}[1]")
            elif column.kind.startswith("struct(") and not column.kind.endswith("[]"):
                result += [f"{column.text}.{name}" for name, inner in fields_of(column.kind) if inner == kind]
            elif column.kind == f"map({kind})":
                result.append(f"{column.text}['a']")
            elif column.kind == "ts" and kind == "date":
                result.append(f"CAST({column.text} AS DATE)")
            elif column.kind == "json" and kind == "str":
                result += [f"({column.text} ->> '$.b')", f"json_extract_string({column.text}, '$.b')"]
            elif column.kind == "json" and kind == "int":
                result.append(f"CAST({column.text} -> '$.a' AS INTEGER)")
            elif column.kind.startswith("struct(") and column.kind.endswith("[]"):
                element = fields_of(column.kind[:-2])
                result += [f"{column.text}[1].{name}" for name, inner in element if inner == kind]
        return self.rng.choice(result) if result else None

    # ------------------------------------------------------------------------------------------ lists

    def listed(self, kind: Kind, scope: Scope, depth: int) -> str:
        """A list: a column, a literal, or another list gone through a function or a lambda."""
        inner = kind[:-2]
        column = self.pick(scope, kind)
        if column and (depth <= 0 or self.chance(0.4)):
            return column.text
        if depth <= 0 or self.chance(0.25):
            items = ", ".join(self.scalar(inner, scope, 0) for _ in range(self.rng.choice((1, 2))))
            return f"[{items}]"
        source, name = self.listed(kind, scope, depth - 1), self.fresh("v")
        body = self.lambda_body(inner, (*scope, Column(name, name, inner)), name)
        test = f"{name} {self.rng.choice(('>', '<', '<>'))} {self.scalar(inner, scope, 0)}"
        return self.rng.choice(
            (
                f"list_sort({source})",
                f"list_reverse({source})",
                f"{source}[1:2]",
                f"list_concat({source}, {self.listed(kind, scope, 0)})",
                f"list_append({source}, {self.scalar(inner, scope, 0)})",
                f"list_filter({source}, lambda {name}: {test})",
                f"list_transform({source}, lambda {name}: {body})",
                f"[{body} FOR {name} IN {source} IF {test}]",
                f"[{body} FOR {name} IN {source}]",
                f"list_transform([{{'p': {name}, 'q': {body}}} FOR {name} IN {source}], lambda {name}: {name}.q)",
            )
        )

    def lambda_body(self, kind: Kind, scope: Scope, name: str) -> str:
        body = self.scalar(kind, scope, 1)
        return body if plain(body) and "lambda" not in body and " FOR " not in body else name

    def reduced(self, scope: Scope, depth: int) -> str:
        source, name = self.listed("int[]", scope, depth - 1), self.fresh("v")
        body = self.lambda_body("int", (*scope, Column(name, name, "int")), name)
        return f"CAST(list_reduce({source}, lambda s, {name}: s + {body}, {self.scalar('int', scope, 0)}) AS INTEGER)"

    # ------------------------------------------------------------------------------------- conditions

    def condition(self, scope: Scope, depth: int) -> str:
        kind = self.kind_in(scope)
        left = self.scalar(kind, scope, depth - 1)
        tries = [self.scalar(kind, scope, depth - 1) for _ in range(3)]
        right = next((text for text in tries if text.lower() != left.lower()), self.literal(kind))
        choices: Choices = [
            lambda: f"{left} {self.rng.choice(('=', '<>', '!=', '<', '>', '<=', '>='))} {right}",
            lambda: f"{left} IS NOT NULL",
            lambda: f"{left} IS NULL",
            lambda: f"{left} IN ({right}, {self.literal(kind)})",
            lambda: f"{left} NOT IN ({right}, {self.literal(kind)})",
            lambda: f"{left} IS DISTINCT FROM {right}",
            lambda: f"{left} BETWEEN {self.literal(kind)} AND {right}",
            lambda: f"{self.scalar('str', scope, 0)} LIKE {self.scalar('str', scope, 0)} || '%'",
            lambda: f"list_contains({self.listed('int[]', scope, 1)}, {self.scalar('int', scope, 0)})",
            lambda: self.scalar("bool", scope, 0),
        ]
        if depth > 0:
            choices += [
                lambda: f"({self.condition(scope, depth - 1)} OR {left} = {right})",
                lambda: f"({self.condition(scope, depth - 1)} AND {left} IS NOT NULL)",
                lambda: f"NOT ({self.condition(scope, depth - 1)})",
                lambda: f"{left} IN ({self.one_column(kind, scope, depth - 1)})",
                lambda: f"{left} NOT IN ({self.one_column(kind, scope, depth - 1)})",
                lambda: f"{left} >= ALL ({self.one_column(kind, scope, depth - 1)})",
                lambda: f"{left} < ANY ({self.one_column(kind, scope, depth - 1)})",
                lambda: f"EXISTS ({self.exists_query(scope, depth - 1)})",
                lambda: f"NOT EXISTS ({self.exists_query(scope, depth - 1)})",
            ]
        return self.rng.choice(choices)()

    # ------------------------------------------------------------------------------------- subqueries

    def inner_scope(self, outer: Scope, depth: int) -> tuple[Relation, Scope]:
        relation = self.relation(depth)
        return relation, relation.columns + outer

    def correlation(self, inner: Scope, outer: Scope) -> str:
        """Ties a subquery to the query around it, where there is something to compare."""
        pairs = [(i, o) for i in inner for o in outer if i.kind == o.kind and i.kind in SCALARS]
        if not pairs or self.chance(0.25):
            return "true"
        one, two = self.rng.choice(pairs)
        return f"{one.text} {self.rng.choice(('=', '=', '=', '<', '>'))} {two.text}"

    def scalar_subquery(self, kind: Kind, outer: Scope, depth: int) -> str:
        relation, scope = self.inner_scope(outer, depth)
        tie = self.correlation(relation.columns, outer)
        # An aggregate of outer columns alone belongs to the outer query: an inner column must stand in it.
        own = self.pick(relation.columns, kind)
        if own is None:
            return self.literal(kind)
        body = own.text if self.chance(0.7) else f"coalesce({own.text}, {self.scalar(kind, scope, 0)})"
        if self.chance(0.2):
            return f"(SELECT {body} FROM {relation.text} WHERE {tie} ORDER BY {body} DESC LIMIT 1)"
        if kind in NUMBERS and self.chance(0.2):
            return f"list_max(ARRAY(SELECT {body} FROM {relation.text} WHERE {tie}))"
        return f"(SELECT {self.rng.choice(('max', 'min'))}({body}) FROM {relation.text} WHERE {tie})"

    def one_column(self, kind: Kind, outer: Scope, depth: int) -> str:
        relation = self.relation(depth)
        body = self.scalar(kind, relation.columns, 1)
        tie = self.correlation(relation.columns, outer) if self.chance(0.3) else "true"
        return f"SELECT {body} FROM {relation.text} WHERE {tie}"

    def exists_query(self, outer: Scope, depth: int) -> str:
        relation, _ = self.inner_scope(outer, depth)
        tie = self.correlation(relation.columns, outer)
        return f"SELECT 1 FROM {relation.text} WHERE {tie} AND {self.condition(relation.columns, 0)}"
