"""A case, carried out: the run is started, something of it is killed, it is started again, and its tables are compared
with those of runs that nobody disturbed.

A run that survives (Spark replaces a worker or an executor that is lost) is not started again. Beside the tables, a
folder must be whole, and nothing may be left: no process, and no temporary folder.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from headwater.spark import repair
from headwater.spark.folder import Folder
from tests.chaos import inputs
from tests.chaos.cases import Case, Kill, Mode
from tests.chaos.processes import descendants, kill, outlived
from tests.spark import outcome
from tests.spark.cluster import QUICK, Cluster

ROOT = Path(__file__).parents[2]
BUSY = "Another run is writing into"
_STEP = re.compile(r"^[A-Z]\w+[^:.]*(?:: [\d,]+ texts)?$")
_TRIES = 4
"""How often a moment is brought forward because the run had ended before."""


@dataclass
class Verdict:
    """What a case came to: the kills with their moments, the runs that it took, and what is wrong, if anything."""

    case: Case
    kills: list[str] = field(default_factory=list)
    runs: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Clean:
    """An undisturbed run: its folder, its steps with the seconds that each took, and its changes of files."""

    out: Path
    steps: list[tuple[str, float]]
    changes: int


class Started:
    """A run that was started."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path, trace: Path) -> None:
        self.process = process
        self.log = log
        self.trace = trace

    def steps(self) -> list[str]:
        """The steps that it has begun."""
        return [line for line in self.text().splitlines() if _STEP.match(line)]

    def text(self) -> str:
        """What it has said so far."""
        return self.log.read_text(errors="replace")

    def told(self) -> bool:
        """Whether it has made a snapshot and its report."""
        return "Report:" in self.text()

    def changes(self) -> list[str]:
        """The changes of files that it was about to make."""
        return self.trace.read_text().splitlines() if self.trace.exists() else []


