"""List Flink SQL's functions from its operator table. Needs: pip install apache-flink==2.3.0 (750 MB), a JDK

    python tools/functions/read_flink.py | python tools/functions/merge.py flink

TableEnvironment.listFunctions() gives the Table API's names (charLength, splitIndex); the names of SQL are in
FlinkSqlOperatorTable, inside flink-table-planner.jar, which the loader jar carries. java/FlinkFunctions.java
reads both.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import zipfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

JAVA = Path(__file__).resolve().parent / "java"


def main() -> None:
    spec = find_spec("pyflink")
    if spec is None or spec.origin is None:
        raise SystemExit("pip install apache-flink")
    lib = Path(spec.origin).parent / "lib"
    with tempfile.TemporaryDirectory() as out:
        with zipfile.ZipFile(next(lib.glob("flink-table-planner-loader-*.jar"))) as loader:
            loader.extract("flink-table-planner.jar", out)
        classes = f"{out}:{out}/flink-table-planner.jar:{lib}/*"
        source = JAVA / "FlinkFunctions.java"
        compiler = ["javac", "-nowarn", "-cp", classes, "-d", out, source]
        subprocess.run(compiler, check=True, capture_output=True)
        command = ["java", "-cp", classes, "FlinkFunctions"]
        text = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout
    print(f"# Flink {version('apache-flink')}, FlinkSqlOperatorTable and BuiltInFunctionDefinitions.")
    for line in sorted(set(text.lower().splitlines())):
        name, kind = line.rsplit(" ", 1)
        if re.fullmatch(r"[a-z]\w*", name):
            print(name, kind)


if __name__ == "__main__":
    main()
