"""Runs scripts in an engine and in headwater, in a child process: an engine that dies takes one script with it.

The child writes a line per statement; the parent starts another one behind the script that the first one died in, and
notes that script as abstained.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from headwater.api import analyze_in
from headwater.bind.session import Session
from headwater.catalog.mapping import Catalog
from headwater.session import open_session
from tests.judges.replay import artefacts
from tests.judges.replay.calibrate import Withheld
from tests.judges.replay.suites import Asked, Script, read
from tests.judges.replay.verdicts import UNREAD, Expected, Refused, Result, Verdict
from tests.judges.values import Abstain

ROOT = Path(__file__).resolve().parents[3]
SILENCE = 60.0
"""Seconds without a result after which an engine is taken for dead."""


class Engine(Protocol):
    """What a replay asks of an engine."""

    dialect: str
    fold_views: bool
    """Whether the engine's plan looks through views."""
    missing: re.Pattern[str]
    """The table that is not there, in the engine's complaint."""

    def adapted(self, sql: str) -> str: ...
    def fold(self, name: str) -> str: ...
    def open(self) -> list[str]: ...
    def ask(self, sql: str) -> Expected | None: ...
    def run(self, sql: str) -> None: ...
    def close(self) -> None: ...


@runtime_checkable
class Inventive(Protocol):
    """An engine that makes up the tables that a suite's own program makes, where no statement does."""

    def invent(self, sql: str) -> list[str]:
        """Make up what a refused statement lacks; the statements that make it, none where that cannot be."""
        ...


def engine(name: str) -> Engine:
    """The engine of that name."""
    if name == "duckdb":
        from tests.judges.replay.duckdb import DuckDB

        return DuckDB()
    if name == "clickhouse":
        from tests.judges.replay.clickhouse import ClickHouse

        return ClickHouse()
    if name == "spark":
        from tests.judges.replay.spark import Spark

        return Spark()
    if name == "hive":
        from tests.judges.replay.hive import Hive

        return Hive()
    if name == "googlesql":
        from tests.judges.replay.googlesql import GoogleSQL

        return GoogleSQL()
    if name == "flink":
        from tests.judges.replay.flink import Flink

        return Flink()
    raise SystemExit(f"there is no replay of {name}")


def chosen(path: Path, sample: int, seed: int, only: str = "") -> list[Script]:
    """The scripts to run: all of a folder, or every n-th file so that about `sample` of them are left."""
    scripts = [script for script in read(path) if only in script.name]
    if not sample or len(scripts) <= sample:
        return scripts
    return sorted(random.Random(seed).sample(scripts, sample), key=lambda script: script.name)


def replay(
    scripts: Iterable[Script],
    engine: Engine,
    begin: Callable[[str], None],
    tables: Tables | None = None,
    withhold: float = 0.0,
) -> Iterator[Result]:
    """Each statement of each script, in the engine and in headwater; once more with a share of the schema withheld."""
    for script in scripts:
        begin(script.name)
        lender = Lender(tables or Tables([]), script.name)
        session = open_session(engine.dialect, Catalog(), fold_views=engine.fold_views)
        poorer = Withheld(engine.dialect, engine.fold_views, withhold, script.name)
        for prelude in engine.open():
            analyze_in(session, prelude)
            analyze_in(poorer.session, prelude)
        for asked in script.statements:
            asked = replace(asked, sql=engine.adapted(asked.sql))
            result = judge(asked, engine, session)
            while result.verdict is Verdict.REFUSED and lender.lend(result.detail[0], engine, session):
                result = judge(asked, engine, session)
            if result.verdict is Verdict.REFUSED and isinstance(engine, Inventive):
                made_up = engine.invent(asked.sql)
                for statement in made_up:
                    analyze_in(session, statement)
                result = judge(asked, engine, session) if made_up else result
            if withhold:
                accepted = result.verdict is not Verdict.REFUSED
                result.claims = poorer.told(asked.sql, accepted, result.expected, engine.fold)
            yield result


def common_prefix(left: str, right: str) -> int:
    """How many characters two names share at their beginning."""
    return next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))


class Tables:
    """The tables that the scripts of a suite make, by name: half of a suite may lack the statement that makes one."""

    _MADE = re.compile(r"^\s*CREATE\s+(?:\w+\s+){0,3}?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?([\w.`\"]+)", re.IGNORECASE)

    def __init__(self, scripts: Iterable[Script]) -> None:
        self.made: dict[str, list[tuple[str, str]]] = {}
        for script in scripts:
            for asked in script.statements:
                match = self._MADE.match(asked.sql)
                if match is not None:
                    name = match[1].strip('`"').lower()
                    self.made.setdefault(name, []).append((script.name, asked.sql))

    def nearest(self, name: str, script: str) -> str | None:
        """The statement that makes a table of that name in the script whose own name is the most alike."""
        candidates = self.made.get(name.strip('`"').lower(), [])
        return max(candidates, key=lambda made: common_prefix(made[0], script), default=("", None))[1]


