"""ZetaSQL's analyzer, started once a process, with its compiled half kept on disk.

The package brings 28 MB of WebAssembly that take a minute of CPU to compile. What comes out is kept in a folder of the
user's (`HEADWATER_CACHE` names another), under a name that holds the version of the compiler and the digest of what was
compiled, so that the next process starts in a second. A file that cannot be written or read is no failure: it is
compiled again.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import wasmtime
from wasmtime import Config, Engine, Linker, Module, Store, WasiConfig
from zetasql.core.local_service import ZetaSqlLocalService
from zetasql.core.wasm_client import WasmClient, get_tzinfo_dir
from zetasql.types import (
    AnalyzerOptions,
    LanguageOptions,
    ParseLocationRecordType,
    SimpleCatalog,
    ZetaSQLBuiltinFunctionOptions,
)
from zetasql.wasi import get_wasm_path


class Client(WasmClient):  # type: ignore[misc]
    """The package's own client, with a module that is not compiled each time and bytes that are copied at once."""

    def __init__(self, wasm_path: str) -> None:
        wasi = WasiConfig()
        wasi.inherit_stdout()
        wasi.inherit_stderr()
        zones = get_tzinfo_dir()
        if zones:
            wasi.preopen_dir(zones, "/usr/share/zoneinfo")
        config = Config()
        with contextlib.suppress(AttributeError):
            config.shared_memory = True
        engine = Engine(config)
        self.store = Store(engine)
        self.store.set_wasi(wasi)
        self.module = compiled(engine, Path(wasm_path))
        linker = Linker(engine)
        linker.define_wasi()
        self.instance = linker.instantiate(self.store, self.module)
        self.exports = self.instance.exports(self.store)
        if "_initialize" in self.exports:
            self.exports["_initialize"](self.store)
        self.memory = self.exports["memory"]

    def write_bytes(self, ptr: int, data: bytes) -> None:
        """Put bytes into the module's memory."""
        ctypes.memmove(self._address(ptr), data, len(data))

    def read_bytes(self, ptr: int, size: int) -> bytes:
        """Take bytes out of the module's memory."""
        return ctypes.string_at(self._address(ptr), size)

    def _address(self, ptr: int) -> int:
        start: int = ctypes.addressof(self.memory.data_ptr().contents)  # memory may have grown: asked each time
        return start + ptr


class Service(ZetaSqlLocalService):  # type: ignore[misc]
    """ZetaSQL's local service over that client."""

    def __init__(self) -> None:
        self.wasm_client = Client(get_wasm_path())


def folder() -> Path:
    """Where compiled modules are kept."""
    named = os.environ.get("HEADWATER_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "headwater"


def compiled(engine: Any, source: Path) -> Any:
    """The module of a file, from the folder of compiled ones if it is there."""
    data = source.read_bytes()
    digest = hashlib.sha256(data).hexdigest()[:16]
    cached = folder() / f"zetasql-{digest}-{version('wasmtime')}.cwasm"
    if cached.exists():
        with contextlib.suppress(wasmtime.WasmtimeError):
            return Module.deserialize_file(engine, str(cached))
    module = Module(engine, data)
    with contextlib.suppress(OSError):
        cached.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=cached.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(module.serialize())
        os.replace(name, cached)  # whole or not at all: another process may be reading
    return module


@cache
def service() -> Service:
    """The analyzer of this process."""
    return Service()


@cache
def language() -> Any:
    """Every feature of the language that is released, and every kind of statement."""
    options: LanguageOptions = service().get_language_options(maximum_features=True)
    options.supported_statement_kinds = []  # none named is all of them
    return options


def analyzer_options() -> Any:
    """Options of an analysis that keeps what was written: places are recorded and nothing is rewritten."""
    return AnalyzerOptions(
        language_options=language(),
        allow_undeclared_parameters=True,
        enabled_rewrites=[],
        parse_location_record_type=ParseLocationRecordType.PARSE_LOCATION_RECORD_FULL_NODE_SCOPE,
    )


def empty_catalog(name: str = "headwater") -> Any:
    """A catalog with ZetaSQL's own functions and no table."""
    return SimpleCatalog(name=name, builtin_function_options=ZetaSQLBuiltinFunctionOptions(language_options=language()))
