"""List Flink SQL's functions, as its planner has them. Needs .venv-flink, which `make engines` makes, and a Java

python tools/functions/read_flink.py > tools/functions/listed/flink.txt python tools/functions/merge.py flink <
tools/functions/listed/flink.txt
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.judges.flink.engine import Engine  # noqa: E402 - the judges are not installed


def main() -> None:
    pins = (ROOT / "constraints" / "flink.txt").read_text(encoding="utf-8").split()
    (version,) = (pin.partition("==")[2] for pin in pins if pin.startswith("apache-flink-libraries=="))
    print(f"# Flink {version}, FlinkSqlOperatorTable and BuiltInFunctionDefinitions.")
    with Engine("") as engine:
        print("\n".join(engine.ask({"functions": True})["functions"]))


if __name__ == "__main__":
    main()
