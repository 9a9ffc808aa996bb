"""Plans of the programs, as they are kept for the tests that need no JVM: small, and the same in every session.

HEADWATER_FREEZE=1 on the tests of the programs writes them again from a running Spark. Numbers of attributes are
given anew in the order in which they occur, and what the reader of plans never looks at is left out.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from headwater.frontends.catalyst.packed import renumber

FILE = Path(__file__).parents[1] / "plans" / "programs.jsonl"
_UNREAD = frozenset(
    {
        "jvmId", "nullable", "metadata", "qualifier", "product-class", "nonInheritableMetadataKeys", "explicitMetadata",
        "evalContext", "containsNull", "valueContainsNull", "timeZoneId", "evalMode", "storage", "owner", "createTime",
        "lastAccessTime", "createVersion", "properties", "unsupportedFeatures", "tracksPartitionsInCatalog", "nanos",
        "schemaPreservesCase", "ignoredProperties", "provider", "tableType", "partitionColumnNames", "isStreaming",
        "viewText", "viewOriginalText", "dataframeId", "resultId", "sameOrderExpressions", "options", "relation",
        "seed",
    }
)  # fmt: skip


def small(plan: Any) -> Any:
    """A plan without what is never read, and with numbers that do not depend on the session."""
    return _small(renumber(plan))


def _small(value: Any) -> Any:
    if isinstance(value, list):
        return [_small(one) for one in value]
    if not isinstance(value, dict):
        return value
    result = {name: _small(one) for name, one in value.items() if name not in _UNREAD}
    if isinstance(result.get("class"), str):
        result["class"] = result["class"].rpartition(".")[2]
    if result.get("class") == "NamedLambdaVariable":
        result["name"] = re.sub(r"_\d+$", "", result["name"])  # Spark counts them on from program to program
    return result


def read() -> dict[str, Any]:
    """The plans that are kept, by the name of their program."""
    lines = FILE.read_text("utf-8").splitlines()
    return {one["name"]: one["plan"] for one in map(json.loads, lines)}


def write(plans: dict[str, Any]) -> None:
    """Keep plans."""
    lines = [json.dumps({"name": name, "plan": plan}, separators=(",", ":")) for name, plan in plans.items()]
    FILE.write_text("\n".join(lines) + "\n", "utf-8")
