"""List Hive's functions from FunctionRegistry. Needs: pip install pyspark==4.3.0, a JDK

    python tools/functions/read_hive.py | python tools/functions/merge.py hive

Compiles and runs java/HiveFunctions.java against pyspark's hive-exec 2.3.10; what came later is in the roles
file. GenericUDTFGetSplits is replaced by a stub: its dependencies are not among the jars, and registering it
hangs.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

JAVA = Path(__file__).resolve().parent / "java"
OPENS = [f"--add-opens=java.base/java.{package}=ALL-UNNAMED" for package in ("lang", "net", "util")]
# Hive registers every aggregate as a window function too; these mean nothing without OVER.
WINDOW = {"row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile", "lead", "lag"}
WINDOW |= {"first_value", "last_value"}


def main() -> None:
    spec = find_spec("pyspark")
    if spec is None or spec.origin is None:
        raise SystemExit("pip install pyspark")
    jars = Path(spec.origin).parent / "jars"
    with tempfile.TemporaryDirectory() as out:
        sources = [JAVA / "HiveFunctions.java", JAVA / "GenericUDTFGetSplits.java"]
        compiler = ["javac", "-nowarn", "-cp", f"{jars}/*", "-d", out, *sources]
        subprocess.run(compiler, check=True, capture_output=True)
        command = ["java", *OPENS, "-cp", f"{out}:{jars}/*", "HiveFunctions"]
        text = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout
    hive = next(jars.glob("hive-exec-*.jar")).name.removeprefix("hive-exec-").removesuffix("-core.jar")
    print(f"# Hive {hive} (the jars of pyspark {version('pyspark')}), FunctionRegistry.")
    for line in text.splitlines():
        name, kind = line.split()
        if re.fullmatch(r"[a-z_]\w*", name):
            print(name, "window" if name in WINDOW else kind)


if __name__ == "__main__":
    main()
