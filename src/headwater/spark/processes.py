"""Whether a process of this machine still runs: its number alone does not tell, since numbers are used again."""

from __future__ import annotations

import os
from pathlib import Path


def started(pid: int) -> str | None:
    """When a process of this machine started, in whatever unit; None where there is no such process.

    >>> started(os.getpid()) is None
    False
    """
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        pass
    try:
        os.kill(pid, 0)
    except PermissionError:
        return ""
    except OSError:
        return None
    return ""
