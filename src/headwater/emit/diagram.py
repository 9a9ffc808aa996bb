"""What the drawings share: datasets with their columns, and arrows between them.

Every bare query writes a dataset called `result`; in a drawing of several they are kept apart. A drawing's ids are
numbers in the order of appearance, so nothing that a name holds can break its syntax.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from headwater.answer import Analysis, Statement
from headwater.base.levels import Level
from headwater.emit.styled_text import Relation, clean
from headwater.rel.kinds import UNKNOWN, Kind

_STRENGTH = {kind.label: kind for kind in Kind if kind <= UNKNOWN}


@dataclass
class Box:
    """A dataset: its id, its name, and its columns with their ports."""

    id: str
    name: str
    columns: dict[str, int] = field(default_factory=dict)

    def port(self, column: str) -> int:
        """The number of a column, new or known."""
        return self.columns.setdefault(column, len(self.columns))


@dataclass(frozen=True)
class Arrow:
    """From a column to a column, or to the whole of a dataset (`None`)."""

    source: Box
    column: str
    target: Box
    into: str | None
    label: str
    value: bool
    doubtful: bool


@dataclass
class Drawing:
    """Boxes and arrows in the order of the statements."""

    boxes: list[Box]
    arrows: list[Arrow]


def draw(answers: tuple[Analysis, ...], relation: Relation) -> Drawing:
    """The drawing of all statements of some answers; of the same arrow with two types the strongest is drawn."""
    boxes: dict[tuple[str, str], Box] = {}
    arrows: dict[tuple[str, str, str, str | None, bool], Arrow] = {}
    statements = [(str(index), statement) for index, answer in enumerate(answers) for statement in answer.statements]
    results = sum(_bare(item) for _, item in statements)
    for file, statement in statements:
        own = f"{file}/{statement.index}" if _bare(statement) and results > 1 else ""

        def box(name: str, target: bool, own: str = own, file: str = file, statement: Statement = statement) -> Box:
            key = (own if target else "", name)
            if key not in boxes:
                shown = f"{name} (#{statement.index + 1})" if target and own else name
                if target and own and len(answers) > 1:
                    shown = f"{shown} {answers[int(file)].source.name}"
                boxes[key] = Box(f"d{len(boxes)}", clean(shown))
            return boxes[key]

        def arrow(item: Arrow) -> None:
            key = (item.source.id, item.column, item.target.id, item.into, item.value)
            old = arrows.get(key)
            if old is None or _weaker(old, item):
                arrows[key] = item

        for edge in statement.edges if relation != "influence" else ():
            source, target = box(edge.source.dataset, False), box(edge.target.dataset, True)
            column, into = str(edge.source)[len(edge.source.dataset) + 1 :], edge.target.column or ""
            source.port(column)
            target.port(into)
            doubtful = edge.level > Level.EXACT or edge.type == "UNKNOWN"
            arrow(Arrow(source, column, target, into, edge.type, True, doubtful))
        if relation != "influence":
            for column_ in statement.columns:
                if statement.target is not None and column_.generated:
                    box(statement.target, True).port(column_.name)
        for item in statement.influence if relation != "value" else ():
            source, target = box(item.source.dataset, False), box(item.target.dataset, True)
            column = str(item.source)[len(item.source.dataset) + 1 :]
            source.port(column)
            if item.target.column is not None:
                target.port(item.target.column)
            arrow(Arrow(source, column, target, item.target.column, item.type, False, item.level > Level.EXACT))
    return Drawing(list(boxes.values()), list(arrows.values()))


def _bare(statement: Statement) -> bool:
    return statement.target_dataset is not None and statement.target_dataset.kind == "result"


def _weaker(old: Arrow, new: Arrow) -> bool:
    return old.value and _STRENGTH[old.label] < _STRENGTH[new.label]
