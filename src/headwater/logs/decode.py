"""From bytes to text: unpacked by what the bytes begin with, decoded by what they hold, never by the file's name.

Whatever is wrong is an `Unreadable` with one line for the user, or a mark on a text that could be read in part.
`_PACKED` is the table of compressions, `_KNOWN` the table of formats that are recognised and cannot be read.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import importlib
import io
import lzma
import re
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

_STEP = 1 << 20
_SAMPLE = 1 << 16
_DAMAGED = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError)


class Unreadable(Exception):
    """Why bytes are no text; the message is for the user."""


class Text(NamedTuple):
    """What was read. `marks` says what had to be replaced; `broken` why it ends too early."""

    text: str
    marks: str | None = None
    broken: str | None = None


def read(content: bytes, max_bytes: int) -> Text:
    """The text in some bytes. Raises `Unreadable` for what is none."""
    data, broken = _unpack(content, max_bytes)
    for magic, kind in _KNOWN:
        if data.startswith(magic):
            raise Unreadable(f"unsupported file: {kind}")
    text, marks = _decode(data)
    if broken:  # the last line is not whole
        text = text[: text.rfind("\n") + 1]
    return Text(text, marks, broken)


# ── compression ──────────────────────────────────────────────────────────────────────────────────────────────────
def _file(opener: Callable[[io.BytesIO], Any]) -> Callable[[bytes], Iterator[bytes]]:
    """Pieces of what a compressed file holds, of bounded size: a small file may hold a huge one."""

    def pieces(content: bytes) -> Iterator[bytes]:
        with opener(io.BytesIO(content)) as file:
            while piece := file.read1(_STEP):
                yield piece

    return pieces


def _zlib(content: bytes) -> Iterator[bytes]:
    stream = zlib.decompressobj()
    while not stream.eof:
        piece = stream.decompress(content, _STEP)
        content = stream.unconsumed_tail
        if not piece and not stream.eof:
            raise EOFError("unexpected end of file")
        yield piece


def _frames(content: bytes, library: Any) -> Iterator[bytes]:
    """Frames are opened one by one, a few bytes at a time, since four bytes may hold 128 KB.

    zstandard's own reader takes a truncated frame for a complete one.
    """
    view, offset = memoryview(content), 0
    while offset < len(view):
        frame = library.ZstdDecompressor().decompressobj()
        while not frame.eof:
            if offset >= len(view):
                raise EOFError("unexpected end of file")
            yield frame.decompress(view[offset : offset + 256])
            offset += 256
        offset = min(offset, len(view)) - len(frame.unused_data)


def _zstd(content: bytes) -> Iterator[bytes]:
    for module in ("compression.zstd", "backports.zstd", "zstandard"):
        try:
            library = importlib.import_module(module)
        except ImportError:
            continue
        return _frames(content, library) if module == "zstandard" else _file(library.ZstdFile)(content)
    raise Unreadable("zstd compression needs the package zstandard: pip install zstandard")


_PACKED: tuple[tuple[bytes, str, Callable[[bytes], Iterator[bytes]]], ...] = (
    (b"\x1f\x8b", "gzip", _file(lambda file: gzip.GzipFile(fileobj=file))),
    (b"BZh", "bzip2", _file(bz2.BZ2File)),
    (b"\xfd7zXZ\x00", "xz", _file(lzma.LZMAFile)),
    (b"\x28\xb5\x2f\xfd", "zstd", _zstd),
    *((bytes((0x78, level)), "zlib", _zlib) for level in (0x01, 0x5E, 0x9C, 0xDA)),
)

_KNOWN: tuple[tuple[bytes, str], ...] = (
    (b"PAR1", "a Parquet file: name it as a table of statements"),
    (b"ORC", "an ORC file: export it as Parquet, JSON or CSV"),
    (b"Obj\x01", "an Avro file: export it as Parquet, JSON or CSV"),
    (b"PK\x03\x04", "a zip archive: unpack it first"),
    (b"SEQ\x04", "a Hadoop sequence file: export it as JSON"),
    (b"SEQ\x06", "a Hadoop sequence file, such as Hive's protobuf event log: export it as JSON"),
    (b"LZ4Block", "compressed with Spark's lz4: unpack it first, or set spark.eventLog.compression.codec to zstd"),
    (
        b"\x82SNAPPY\x00",
        "compressed with Spark's snappy: unpack it first, or set spark.eventLog.compression.codec to zstd",
    ),
    (b"\x04\x22\x4d\x18", "compressed with lz4: unpack it first"),
    (b"SQLite format 3\x00", "a SQLite database"),
)


def _unpack(content: bytes, max_bytes: int) -> tuple[bytes, str | None]:
    """The bytes inside, and why there are not all of them. Streams one after another are one text."""
    for magic, name, pieces in _PACKED:
        if not content.startswith(magic):
            continue
        out = bytearray()
        try:
            for piece in pieces(content):
                out += piece
                if len(out) > max_bytes:
                    raise Unreadable(f"more than {max_bytes:,} bytes after decompression ({name})")
        except _DAMAGED as error:
            if out:
                return bytes(out), f"the {name} stream is damaged: {error}"
            if name not in ("zlib", "bzip2"):  # texts may begin with the letters of those
                raise Unreadable(f"cannot decompress {name} data: {error}") from None
        except Exception as error:
            if type(error).__name__ != "ZstdError":  # three libraries, one name
                raise
            if not out:
                raise Unreadable(f"cannot decompress {name} data: {error}") from None
            return bytes(out), f"the {name} stream is damaged: {error}"
        else:
            return bytes(out), None
    return content, None


# ── text ─────────────────────────────────────────────────────────────────────────────────────────────────────────
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = re.compile(r"[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]")
_WIDE = re.compile(r"[\u0080-\ud7ff\ue000-\U0010ffff]")
_LONE = re.compile(r"[\udc80-\udcff]")


def _decode(data: bytes) -> tuple[str, str | None]:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _checked(*_forgiving(data[len(bom) :], encoding))
    head = data[:_SAMPLE]
    for encoding, high in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
        if len(high) >= 4 and high.count(0) > len(high) * 0.7 and head.count(0) < len(head) * 0.55:
            return _checked(*_forgiving(data, encoding))
    try:
        return _checked(data.decode("utf-8"), None)
    except UnicodeDecodeError:
        pass
    # A few bad bytes in a text that is UTF-8 elsewhere, or a text in the code page of another time?
    text = data.decode("utf-8", "surrogateescape")
    bad = len(_LONE.findall(text))
    if len(_WIDE.findall(text)) > bad:
        return _checked(_LONE.sub("\ufffd", text), f"{bad} bytes that are not UTF-8 were replaced")
    try:
        return _checked(data.decode("cp1252"), "read as cp1252: it is not UTF-8")
    except UnicodeDecodeError:
        return _checked(data.decode("latin-1"), "read as latin-1: it is not UTF-8")


def _forgiving(data: bytes, encoding: str) -> tuple[str, str | None]:
    try:
        return data.decode(encoding), None
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
    if text.count("\ufffd") > len(text) * 0.01 + 1:
        raise Unreadable("binary data, not text")
    return text, f"bytes that are not {encoding} were replaced"


def _checked(text: str, marks: str | None) -> tuple[str, str | None]:
    """Text that people wrote has next to no control characters; what was guessed has to have fewer still."""
    head = text[:_SAMPLE]
    if len(_CONTROL.findall(head)) > len(head) * (0.005 if marks else 0.02):
        raise Unreadable("binary data, not text")
    return text, marks
