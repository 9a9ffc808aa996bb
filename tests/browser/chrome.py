"""A browser on a pipe: the DevTools protocol over two file descriptors, with nothing but the standard library.

Every answer is awaited with a time limit, and the browser ends with its `with` block. It starts without a network:
a page that asks for anything outside its own file is seen in `requests`.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from tests import timeouts

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FETCHED = Path(__file__).parents[2] / ".cache" / "chromium" / "run"
# The protocol is spoken on descriptors 3 and 4, wherever our ends of the pipes happen to be.
_WIRE = """
import fcntl, os, sys
kept = [fcntl.fcntl(int(one), fcntl.F_DUPFD, 10) for one in sys.argv[1:3]]
os.dup2(kept[0], 3)
os.dup2(kept[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


def found() -> str | None:
    """The browser of this machine, or the one that tools/chromium.py fetched; HEADWATER_CHROME names another."""
    here = os.environ.get("HEADWATER_CHROME") or next(filter(None, map(shutil.which, NAMES)), None)
    return here or (str(FETCHED) if FETCHED.exists() else None)


class Chrome:
    """One browser with one page."""

    def __init__(self, program: str, profile: Path) -> None:
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        command = [
            program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--remote-debugging-pipe",
            f"--user-data-dir={profile}", "about:blank",
        ]  # fmt: skip
        wired = [sys.executable, "-c", _WIRE, str(theirs_in), str(theirs_out), *command]
        self.process = subprocess.Popen(
            wired, pass_fds=(theirs_in, theirs_out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self.reads, self.writes = ours_in, ours_out
        self.left = b""
        self.number = 0
        self.session: str | None = None
        self.problems: list[str] = []
        self.requests: list[str] = []
        self.loads = 0

    def __enter__(self) -> Chrome:
        try:
            self._attach()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def _attach(self) -> None:
        page = self.call("Target.createTarget", url="about:blank")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def end(self) -> None:
        """Close the browser."""
        os.close(self.writes)
        os.close(self.reads)
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def look(self, width: int, height: int = 900, dark: bool = False) -> None:
        """How large the window is, and what the reader prefers."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", features=scheme)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Ask, and wait for the answer; what happens meanwhile is noted."""
        self.number += 1
        said: dict[str, Any] = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            said["sessionId"] = self.session
        os.write(self.writes, json.dumps(said).encode() + b"\0")
        until = time.monotonic() + timeouts.seconds(60)
        while True:
            heard = self._next(until)
            if heard.get("id") == self.number:
                assert "error" not in heard, heard["error"]
                answer: dict[str, Any] = heard["result"]
                return answer
            self._note(heard)

    def open(self, address: str) -> None:
        """Load a page wholly."""
        before = self.loads
        self.call("Page.navigate", url=address)
        until = time.monotonic() + timeouts.seconds(60)
        while self.loads == before:
            self._note(self._next(until))

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def click(self, selector: str) -> None:
        """A real click of the mouse in the middle of an element."""
        box = self.run(
            f"(() => {{ const one = document.querySelector({json.dumps(selector)});"
            " one.scrollIntoView({block: 'nearest'});"
            " const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def type(self, text: str) -> None:
        """Text as if typed."""
        self.call("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """One key: Enter, ArrowDown and so on, or a character."""
        code = {"Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}.get(
            key, 0
        )
        text = {"text": "\r"} if key == "Enter" else {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def _next(self, until: float) -> dict[str, Any]:
        while b"\0" not in self.left:
            ready, _, _ = select.select([self.reads], [], [], max(until - time.monotonic(), 0))
            assert ready, "the browser did not answer in time"
            data = os.read(self.reads, 65536)
            assert data, "the browser ended"
            self.left += data
        one, _, self.left = self.left.partition(b"\0")
        heard: dict[str, Any] = json.loads(one)
        return heard

    def _note(self, heard: dict[str, Any]) -> None:
        method, said = heard.get("method"), heard.get("params", {})
        if method == "Page.loadEventFired":
            self.loads += 1
        elif method == "Runtime.exceptionThrown":
            self.problems.append(str(said["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled":
            self.problems.append(str(said["args"]))
        elif method == "Log.entryAdded":
            self.problems.append(said["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(said["request"]["url"])
        elif method == "Page.javascriptDialogOpening":
            self.problems.append(f"a dialog: {said['message']}")
