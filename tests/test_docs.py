"""The documentation: generated pages are up to date, examples are real, links lead somewhere, nothing is left out.

`make docs` writes again what can be written again.
"""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import headwater
from headwater.base import codes
from tools import docs, features

pytestmark = pytest.mark.slow

ROOT = docs.ROOT
PAGES = [*docs.pages(), docs.DOCS / "reference" / "cli.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
PAGES += sorted((ROOT / "examples").glob("*.md"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def prose(page: Path) -> str:
    """A page without its fenced blocks and code spans: what stands there is no Markdown."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings get when it is rendered."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


# --- generated pages and examples ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", docs.GENERATED)
def test_generated_pages_are_up_to_date(name: str) -> None:
    assert (docs.DOCS / name).read_text("utf-8") == docs.GENERATED[name](), "run make docs"


def test_the_tables_of_features_are_up_to_date() -> None:
    for page, text in features.pages(docs.DOCS).items():
        assert page.read_text("utf-8") == text, f"{page.name}: run make docs"


def test_every_code_is_its_own() -> None:
    ids = [code.id for code in vars(codes).values() if isinstance(code, codes.Code)]
    assert len(ids) > 60
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("page", docs.pages(), ids=named)
def test_the_examples_of_a_page_are_real(page: Path) -> None:
    text = page.read_text("utf-8")
    assert docs.numbered(docs.run(text)) == docs.numbered(text), "run make docs"


# --- links -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        path = (page.parent / target).resolve() if target else page
        if not path.exists() or (anchor and anchor not in anchors(path)):
            broken.append(link)
    assert broken == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    seen: set[Path] = set()
    todo = [ROOT / "README.md", docs.DOCS / "index.md"]
    while todo:
        page = todo.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", prose(page))]
        todo += [(page.parent / link).resolve() for link in links if link and not re.match(r"[a-z]+:", link)]
    assert [named(page) for page in docs.pages() if page not in seen] == []


# --- nothing is left out ---------------------------------------------------------------------------------------


def test_every_diagnostic_is_documented_with_an_example() -> None:
    known = docs.named()
    assert set(known.values()) == set(codes.ALL)
    assert set(docs.EXAMPLES) | docs.WITHOUT == set(known)
    page = (docs.DOCS / "reference" / "diagnostics.md").read_text("utf-8").splitlines()
    assert [code.id for code in codes.ALL if f"### {code.id}" not in page] == []


@pytest.mark.parametrize("name", docs.EXAMPLES)
def test_the_example_of_a_diagnostic_gives_it(name: str) -> None:
    assert docs.shown(name, docs.named()[name]) is not None


@pytest.mark.parametrize("name", [name for name in headwater.__all__ if name != "__version__"])
def test_every_public_name_says_what_it_is_with_an_example(name: str) -> None:
    assert ">>>" in (inspect.getdoc(getattr(headwater, name)) or "")


def test_every_public_name_is_on_the_page_of_the_library() -> None:
    page = (docs.DOCS / "reference" / "api.md").read_text("utf-8").splitlines()
    assert [name for name in headwater.__all__ if name[0] != "_" and f"### {name}" not in page] == []


def modules() -> list[str]:
    result = pkgutil.walk_packages(headwater.__path__, "headwater.")
    return ["headwater", *(one.name for one in result if not one.name.endswith("__main__"))]


@pytest.mark.parametrize("name", modules())
def test_the_examples_in_docstrings_are_real(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0
