"""The child process of a replay; see `runner`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.judges.replay.runner import child

if __name__ == "__main__":
    name, path, sample, seed, only, withhold, skip, out = sys.argv[1:]
    child(name, Path(path), int(sample), int(seed), only, float(withhold), int(skip), Path(out))
