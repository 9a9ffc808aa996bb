"""The settings of a project: `[lint]` in headwater.toml, or `[tool.headwater.lint]` in pyproject.toml.

`KEYS` is the list of what can be set; a key that is not there is an error, not silence.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path, PurePath
from typing import Any

from headwater.base.similar import nearest

NAMES = ("headwater.toml", "pyproject.toml")
KEYS = ("dialect", "catalog", "select", "extend-select", "ignore", "per-file-ignores", "external")


class ConfigError(ValueError):
    """Settings that cannot be read; the message names the file and what is wrong in it."""


@dataclass(frozen=True)
class Config:
    """What a project says about its rules. `select` is None where the default rules are meant.

    >>> Config(ignore=("L2",), per_file={"legacy/*": ("L1",)}).ignored("legacy/a.sql")
    ('L2', 'L1')
    """

    dialect: str | None = None
    catalog: tuple[str, ...] = ()
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    external: tuple[str, ...] = ()

    def ignored(self, file: str) -> tuple[str, ...]:
        """What is ignored in a file: everywhere, and by the patterns that its path fits."""
        path = PurePath(file).as_posix()
        per_file = (codes for pattern, codes in self.per_file.items() if fnmatch(path, pattern))
        return (*self.ignore, *(code for codes in per_file for code in codes))


def find_config(start: Path) -> Path | None:
    """The nearest file with settings for the rules, from a folder upwards."""
    for folder in (start.resolve(), *start.resolve().parents):
        for name in NAMES:
            path = folder / name
            if path.is_file() and (name == NAMES[0] or "tool.headwater" in path.read_text("utf-8", errors="replace")):
                return path
    return None


def read_config(path: Path) -> Config:
    """The settings of a file. Raises `ConfigError`."""
    try:
        data: Any = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"Cannot read {path}: {error.strerror or error}.") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path} is not TOML: {error}.") from None
    for key in ("tool", "headwater", "lint") if path.name == NAMES[1] else ("lint",):
        data = data.get(key, {})
        if not isinstance(data, dict):
            raise ConfigError(f"{path}: {key} must be a table.")
    return _settings(path, data)


def _settings(path: Path, data: Mapping[str, Any]) -> Config:
    unknown = sorted(data.keys() - set(KEYS))
    if unknown:
        raise ConfigError(f"{path}: unknown setting {unknown[0]!r}.{_meant(unknown[0])} Settings: {', '.join(KEYS)}.")
    config = Config(dialect=_string(path, data.get("dialect")))
    if "select" in data:
        config = replace(config, select=_strings(path, "select", data["select"]))
    catalogs = _strings(path, "catalog", data.get("catalog", []))
    per_file = data.get("per-file-ignores", {})
    if not isinstance(per_file, dict):
        raise ConfigError(f"{path}: per-file-ignores must map patterns to lists of codes.")
    return replace(
        config,
        catalog=tuple(str(path.parent / catalog) if "://" not in catalog else catalog for catalog in catalogs),
        extend_select=_strings(path, "extend-select", data.get("extend-select", [])),
        ignore=_strings(path, "ignore", data.get("ignore", [])),
        external=_strings(path, "external", data.get("external", [])),
        per_file={str(key): _strings(path, str(key), value) for key, value in per_file.items()},
    )


def _meant(key: str) -> str:
    meant = nearest(key, KEYS)
    return f" Did you mean {meant!r}?" if meant is not None else ""


def _string(path: Path, value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise ConfigError(f"{path}: dialect must be a name.")
    return value


def _strings(path: Path, key: str, value: Any) -> tuple[str, ...]:
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(item, str) for item in values):
        raise ConfigError(f"{path}: {key} must be a list of strings.")
    return tuple(values)
