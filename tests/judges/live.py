"""Engines that take minutes to answer are asked by `make engines` alone; the everyday tests replay what they said."""

from __future__ import annotations

import os

import pytest

live = pytest.mark.skipif(not os.environ.get("HEADWATER_ENGINES"), reason="the engine itself is asked by make engines")
