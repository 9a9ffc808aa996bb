"""The repository itself: what is committed speaks of headwater alone, and says how it is used.

Every file that git knows or would take is read, so that a slip is seen before it is committed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UNREAD = {"__pycache__", "node_modules", "build", "dist", "out"}

# Where packages happened to be fetched from is the business of whoever installs them.
ADDRESSES = re.compile(
    r"""  pypi\.org/simple | files\.pythonhosted\.org | registry\.(?:npmjs|yarnpkg)\.\w+
        | ^\s*"?resolved"?\s*[:=]?\s*"?https?:
        | ^\s*--?(?:i|f|index-url|extra-index-url|find-links)\b""",
    re.VERBOSE | re.MULTILINE,
)
MACHINE_PATHS = re.compile(r"(?<![\w.:/$}-])(?:/(?:home|Users|root|work)/\w|[A-Z]:\\Users\\\w)")


def committed() -> list[Path]:
    """Files that git tracks or would add; without git, every file outside of caches and environments."""
    git = shutil.which("git")
    if git and (ROOT / ".git").exists():
        command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        paths = [ROOT / name for name in listed.split("\0") if name]
    else:
        paths = []
        for folder, folders, names in os.walk(ROOT):
            folders[:] = [name for name in folders if name == ".ci" or not name.startswith(".")]
            folders[:] = [name for name in folders if name not in UNREAD]
            paths += [Path(folder, name) for name in names]
    return sorted(path for path in paths if path.is_file())


def texts() -> list[tuple[str, str]]:
    """Name and text of every committed file that is text."""
    result = []
    for path in committed():
        data = path.read_bytes()
        if b"\0" not in data:
            result.append((path.relative_to(ROOT).as_posix(), data.decode("utf-8")))
    return result


def places(pattern: re.Pattern[str]) -> list[str]:
    """Where a pattern stands in what is committed, as name:line: text."""
    return [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match.group().strip()}"
        for name, text in texts()
        for match in pattern.finditer(text)
    ]


def pins(name: str) -> dict[str, set[str]]:
    """Package to its pinned versions in a constraints file (one per range of Python versions)."""
    result: dict[str, set[str]] = {}
    for line in (ROOT / "constraints" / name).read_text().splitlines():
        package, _, version = line.partition(";")[0].strip().partition("==")
        result.setdefault(package, set()).add(version)
    return result


def version() -> str:
    """The version that pyproject.toml states."""
    text = (ROOT / "pyproject.toml").read_text()
    match = re.search(r'^version = "(.+)"$', text, re.MULTILINE)
    assert match
    return match.group(1)


def targets() -> list[str]:
    """Every target of the Makefile that is not a file."""
    text = (ROOT / "Makefile").read_text()
    return sorted(set(re.findall(r"^([a-z][a-z-]*):(?!=)", text, re.MULTILINE)))


def test_no_registry_is_named() -> None:
    assert places(ADDRESSES) == []


def test_no_path_of_a_machine_is_named() -> None:
    assert places(MACHINE_PATHS) == []


def test_no_lock_file_with_addresses_is_kept() -> None:
    assert [path.name for path in committed() if path.name in {"uv.lock", "poetry.lock", "Pipfile.lock"}] == []


def test_no_file_is_too_large_to_read() -> None:
    assert [path.name for path in committed() if path.stat().st_size > 1_000_000] == []


@pytest.mark.parametrize("name", ["dev.txt", "build.txt", "flink.txt"])
def test_constraints_pin_every_package(name: str) -> None:
    assert {package: found for package, found in pins(name).items() if "" in found} == {}


def test_both_halves_of_the_parser_have_one_version() -> None:
    result = pins("dev.txt")
    assert result["sqlglot"] == result["sqlglotc"]
    assert len(result["sqlglot"]) == 1


def test_every_target_is_in_make_help() -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("there is no make here")
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    done = subprocess.run([make, "help"], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    helped = dict(re.findall(r"^\s+make (\S+)\s+(\S.*)$", done.stdout, re.MULTILINE))
    assert sorted(helped) == targets()


def test_every_target_makes_the_environment_first() -> None:
    text = (ROOT / "Makefile").read_text()
    needs = dict(re.findall(r"^([a-z][a-z-]*):(?!=)([^#\n]*)", text, re.MULTILINE))

    def sets_up(target: str) -> bool:
        return target == "setup" or any(sets_up(other) for other in needs.get(target, "").split())

    assert [target for target in targets() if not sets_up(target)] == ["clean", "help"]


def test_ci_runs_the_tests() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text().splitlines()[-1] == "exec make test"


def test_one_version_everywhere() -> None:
    import headwater

    assert headwater.__version__ == version()
    assert f"[{version()}]" in (ROOT / "CHANGELOG.md").read_text()


def test_the_readme_is_the_package_page() -> None:
    named = 'readme = "README.md"' in (ROOT / "pyproject.toml").read_text().splitlines()
    assert named == (ROOT / "README.md").exists()


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text()
    pages = sorted(path.name for path in folder.glob("*.md") if path.name != "README.md")
    assert [name for name in pages if f"({name})" not in index] == []


def test_every_example_lies_in_a_folder_named_by_its_dialect() -> None:
    dialects = {"clickhouse", "duckdb", "flink", "googlesql", "hive", "spark"}
    result = {path: path.parent.name for path in (ROOT / "examples").rglob("*.sql")}
    assert {path.as_posix() for path, folder in result.items() if folder not in dialects} == set()
    assert set(result.values()) == dialects
