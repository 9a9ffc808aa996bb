"""What Flink's planner said, reviewed and kept (`tests.judges.frozen`)."""

from __future__ import annotations

from pathlib import Path

from tests.judges.flink.scripts import SCHEMA
from tests.judges.frozen import Frozen

_KEPT = Frozen(Path(__file__).parent, SCHEMA)
PLACE = _KEPT.place
digest, load, save = _KEPT.digest, _KEPT.load, _KEPT.save
