"""Engines that take minutes to answer are asked by `make engines` alone; the everyday tests replay what they said."""

from __future__ import annotations

import os

import pytest

LIVE = bool(os.environ.get("HEADWATER_ENGINES"))
live = pytest.mark.skipif(not LIVE, reason="the engine itself is asked by make engines")
