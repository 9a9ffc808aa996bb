"""A picture as SVG: cards at their places, edges in the colours of the page, for documents and light and dark.

Sizes are those of the page. What is not sure is dashed and has a sign: colour alone never tells it.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from headwater.emit.styled_text import clean
from headwater.rows.graph import Edge
from headwater.rows.graph_answers import Card, View

WIDTH, HEAD, ROW = 226, 42, 22
GAP_X, GAP_Y, EDGE, PAD = 84, 22, 24, 5
STYLE = """
.b{fill:#fff}.c{fill:#fff;stroke:#d8dde3}.s{stroke:#1d5fa8;stroke-width:1.6}.n{font-weight:600;fill:#1c242e}
.r{fill:#1c242e}.f{fill:#6d7987;font-size:10.5px}.e{fill:none;stroke-width:1.6;stroke:#66758a}.DERIVED{stroke:#2468c9}
.DERIVED_ARRAY{stroke:#0b8583}.WINDOW{stroke:#7546c9}.AGG{stroke:#b06f00}.EXTERNAL{stroke:#ac3d93}
.UNKNOWN{stroke:#cf2b20;stroke-dasharray:9 4 2 4}.i{stroke:#8793a1;stroke-dasharray:1.5 4.5}.d{stroke-dasharray:7 5}
.l{stroke:#9aa7b5}.m{fill:#fff;stroke:#cf2b20}.t{fill:#cf2b20;font-weight:700;font-size:10.5px;text-anchor:middle}
text{font:12px system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif}
@media (prefers-color-scheme:dark){.b{fill:#12161b}.c{fill:#1b2128;stroke:#333d48}.n,.r{fill:#e6eaee}.f{fill:#8b97a5}
.s{stroke:#6fb0f2}.m{fill:#12161b}}
"""


def as_svg(view: View) -> str:
    """The picture of a view.

    >>> from headwater.rows.graph import Hidden
    >>> as_svg(View("", (), (), (), Hidden()))[:4]
    '<svg'
    """
    corners = _corners(view.cards)
    rows: dict[str, float] = {}
    heads: dict[str, tuple[float, float]] = {}
    cards: list[str] = []
    for card in view.cards:
        x, y = corners[card.dataset.id]
        heads[card.dataset.id] = (x, y + HEAD / 2)
        for row, reached in enumerate(card.columns):
            rows[reached.column.full_name] = y + HEAD + row * ROW + ROW / 2
        cards += _card(card, x, y, view.start)
    lines: list[str] = []
    for edge in view.edges:
        start = (heads[edge.source.dataset.id][0] + WIDTH, rows[edge.source.full_name])
        end = (heads[edge.target.dataset.id][0], rows[edge.target.full_name])
        lines += _line(
            start, end, _look(edge), f"{edge.source_name} → {edge.target.full_name}: {edge.expr}", _sign(edge)
        )
    for link in view.links:
        (x, y), end = heads[link.source.id], heads[link.target.id]
        kind, sign = ("e l d", "!") if link.doubtful else ("e l", "")
        lines += _line((x + WIDTH, y), end, kind, f"{link.source.full_name} → {link.target.full_name}", sign)
    left = min((x for x, _ in corners.values()), default=0) - EDGE
    right = max((x for x, _ in corners.values()), default=0) + WIDTH + EDGE
    top = -EDGE
    bottom = max((corners[card.dataset.id][1] + _height(card) for card in view.cards), default=0) + EDGE
    box = f"{left:g} {top:g} {right - left:g} {bottom - top:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{right - left:g}" height="{bottom - top:g}">'
        f'<style>{escape(STYLE)}</style><rect class="b" x="{left:g}" y="{top:g}" width="100%" height="100%"/>'
        f"{''.join(lines)}{''.join(cards)}</svg>\n"
    )


def _height(card: Card) -> float:
    return HEAD + len(card.columns) * ROW + (PAD if card.columns else 0)


def _corners(cards: Iterable[Card]) -> dict[str, tuple[float, float]]:
    """The upper left corner of each card: its rank and its order say where."""
    corners: dict[str, tuple[float, float]] = {}
    below: dict[int, float] = {}
    for card in sorted(cards, key=lambda card: card.place):
        y = below.get(card.place.rank, 0)
        corners[card.dataset.id] = (card.place.rank * (WIDTH + GAP_X), y)
        below[card.place.rank] = y + _height(card) + GAP_Y
    return corners


def _card(card: Card, x: float, y: float, start: str) -> Iterable[str]:
    dataset = card.dataset
    own = " s" if start == dataset.full_name or start.startswith(f"{dataset.full_name}.") else ""
    yield f'<rect class="c{own}" x="{x:g}" y="{y:g}" width="{WIDTH}" height="{_height(card):g}" rx="7"/>'
    yield f'<text class="n" x="{x + 11:g}" y="{y + 18:g}">{_text(dataset.name, 31)}</text>'
    kind = "" if dataset.kind == "table" else f" · {dataset.kind}"
    yield f'<text class="f" x="{x + 11:g}" y="{y + 33:g}">{_text(dataset.system + kind, 40)}</text>'
    for row, reached in enumerate(card.columns):
        middle = y + HEAD + row * ROW + ROW / 2 + 4
        yield f'<text class="r" x="{x + 11:g}" y="{middle:g}">{_text(reached.column.name or "all rows", 34)}</text>'


def _text(text: str, most: int) -> str:
    shown = clean(text)
    return escape(shown if len(shown) <= most else shown[: most - 1] + "…")


def _look(edge: Edge) -> str:
    kind = "i" if edge.influence else edge.type.value
    return f"e {kind}{' d' if edge.doubtful and edge.type.value != 'UNKNOWN' else ''}"


def _sign(edge: Edge) -> str:
    if not edge.doubtful:
        return ""
    return "?" if edge.type.value == "UNKNOWN" and not edge.influence else "!"


def _line(start: tuple[float, float], end: tuple[float, float], look: str, title: str, sign: str) -> Iterable[str]:
    (sx, sy), (tx, ty) = start, end
    bend = max(30.0, min((tx - sx) / 2, 160)) if tx >= sx else 70.0
    drop = 46 if tx < sx and abs(ty - sy) < 40 else 0
    path = f"M{sx:g},{sy:g} C{sx + bend:g},{sy + drop:g} {tx - bend:g},{ty + drop:g} {tx:g},{ty:g}"
    yield f'<path class="{look}" d="{path}"><title>{_text(title, 400)}</title></path>'
    if sign:
        x, y = (sx + tx) / 2, (sy + ty) / 2 + drop * 0.75
        yield f'<circle class="m" cx="{x:g}" cy="{y:g}" r="7.5"/>'
        yield f'<text class="t" x="{x:g}" y="{y + 3.6:g}">{sign}</text>'