class Lender:
    """Lends one script the tables that it misses, each once, to the engine and to headwater alike."""

    def __init__(self, tables: Tables, script: str) -> None:
        self.tables = tables
        self.script = script
        self.lent: set[str] = set()

    def lend(self, complaint: str, engine: Engine, session: Session) -> bool:
        """Whether a table that the engine missed is there now."""
        match = engine.missing.search(complaint)
        name = match[1] if match is not None else ""
        nearest = self.tables.nearest(name, self.script) if name and name not in self.lent else None
        self.lent.add(name)
        if nearest is None:
            return False
        sql = engine.adapted(nearest)
        try:
            engine.run(sql)
        except (Refused, Abstain):
            return False
        analyze_in(session, sql)
        return True


def judge(asked: Asked, engine: Engine, session: Session) -> Result:
    """One statement: headwater's answer first, for it must not know what the engine does with it."""
    before = dict(session.changes), dict(session.macros)
    analysis = analyze_in(session, asked.sql)
    found = sorted({str(d.code) for d in analysis.diagnostics})
    result = Result(asked.id, asked.sql, Verdict.RAN, str(analysis.level), not UNREAD & set(found), codes=found)
    try:
        expected = engine.ask(asked.sql)
        if expected is not None:
            differences = expected.compare(result, analysis.statements, engine.fold)
            reason = artefacts.explanation(engine.dialect, asked.sql, differences)
            if reason is not None:
                result.verdict = Verdict.ARTEFACT
                result.expected = None
                result.detail.append(f"artefact: {reason}")
        if expected is None or not expected.ran:
            engine.run(asked.sql)
    except Refused as refused:
        result.verdict, result.detail, result.names = Verdict.REFUSED, [str(refused)], None
        # what the engine refused changed nothing
        for kept, now in zip(before, (session.changes, session.macros), strict=True):
            now.clear()
            now.update(kept)
    except Abstain as abstain:
        result.verdict, result.detail = Verdict.ABSTAINED, [str(abstain)]
        try:
            engine.run(asked.sql)
        except (Refused, Abstain):
            result.verdict = Verdict.REFUSED
    result.product = getattr(engine, "product", None)
    if result.verdict in (Verdict.AGREES, Verdict.MARKED, Verdict.RAN) and not result.whole:
        result.verdict = Verdict.UNREAD
    return result


def child(name: str, path: Path, sample: int, seed: int, only: str, withhold: float, skip: int, out: Path) -> None:
    """What the child process does: from script number `skip` on."""
    scripts = chosen(path, sample, seed, only)[skip:]
    tables = Tables(read(path))
    speaker = engine(name)
    with out.open("a", encoding="utf-8") as lines:

        def begin(script: str) -> None:
            lines.write(json.dumps({"begin": script}) + "\n")
            lines.flush()

        for result in replay(scripts, speaker, begin, tables, withhold):
            lines.write(json.dumps(result.to_dict()) + "\n")
            lines.flush()


def run(
    name: str,
    path: Path,
    sample: int = 0,
    seed: int = 0,
    only: str = "",
    out: Path | None = None,
    withhold: float = 0.0,
) -> Path:
    """Replay a suite; gives the file of results, JSON lines."""
    out = (out or Path(tempfile.mkstemp(suffix=".jsonl")[1])).resolve()
    out.write_text("", encoding="utf-8")
    total = len(chosen(path, sample, seed, only))
    done = 0
    command = [
        sys.executable,
        "-m",
        "tests.judges.replay.child",
        name,
        str(path.resolve()),
        str(sample),
        str(seed),
        only,
        str(withhold),
    ]
    env = dict(os.environ, PYTHONPATH=os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    with tempfile.TemporaryDirectory() as folder:  # suites write files where they are
        log = Path(folder) / "engine.log"  # engines log every statement that they refuse
        while done < total:
            with log.open("w") as lines:
                started = subprocess.Popen(
                    [*command, str(done), str(out)], cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=lines
                )
                code = watched(started, out)
            if code == 0:
                break
            begun = sum(line.startswith('{"begin"') for line in out.open(encoding="utf-8"))
            if begun <= done:
                raise SystemExit("the replay does not start: " + log.read_text(errors="replace")[-2000:])
            last = log.read_text(errors="replace").rstrip().rpartition("\n")[2]
            print(f"the engine ended with {code} in script {begun} of {total}: {last[:200]}", file=sys.stderr)
            done = begun
    return out


def watched(child: subprocess.Popen[bytes], out: Path) -> int:
    """Wait for a child, and end it where it has written nothing for too long: some statements stop an engine."""
    size = -1
    while True:
        try:
            return child.wait(SILENCE)
        except subprocess.TimeoutExpired:
            if out.stat().st_size == size:
                child.kill()
                return child.wait()
            size = out.stat().st_size
