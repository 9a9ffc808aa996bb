"""Output names of Flink: EXPR$0 by position, and a name that stands twice gets a number: a, a0."""

from __future__ import annotations

from sqlglot import exp

from headwater.bind.context import Context
from headwater.bind.output_names.protocol import OutputNames
from headwater.bind.scope import Output

_CLOCKS = frozenset({"CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP"})


class FlinkNames(OutputNames):
    """Names by position, each of them once."""

    def reference(self, ctx: Context, node: exp.Expr) -> str | None:
        """a.b.c is c; a field of anything else, r[1].c or (r).c, has no name."""
        base = node.unnest()
        while isinstance(base, exp.Dot):
            base = base.this
        return super().reference(ctx, node) if isinstance(base, exp.Column) else None

    def unnamed(self, ordinal: int, unnamed: int, text: str) -> str:
        text = text.removesuffix("()")  # the parser's own; a clock has no parentheses, and is named as it stands
        return text if text.upper() in _CLOCKS else f"EXPR${ordinal}"

    def repeated(self, outputs: list[Output]) -> list[Output]:
        names = [output.name for output in outputs]
        if len(set(names)) == len(names):
            return outputs
        used: set[str] = set()
        renamed: list[Output] = []
        last_number: dict[str, int] = {}
        for output in outputs:
            name = output.name
            while name in used and output.opens is None:
                number = last_number[output.name] = last_number.get(output.name, -1) + 1
                name = f"{output.name}{number}"
            used.add(name)
            renamed.append(output if name == output.name else output._replace(name=name))
        return renamed
