"""What runs code that nobody can look into: functions over whole rows, scripts, and operators that we do not know.

Every input may feed every output, marked COARSE, and a diagnostic says which operator it was.
"""

from __future__ import annotations

from headwater.base import codes
from headwater.base.codes import Code
from headwater.base.levels import COARSE
from headwater.base.types import Type
from headwater.frontends.catalyst.reader import Handler, Reader
from headwater.frontends.catalyst.result import Opaque, Out, Result
from headwater.frontends.catalyst.tree import Node, attributes
from headwater.rel.columns import Born, Col, Read
from headwater.rel.kinds import UNKNOWN
from headwater.rel.operators import Call, Join, Rel, Single


def _inputs(reader: Reader, inputs: list[Result]) -> Rel:
    """Several inputs side by side."""
    if not inputs:
        return Single(reader.ctx.rows())
    rel = inputs[0].rel
    for input_ in inputs[1:]:
        rel = Join(reader.ctx.rows(), rel, input_.rel, "CROSS", (), ())
    return rel


def opaque(reader: Reader, node: Node, inputs: list[Result], code: Code, label: str) -> Result:
    """Every column that comes in may be in every column that goes out."""
    ctx = reader.ctx
    ctx.say(code, None, label)
    ctx.plan_text.add(f"|> CALL {label}\n")
    # one column that gathers the inputs, so that many outputs of many inputs cost their sum and not their product
    gathered = ctx.col("input")
    everything = [out.col for input_ in inputs for out in input_.outputs]
    reader.visits += len(everything)
    births: list[Born] = [Born(gathered, tuple(Read(col, UNKNOWN, (), COARSE) for col in everything))]
    rel = Call(ctx.rows(), _inputs(reader, inputs), label, (), births, True)

    def make(name: str, kind: Type) -> Col:
        col = ctx.col(name, None, kind)
        births.append(Born(col, (Read(gathered, UNKNOWN, (), COARSE),) if everything else ()))
        return col

    columns = list(attributes(node.fields.get("output")))
    if columns:
        return Result(rel, [Out(name, key, make(name, kind)) for name, key, kind in columns])
    outputs = [Out(out.name, out.key, make(out.name, out.col.type)) for input_ in inputs for out in input_.outputs]
    return Opaque(rel, outputs, inputs, make)


def python(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """mapInPandas, applyInPandas, mapInArrow, cogroup: a function over rows."""
    return opaque(reader, node, inputs, codes.PLAN_PYTHON, node.kind)


def unknown(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """An operator that is in no table."""
    return opaque(reader, node, inputs, codes.PLAN_OPERATOR, node.kind)


HANDLERS: dict[str, Handler] = dict.fromkeys(
    (
        "MapInPandas", "MapInArrow", "PythonMapInArrow", "FlatMapGroupsInPandas", "FlatMapGroupsInArrow",
        "FlatMapCoGroupsInPandas", "FlatMapCoGroupsInArrow", "FlatMapGroupsInPandasWithState",
        "TransformWithStateInPySpark", "TransformWithStateInPandas", "AttachDistributedSequence",
        "ScriptTransformation",
        "MapPartitions", "MapElements", "FlatMapGroupsInR", "FlatMapGroupsInRWithArrow", "MapPartitionsInR",
        "MapPartitionsInRWithArrow", "MapGroups", "CoGroup", "FlatMapGroupsWithState", "TransformWithState",
        "SerializeFromObject", "DeserializeToObject", "AppendColumns", "AppendColumnsWithObject",
    ),
    python,
)  # fmt: skip
