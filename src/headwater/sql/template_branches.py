"""The readings of a template: which of its texts stand together.

`{% if a %} SELECT 1 {% else %} SELECT 2 {% endif %}` is never both. A reading decides every condition, so that each
`if` has one text, and what it does not take is blanked out: offsets stay true. Every branch that is written is in at
least one reading, the same condition is decided once in a reading (also behind `not`), and what no branch needs
otherwise holds: an `if` without an `else` applies. So the readings grow with the branches, not with their combinations.

Nothing is executed. A loop is read once, as its first and last round; the bodies of `macro`, of `set` without a value
and of the `else` of a loop are no SQL that stands here, and are blanked out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from headwater.base.spans import Span
from headwater.sql.templates import Covers, Template, blank, cover_all, is_nothing, scan

MOST = 16
"""Readings of one text. What more branches hold is said to be left out."""
_TAG = re.compile(r"\{%[-+]?\s*(\w+)\s*(.*?)\s*[-+]?%\}", re.DOTALL)
_NOT = re.compile(r"not\s+((?:(?!\b(?:and|or|if|else)\b).)+)", re.DOTALL)
_SHORT = re.compile(
    r"""\{\{[-+]?\s*(['"])([^'"]*)\1\s+if\s+((?:not\s+)?loop\.(?:first|last))(?:\s+else\s+(['"])([^'"]*)\4)?\s*[-+]?\}\}"""
)
_BODIES = frozenset({"macro", "set", "docs", "materialization", "test"})
_TRACKED = _BODIES | {"if", "for", "call"}
_KNOWN = {"loop.first": True, "loop.last": True, "true": True, "True": True, "false": False, "False": False}


class Decision(NamedTuple):
    """What a reading says of a condition."""

    condition: str
    holds: bool


@dataclass(slots=True)
class _Branch:
    """A branch of an `if`; of `else`, the condition is empty."""

    decision: Decision
    tag: Template
    end: int = -1
    inside: list[_If] = field(default_factory=list)


@dataclass(slots=True)
class _If:
    branches: list[_Branch]
    end: int = -1


class Choice(NamedTuple):
    """An `if` in a reading: where it stands, the tag of the branch that is taken, and what had to be decided for it."""

    span: Span
    tag: Template
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The text in one reading, with all templates covered, and the templates in it.

    `covers` knows the names that stand for them. `choices` are its `if`s and loops, whose tags begin at `tags`.
    `varying` are the conditions that another reading decides otherwise, and `left` is the number of branches that are
    in no reading.
    """

    text: str
    templates: list[Template]
    choices: tuple[Choice, ...] = ()
    varying: frozenset[str] = frozenset()
    left: int = 0
    tags: frozenset[int] = frozenset()
    covers: Covers = field(default_factory=Covers)

    def is_chosen(self, template: Template) -> bool:
        """Whether a template is a tag of one of the choices."""
        return template.start in self.tags

    def decisions(self, span: Span) -> tuple[Template | None, tuple[Decision, ...]]:
        """What makes this reading of a statement another than the others; the first tag that is taken."""
        first: Template | None = None
        made: dict[Decision, None] = {}
        for choice in self.choices:
            if choice.span.start < span.end and choice.span.end > span.start:
                varying = [decision for decision in choice.decisions if decision.condition in self.varying]
                made.update(dict.fromkeys(varying))
                first = first or (choice.tag if varying else None)
        return first, tuple(made)

    def always(self, span: Span) -> Iterator[Template]:
        """The `if`s and loops around or in a statement that are the same in all readings."""
        for choice in self.choices:
            around = choice.span.start < span.end and choice.span.end > span.start
            if around and not any(decision.condition in self.varying for decision in choice.decisions):
                yield choice.tag


def readings(text: str) -> list[Reading]:
    """Every reading of a text, the one in which all conditions hold first.

    >>> [reading.text.split() for reading in readings("SELECT {% if a %} x {% else %} y {% endif %}")]
    [['SELECT', 'x'], ['SELECT', 'y']]
    """
    if "{" not in text:
        return [Reading(text, [])]
    templates = list(scan(text))
    blocks = _Blocks()
    if not any(template.block for template in templates) or not all(map(blocks.take, templates)) or blocks.open:
        covers = Covers()
        kept = [template for template in templates if not is_nothing(template)]
        return [Reading(cover_all(text, templates, covers), kept, covers=covers)]
    assignments, left = _assignments(blocks.top)
    values = [{name: found.get(name, True) for name in blocks.conditions} for found in assignments]
    varying = frozenset(name for name in blocks.conditions if len({value[name] for value in values}) > 1)
    return [_reading(text, templates, blocks, assignment, varying, left) for assignment in assignments]


# ── the blocks ───────────────────────────────────────────────────────────────────────────────────────────────
class _Open(NamedTuple):
    word: str
    tag: Template
    node: _If | None
    others: list[Template]


class _Blocks:
    """Takes the tags of a text in order; one that does not fit ends it."""

    def __init__(self) -> None:
        self.top: list[_If] = []
        self.open: list[_Open] = []
        self.bodies: list[Span] = []
        self.ends: set[int] = set()
        self.conditions: dict[str, None] = {}
        self.loops: list[Choice] = []
        self.tags: set[int] = set()

    def take(self, template: Template) -> bool:
        """Whether a template fits where it stands."""
        match = _TAG.fullmatch(template.text)
        if match is None:
            return True
        word, rest = match.groups()
        if word in _TRACKED:
            if word != "set" or not _is_assignment(rest):
                self._begin(word, rest, template)
            return True
        if word in ("elif", "else"):
            return self._other(word, rest, template)
        if word.startswith("end") and word[3:] in _TRACKED:
            return self._end(word[3:], template)
        return True

    def _begin(self, word: str, rest: str, tag: Template) -> None:
        node = None
        if word == "if":
            node = _If([_Branch(self._decision(rest), tag)])
            self._inside().append(node)
        if word in ("if", "for"):
            self.tags.add(tag.start)
        self.open.append(_Open(word, tag, node, []))

    def _inside(self) -> list[_If]:
        """Where the next `if` belongs; in a body that is no SQL, nowhere."""
        if any(held.word in _BODIES for held in self.open):
            return []
        return next((held.node.branches[-1].inside for held in reversed(self.open) if held.node), self.top)

    def _other(self, word: str, rest: str, tag: Template) -> bool:
        if not self.open or self.open[-1].word not in ("if", "for"):
            return False
        held = self.open[-1]
        held.others.append(tag)
        self.tags.add(tag.start)
        if held.node is not None:
            held.node.branches[-1].end = tag.start
            held.node.branches.append(_Branch(self._decision(rest) if word == "elif" else Decision("", True), tag))
        return True

    def _end(self, word: str, tag: Template) -> bool:
        if not self.open or self.open[-1].word != word:
            return False
        held = self.open.pop()
        if held.node is not None:
            held.node.branches[-1].end = tag.start
            held.node.end = tag.end
        elif word in _BODIES:
            self.bodies.append(Span(held.tag.end, tag.start))
        elif word == "for":
            self.loops.append(Choice(Span(held.tag.start, tag.end), held.tag, ()))
            if held.others:
                self.bodies.append(Span(held.others[0].end, tag.start))
        elif word == "call" and "statement" in held.tag.text:
            self.ends.add(tag.start)
        return True

    def _decision(self, text: str) -> Decision:
        """A condition and whether it has to hold: `not x` is x that does not hold."""
        condition, holds = " ".join(text.split()), True
        while (match := _NOT.fullmatch(condition)) is not None:
            condition, holds = match.group(1).strip(), not holds
        if condition not in _KNOWN:
            self.conditions[condition] = None
        return Decision(condition, holds)


def _is_assignment(rest: str) -> bool:
    """`set x = 1`; without a value, the text up to `endset` is the value."""
    return "=" in rest


# ── the readings ─────────────────────────────────────────────────────────────────────────────────────────────
def _truth(decision: Decision, assignment: Mapping[str, bool]) -> bool:
    known = _KNOWN.get(decision.condition)
    value = known if known is not None else assignment.get(decision.condition, True) if decision.condition else True
    return value is decision.holds


def _assignments(top: list[_If]) -> tuple[list[dict[str, bool]], int]:
    """What each reading decides, so that every branch is taken once; and the number of branches that are not."""
    found: list[dict[str, bool]] = [{}]
    taken = {id(branch) for _, branch in _decide(top, {})}
    left = 0
    for branch, needed in _goals(top):
        if id(branch) in taken:
            continue
        if len(found) == MOST:
            left += 1
            continue
        found.append(needed)
        taken.update(id(other) for _, other in _decide(top, needed))
    return found, left


def _goals(top: list[_If]) -> Iterator[tuple[_Branch, dict[str, bool]]]:
    """Every branch with what has to be decided for it; one that cannot be reached is left out."""
    waiting: list[tuple[list[_If], dict[str, bool]]] = [(top, {})]
    while waiting:
        ifs, needed = waiting.pop()
        for node in ifs:
            before: dict[str, bool] | None = needed
            for branch in node.branches:
                if before is None:
                    break
                goal = _decided(before, branch.decision)
                if goal is not None:
                    yield branch, goal
                    if branch.inside:
                        waiting.append((branch.inside, goal))
                opposite = branch.decision._replace(holds=not branch.decision.holds)
                before = _decided(before, opposite) if branch.decision.condition else None


def _decided(assignment: dict[str, bool], decision: Decision) -> dict[str, bool] | None:
    """An assignment with one more decision; None where it was decided otherwise."""
    if not decision.condition:
        return assignment
    known = _KNOWN.get(decision.condition, assignment.get(decision.condition))
    if known is not None:
        return assignment if known is decision.holds else None
    return {**assignment, decision.condition: decision.holds}


def _decide(top: Iterable[_If], assignment: Mapping[str, bool]) -> Iterator[tuple[_If, _Branch | None]]:
    """The `if`s that a reading comes to, and the branch that it takes."""
    waiting = list(top)
    while waiting:
        node = waiting.pop()
        taken = next((branch for branch in node.branches if _truth(branch.decision, assignment)), None)
        yield node, taken
        if taken is not None:
            waiting += taken.inside


def _choice(node: _If, taken: _Branch | None) -> Choice:
    """What had to be decided: that the branches before the one that is taken do not apply."""
    asked: list[Decision] = []
    for branch in node.branches:
        if branch.decision.condition and branch.decision.condition not in _KNOWN:
            holds = branch.decision.holds if branch is taken else not branch.decision.holds
            asked.append(Decision(branch.decision.condition, holds))
        if branch is taken:
            break
    return Choice(Span(node.branches[0].tag.start, node.end), (taken or node.branches[0]).tag, tuple(asked))


def _reading(
    text: str,
    templates: list[Template],
    blocks: _Blocks,
    assignment: Mapping[str, bool],
    varying: frozenset[str],
    left: int,
) -> Reading:
    covers = Covers()
    away = list(blocks.bodies)
    choices = list(blocks.loops)
    for node, taken in _decide(blocks.top, assignment):
        away += (Span(branch.tag.end, branch.end) for branch in node.branches if branch is not taken)
        choice = _choice(node, taken)
        if choice.decisions:  # {% if not loop.last %} leaves nothing to decide
            choices.append(choice)
    pieces: list[str] = []
    kept: list[Template] = []
    offset, behind = 0, 0
    away.sort()
    number = 0

    def plain(start: int, end: int) -> None:
        """The text between two templates, without what is away; `away` may be nested, and never begins in between."""
        pieces.append(text[start:end] if start >= behind else blank(text[start:end]))

    for template in templates:
        plain(offset, template.start)
        if template.start < behind:
            pieces.append(blank(template.text))
        else:
            pieces.append(_shown(template, template.start in blocks.ends, covers))
            if not is_nothing(template):
                kept.append(template)
        offset = template.end
        while number < len(away) and away[number].start <= offset:
            behind = max(behind, away[number].end)
            number += 1
    plain(offset, len(text))
    choices.sort()
    return Reading("".join(pieces), kept, tuple(choices), varying, left, frozenset(blocks.tags), covers)


def _shown(template: Template, ends: bool, covers: Covers) -> str:
    """What the parser sees of a template: `{{ "," if not loop.last }}` of the last round is nothing."""
    if ends:
        return ";" + blank(template.text[1:])  # what a call of `statement` runs is a statement of its own
    match = _SHORT.fullmatch(template.text)
    if match is None:
        return covers.hide(template)
    _, first, condition, _, second = match.groups()
    literal = (second or "") if condition.startswith("not") else first
    return literal + blank(template.text[len(literal) :])