class Harness:
    """Cases, one after the other, in one working folder: paths are part of what runs remember."""

    def __init__(self, work: Path) -> None:
        self.work = work
        self.source = work / "source"
        self.out = work / "out"
        self.temporary = work / "tmp"
        self.temporary.mkdir(parents=True, exist_ok=True)
        self._clean: dict[tuple[Any, ...], Clean] = {}
        self._base: dict[Mode, Path] = {}
        self._cluster: Cluster | None = None
        self._since = datetime.now(UTC)
        self._started: list[Started] = []

    def close(self) -> None:
        """End what still runs."""
        for run in self._started:
            if run.process.poll() is None:
                self._end(run)
        if self._cluster is not None:
            self._cluster.stop()

    def carry_out(self, case: Case) -> Verdict:
        """Do what the case says, and look at what came of it."""
        verdict = Verdict(case)
        clean = self._undisturbed(case)
        for number, one in enumerate(case.kills):
            if number == 0:
                survived, seen = self._first_kill(case, one, clean, verdict)
            else:
                survived, seen = self._disturb(case, one, clean, verdict)
            if self._cluster is not None:
                self._cluster.revive()
        if case.late:
            inputs.lay_late(self.source)
        if not survived or case.late or case.mode == "follow":
            self._finish(case, verdict)
        verdict.wrong += [f"process {pid} still runs" for pid in outlived(seen)]
        verdict.wrong += self.inspect(clean)
        return verdict

    # ── disturbed ────────────────────────────────────────────────────────────────────────────────────────────
    def _first_kill(self, case: Case, one: Kill, clean: Clean, verdict: Verdict) -> tuple[bool, list[int]]:
        """The first kill has to hit: a run that ended before is done again, and the moment brought forward."""
        for _ in range(_TRIES):
            verdict.kills.clear()
            self._lay(case, late=False)
            survived, seen = self._disturb(case, one, clean, verdict)
            if "ended before" not in verdict.kills[-1]:
                break
            one = replace(one, share=one.share / 2)
        return survived, seen

    def _disturb(self, case: Case, one: Kill, clean: Clean, verdict: Verdict) -> tuple[bool, list[int]]:
        """Start the run, and kill; whether it came to its end all the same, and the processes that it had."""
        at = 1 + int(one.share * clean.changes) if one.moment == "write" else 0
        verdict.runs += 1
        run = self._start(case, case.mode, at, one.victim)
        rival = self._start(case, case.mode) if case.rival else None
        if one.moment == "write":
            seen = self._watch(run, case)
            changes = run.changes()
            hit = len(changes) >= at
            last = changes[at - 1] if hit else "ended before"
            verdict.kills.append(f"{one.victim} before change {at} ({last})" if hit else f"{one.victim}: ended before")
        else:
            seen, text = self._kill_at_step(run, one, clean)
            verdict.kills.append(text)
            if case.mode == "follow" and one.victim not in ("driver", "everything"):
                seen += self._watch(run, case)
        ended = run.process.wait()
        if rival is not None:
            verdict.wrong += self._end_rival(rival, case)
        return ended == 0 and case.mode != "follow", seen

    def _kill_at_step(self, run: Started, one: Kill, clean: Clean) -> tuple[list[int], str]:
        """Kill at a share of the steps of an undisturbed run; then the process ends by itself, or was killed."""
        place = one.share * len(clean.steps)
        number = int(place)
        name, seconds = clean.steps[number]
        while run.process.poll() is None and len(run.steps()) < number:
            time.sleep(0.02)
        until = time.monotonic() + (place - number) * seconds
        while run.process.poll() is None:
            if run.told():  # it follows, and has nothing more to do
                self._end(run)
                break
            below = list(descendants([run.process.pid, *self._machines()]))
            victims = self._victims(run, one, below)
            if time.monotonic() >= until and victims:
                kill(victims)
                if one.victim == "machine" and self._cluster is not None:
                    self._cluster.kill_worker(0)
                where = run.steps()[-1:] or ["starting"]
                return [pid for pid, role in below if role != "executor"], f"{one.victim} in “{where[0]}”"
            time.sleep(0.01)
        return [], f"{one.victim}: ended before “{name}”"

    def _victims(self, run: Started, one: Kill, below: list[tuple[int, str]]) -> list[int]:
        if one.victim == "driver":
            return [run.process.pid]
        if one.victim == "everything":
            return [*(pid for pid, _ in below), run.process.pid]
        role = "executor" if one.victim == "machine" else one.victim
        found = [pid for pid, name in below if name == role]
        return found if one.victim in ("jvm", "machine") else found[:1]

    def _watch(self, run: Started, case: Case) -> list[int]:
        """The processes of a run, until it has ended; one that follows is ended when it has made its snapshot."""
        seen: set[int] = set()
        while run.process.poll() is None:
            seen |= {pid for pid, role in descendants([run.process.pid]) if role != "executor"}
            if case.mode == "follow" and run.told():
                self._end(run)
            time.sleep(0.05)
        return sorted(seen)

    def _end(self, run: Started) -> None:
        """End a run that would follow its source for ever, as it may be ended at any time: with a kill."""
        kill([*(pid for pid, _ in descendants([run.process.pid])), run.process.pid])
        run.process.wait()

    def _end_rival(self, rival: Started, case: Case) -> list[str]:
        """The other run of two that were started at once: it did the work, or was refused."""
        self._watch(rival, case)
        ended = rival.process.wait()
        if ended == 0 or BUSY in " ".join(rival.text().split()):
            return []
        return [f"the rival ended with {ended}: {rival.text()[-500:]}"]

    def _finish(self, case: Case, verdict: Verdict) -> None:
        """Start the run again, until it has come to its end: once, or once more where a rival was in the way."""
        mode: Mode = "whole" if case.mode == "whole" else "incremental"
        verdict.runs += 1
        run = self._start(case, mode)
        rival = self._start(case, mode) if case.rival else None
        ended = run.process.wait()
        others = self._end_rival(rival, replace(case, mode=mode)) if rival is not None else []
        refused = rival is not None and rival.process.returncode == 0 and BUSY in " ".join(run.text().split())
        if ended != 0 and not refused:
            verdict.wrong.append(f"the run that was started again ended with {ended}: {run.text()[-1500:]}")
        verdict.wrong += others

    # ── undisturbed ──────────────────────────────────────────────────────────────────────────────────────────
    def _undisturbed(self, case: Case) -> Clean:
        """The same runs without a kill; they are done once for all cases that read and write the same."""
        mode: Mode = "whole" if case.mode == "whole" else "incremental"
        key = (mode, case.existing, case.late, case.corrupt)
        if key not in self._clean:
            calm = replace(case, mode=mode, where="local", large=False, rival=False)
            self._lay(calm, late=case.late)
            run = self._start(calm, mode)
            began, steps = time.monotonic(), [("starting", 0.0)]
            while run.process.poll() is None:
                for name in run.steps()[len(steps) - 1 :]:
                    steps[-1] = (steps[-1][0], time.monotonic() - began)
                    began = time.monotonic()
                    steps.append((name, 0.0))
                time.sleep(0.01)
            steps[-1] = (steps[-1][0], time.monotonic() - began)
            if run.process.returncode != 0:
                raise RuntimeError(f"a run that nobody disturbed ended with {run.process.returncode}:\n{run.text()}")
            kept = self.work / "clean" / "-".join(map(str, key))
            shutil.copytree(self.out, kept)
            self._clean[key] = Clean(kept, steps, len(run.changes()))
        return self._clean[key]

    def _lay(self, case: Case, late: bool) -> None:
        """The source and the folder as the run finds them."""
        mode: Mode = "whole" if case.mode == "whole" else "incremental"
        shutil.rmtree(self.out, ignore_errors=True)
        inputs.lay_base(self.source)
        if case.existing:
            if mode not in self._base:
                run = self._start(replace(case, where="local"), mode)
                if run.process.wait() != 0:
                    raise RuntimeError(f"the first run failed:\n{run.text()}")
                self._base[mode] = Path(shutil.copytree(self.out, self.work / "base" / mode))
            else:
                shutil.copytree(self._base[mode], self.out)
        # A whole run keeps what an earlier snapshot had; where there may or may not be one, nothing may have gone away.
        inputs.lay_more(self.source, changed=case.existing, corrupt=case.corrupt)
        if late:
            inputs.lay_late(self.source)

    def inspect(self, clean: Clean) -> list[str]:
        """What is not as it is in a clean folder."""
        wrong = []
        if not (self.out / "manifest.json").exists():
            return ["there is no manifest"]
        for table in json.loads((clean.out / "manifest.json").read_text())["tables"]:
            theirs, ours = (self._rows(out, table) for out in (clean.out, self.out))
            if theirs != ours:
                lost = [row for row in theirs if row not in ours]
                added = [row for row in ours if row not in theirs]
                examples = f"{lost[:1]} became {added[:1]}"
                wrong.append(f"{table}: {len(theirs)} rows became {len(ours)}, {len(lost)} are lost: {examples[:1000]}")
        wrong += [finding.what for finding in repair.findings(Folder(None, str(self.out)))]
        if not (self.out / "report.html").exists():
            wrong.append("there is no report")
        wrong += [f"{path} is left" for path in self.temporary.glob("headwater-spark-*") if not _only_logs(path)]
        return wrong

    def _rows(self, out: Path, table: str) -> list[str]:
        """The rows of a table as texts; a time within this test is that of a run, and no two runs share it."""
        rows = outcome.rows(out, table)
        return sorted(repr({name: self._timeless(value) for name, value in row.items()}) for row in rows)

    def _timeless(self, value: Any) -> Any:
        if isinstance(value, datetime):
            return "during the test" if value.replace(tzinfo=UTC) >= self._since else value
        return value

    # ── processes ────────────────────────────────────────────────────────────────────────────────────────────
    def _start(self, case: Case, mode: Mode, kill_at: int = 0, victim: str = "driver") -> Started:
        logs = self.work / "logs"
        logs.mkdir(exist_ok=True)
        name = f"{len(self._started) + 1:04}"
        log, trace = logs / f"{name}.log", logs / f"{name}.changes"
        settings = {
            "spark.sql.shuffle.partitions": "4",
            "spark.driver.extraJavaOptions": QUICK,
            "spark.executor.extraJavaOptions": QUICK,
        }
        master, memory = "local[2]", "1g"
        if case.where == "cluster":
            master, memory = self._cluster_url(), "512m"
            settings |= {
                "spark.driver.host": "127.0.0.1",
                "spark.driver.bindAddress": "127.0.0.1",
                "spark.ui.enabled": "false",
                "spark.shuffle.io.maxRetries": "1",
                "spark.shuffle.io.retryWait": "1s",
            }
        flags = {"whole": [], "incremental": ["--incremental"], "follow": ["--follow", "--every", "0.5"]}[mode]
        size = "large" if case.large else "small"
        command = [
            *(sys.executable, "-m", "tests.chaos.driver", str(trace), size, str(kill_at), victim),
            *("run", str(self.source), "--out", str(self.out), "--no-facts", "--master", master, "--memory", memory),
            *(word for name, value in settings.items() for word in ("--conf", f"{name}={value}")),
            *flags,
        ]
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=ROOT,
                env={**os.environ, "TMPDIR": str(self.temporary), "PYSPARK_PYTHON": sys.executable},
                start_new_session=True,
            )
        self._started.append(Started(process, log, trace))
        return self._started[-1]

    def _cluster_url(self) -> str:
        if self._cluster is None:
            folder = self.work / "cluster"
            folder.mkdir(exist_ok=True)
            self._cluster = Cluster(folder)
            self._cluster.__enter__()
        return self._cluster.url

    def _machines(self) -> list[int]:
        return [worker.pid for worker in self._cluster.workers] if self._cluster is not None else []


def _only_logs(folder: Path) -> bool:
    """Whether a temporary folder holds nothing but the logs that stay after a failure."""
    return {path.name for path in folder.iterdir()} <= {"spark.log", "java.log", "failed"}
