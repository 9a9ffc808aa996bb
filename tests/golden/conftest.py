"""`pytest tests/golden --bless` rewrites the expectations of failing golden cases in place."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="rewrite the expectation lines of failing golden cases")
