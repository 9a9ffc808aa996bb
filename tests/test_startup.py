"""What the first words of a user load: a name that is not used yet costs nothing."""

from __future__ import annotations

import subprocess
import sys

import headwater

_HEAVY = ("sqlglot", "yaml", "rich", "pyarrow", "duckdb", "pyspark", "headwater.bind", "headwater.dialects")
"""What analysis or output need, and neither an import nor a version does."""


def loaded(program: str) -> set[str]:
    """The modules that a new process has after a program."""
    code = f"import sys\ntry:\n    {program}\nexcept SystemExit:\n    pass\nsys.stderr.write(' '.join(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(ran.stderr.split())


def test_an_import_loads_no_parser() -> None:
    assert loaded("import headwater").isdisjoint(_HEAVY)


def test_the_version_loads_no_command() -> None:
    modules = loaded("sys.argv[1:] = ['--version']; from headwater.cli import main; main()")
    assert "headwater.cli" in modules
    assert modules.isdisjoint(set(_HEAVY) - {"rich"})
    assert not [name for name in modules if name.startswith("headwater.cli.")]


def test_a_command_loads_its_own_module_alone() -> None:
    modules = loaded("sys.argv[1:] = ['dialects']; from headwater.cli import main; main()")
    assert "headwater.cli.dialects" in modules
    assert modules.isdisjoint({"headwater.cli.run", "headwater.cli.analyze", "headwater.cli.serve"})


def test_every_public_name_is_there() -> None:
    assert set(headwater.__all__) <= set(dir(headwater))
    for name in headwater.__all__:
        assert getattr(headwater, name) is not None
