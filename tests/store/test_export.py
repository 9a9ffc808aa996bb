"""The picture of everything, the filter for dialects, and what `headwater export` writes without a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from headwater.cli import app
from headwater.cli.export import PAGE
from headwater.rows.graph import Link
from headwater.store import Filter, Store
from headwater.store.bundle import Bounds, bundle
from headwater.store.overview import layers

SALES = "hive:dws.daily_sales.amount_eur"


def exported(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["export", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_edges_of_the_map_lead_to_the_right(store: Store) -> None:
    view = store.overview()
    ranks = {card.dataset.id: card.place.rank for card in view.cards}
    back = [link for link in view.links if ranks[link.source.id] >= ranks[link.target.id]]
    reaching = {(link.target.id, link.source.id) for link in view.links}
    assert all((link.source.id, link.target.id) in reaching or _circle(view.links, link) for link in back)
    assert len({card.place for card in view.cards}) == len(view.cards)
    assert store.overview().to_dict() == view.to_dict()


def _circle(links: Sequence[Link], link: Link) -> bool:
    """Whether a way leads from the target back to the source."""
    after: dict[str, list[str]] = {}
    for one in links:
        after.setdefault(one.source.id, []).append(one.target.id)
    todo, seen = [link.target.id], set[str]()
    while todo:
        name = todo.pop()
        if name == link.source.id:
            return True
        if name not in seen:
            seen.add(name)
            todo += after.get(name, [])
    return False


def test_of_many_the_most_connected_are_shown_and_the_rest_counted(store: Store) -> None:
    everything, part = store.overview(), store.overview(most=10)
    assert len(part.cards) == 10
    assert part.hidden.columns == len(everything.cards) - 10 + everything.hidden.columns
    assert {card.dataset.id for card in part.cards} <= {card.dataset.id for card in everything.cards}


def test_a_circle_has_one_rank_and_a_long_chain_no_recursion() -> None:
    positions = layers(["a", "b", "c"], [("a", "b"), ("b", "a"), ("b", "c")])
    assert positions["a"].rank == positions["b"].rank == positions["c"].rank - 1
    names = [f"t{number:05}" for number in range(5_000)]
    assert layers(names, list(pairwise(names)))[names[-1]].rank == 4_999


def test_only_statements_of_a_dialect_are_followed(store: Store) -> None:
    walk = store.around(SALES, 3, 3)
    hive = store.around(SALES, 3, 3, Filter(dialects=frozenset({"hive"})))
    assert len(hive.edges) < len(walk.edges)
    assert {store.statement(edge.statement).dialect for edge in hive.edges} == {"hive"}
    assert hive.hidden.filtered > 0
    source = "hive:dwd.order_lines.amount_eur"
    assert store.paths(source, SALES, Filter(dialects=frozenset({"hive"}))).paths
    assert not store.paths(source, SALES, Filter(dialects=frozenset({"flink"}))).paths


def test_a_bundle_is_bounded_and_says_so(store: Store) -> None:
    full = bundle(store)
    assert full["hidden"]["edges"] == store.graph.edges - len(full["edges"])
    small = bundle(store, bounds=Bounds(edges=5))
    assert len(small["edges"]) == 5
    assert small["hidden"]["edges"] == store.graph.edges - 5
    around = bundle(store, SALES, 1, 1)
    assert around["start"] == SALES
    assert {table["full_name"] for table in around["tables"]} >= {"hive:dws.daily_sales", "hive:dwd.order_lines"}
    edge = next(one for one in around["edges"] if one["to"] == SALES and not one["influence"])
    assert (edge["expr"], edge["operators"]) == ("SUM(amount_eur)", ["Scan", "Aggregate"])
    json.dumps(around)


@pytest.mark.parametrize("which", [("--column", SALES), ("--table", "hive:dws.daily_sales"), ()])
def test_drawings_for_documents(warehouse: Path, which: tuple[str, ...]) -> None:
    root = ElementTree.fromstring(exported("svg", str(warehouse), *which))
    assert "dws.daily_sales" in {one.text for one in root.iter("{http://www.w3.org/2000/svg}text")}
    assert exported("mermaid", str(warehouse), *which).startswith("flowchart LR\n")
    assert exported("dot", str(warehouse), *which).startswith("digraph lineage {\n")
    assert exported("csv", str(warehouse), *which).startswith("source,target,")
    assert json.loads(exported("json", str(warehouse), *which))["cards"]


def test_a_file_holds_everything_and_asks_for_nothing(warehouse: Path) -> None:
    if not (PAGE / "index.html").is_file():
        pytest.skip("the page is not built (make page)")
    text = exported("html", str(warehouse), "--column", SALES)
    assert "Content-Security-Policy" in text
    assert not re.search(r"<(?:script|link|img)[^>]* (?:src|href)=", text.partition("<body>")[0])
    assert text.count("</script>") == 2


def test_what_makes_no_sense_is_refused(warehouse: Path) -> None:
    for arguments in (
        ("html", str(warehouse), "--table", "x"),
        ("svg", str(warehouse), "--table", "x", "--column", "y"),
        ("svg", str(warehouse), "--column", "no.such.column"),
    ):
        assert CliRunner().invoke(app, ["export", *arguments]).exit_code == 2
