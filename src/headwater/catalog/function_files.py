"""Files that describe functions which headwater does not know: YAML or JSON, a name and what it is.

mask: scalar value cond                              kind and roles in one line, as in the function tables
geo.lookup: external key
top_by: {kind: agg, roles: [value, order]}           the same, spelled out

A `functions:` key around it is opened.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from headwater.catalog.functions import Function


class FunctionsError(ValueError):
    """A file of functions that cannot be read; the message names the file and what is wrong in it."""


def read_functions(path: str | os.PathLike[str]) -> dict[str, str]:
    """Read functions from a YAML or JSON file, for `Options(functions=...)`.

    Raises `FunctionsError`, a `ValueError`, if the file cannot be read or has an invalid kind or role.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "functions.yaml"
    >>> _ = file.write_text("mask: scalar value cond\\ntop_by: {kind: agg, roles: [value, order]}\\n")
    >>> read_functions(file)
    {'mask': 'scalar value cond', 'top_by': 'agg value order'}
    """
    file = Path(path)
    try:
        text = file.read_text("utf-8-sig")
    except OSError as error:
        raise FunctionsError(f"Cannot read the function file {file}: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise FunctionsError(f"The function file {file} is not UTF-8 text.") from error
    try:
        data = json.loads(text) if file.suffix.lower() == ".json" else yaml.safe_load(text)
    except (json.JSONDecodeError, yaml.YAMLError) as error:
        detail = " ".join(str(error).split())[:200]
        raise FunctionsError(f"Cannot parse the function file {file}: {detail}") from error
    if isinstance(data, Mapping) and set(data) == {"functions"}:
        data = data["functions"]
    if data is None:
        return {}
    if not isinstance(data, Mapping):
        raise FunctionsError(f"The function file {file} must map names to a kind and roles.")
    return {str(name): _described(file, str(name), value) for name, value in data.items()}


def _described(file: Path, name: str, value: Any) -> str:
    if isinstance(value, Mapping) and "kind" in value and set(value) <= {"kind", "roles", "flags"}:
        flags = [f"!{flag}" for flag in _strings(value.get("flags"))]
        value = " ".join([str(value["kind"]), *_strings(value.get("roles")), *flags])
    if not isinstance(value, str) or not value.strip():
        raise FunctionsError(
            f"The function file {file}: {name} must be a line such as 'scalar value cond', or have a kind and roles."
        )
    try:
        Function.parse(value)
    except ValueError as error:
        raise FunctionsError(f"The function file {file}: {name}: {error}") from error
    return value


def _strings(value: Any) -> list[str]:
    if value is None:
        return []
    return [str(item) for item in value] if isinstance(value, list) else str(value).split()
