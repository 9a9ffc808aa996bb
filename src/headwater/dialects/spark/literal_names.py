"""How Catalyst writes literals of time: intervals in the fields they span, timestamps with all their parts.

INTERVAL 1 YEAR 2 MONTHS             →      INTERVAL '1-2' YEAR TO MONTH
INTERVAL '1 2:03' DAY TO MINUTE      →      INTERVAL '1 02:03' DAY TO MINUTE
TIMESTAMP '2020-01-01'               →      TIMESTAMP '2020-01-01 00:00:00'
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

_MONTHS = {"YEAR": 12, "MONTH": 1}
_MICROS = {
    "WEEK": 604_800_000_000, "DAY": 86_400_000_000, "HOUR": 3_600_000_000, "MINUTE": 60_000_000, "SECOND": 1_000_000,
    "MILLISECOND": 1_000, "MICROSECOND": 1,
}  # fmt: skip
_FIELD = {"WEEK": "DAY", "MILLISECOND": "SECOND", "MICROSECOND": "SECOND"}
_FIELDS = ("DAY", "HOUR", "MINUTE", "SECOND")
_PARTS = {
    ("YEAR", "MONTH"): r"(?P<YEAR>\d+)-(?P<MONTH>\d+)",
    ("DAY", "HOUR"): r"(?P<DAY>\d+)\s+(?P<HOUR>\d+)",
    ("DAY", "MINUTE"): r"(?P<DAY>\d+)\s+(?P<HOUR>\d+):(?P<MINUTE>\d+)",
    ("DAY", "SECOND"): r"(?P<DAY>\d+)\s+(?P<HOUR>\d+):(?P<MINUTE>\d+):(?P<SECOND>\d+(?:\.\d+)?)",
    ("HOUR", "MINUTE"): r"(?P<HOUR>\d+):(?P<MINUTE>\d+)",
    ("HOUR", "SECOND"): r"(?P<HOUR>\d+):(?P<MINUTE>\d+):(?P<SECOND>\d+(?:\.\d+)?)",
    ("MINUTE", "SECOND"): r"(?P<MINUTE>\d+):(?P<SECOND>\d+(?:\.\d+)?)",
}


def interval(pairs: Sequence[tuple[str, str]]) -> str | None:
    """INTERVAL with values and units; None where it spans months and days, or is none.

    >>> interval([("3", "WEEK"), ("8", "MILLISECONDS")])
    "INTERVAL '21 00:00:00.008' DAY TO SECOND"
    >>> interval([("-1", "day"), ("1", "hour")])
    "INTERVAL '-0 23' DAY TO HOUR"
    """
    units = [unit.upper().removesuffix("S") for _, unit in pairs]
    scales = _MONTHS if all(unit in _MONTHS for unit in units) else _MICROS
    if not units or not all(unit in scales for unit in units):
        return None
    try:
        amounts = [int(Decimal(value.strip()) * scales[unit]) for (value, _), unit in zip(pairs, units, strict=True)]
    except InvalidOperation:
        return None
    fields = [_FIELD.get(unit, unit) for unit in units]
    order = ("YEAR", "MONTH") if scales is _MONTHS else _FIELDS
    spanned = sorted({order.index(field) for field in fields})
    return _written(sum(amounts), order[spanned[0]], order[spanned[-1]])


def spanning(value: str, start: str, end: str) -> str | None:
    """INTERVAL '1 2:03' DAY TO MINUTE.

    >>> spanning("1 2:03", "DAY", "MINUTE")
    "INTERVAL '1 02:03' DAY TO MINUTE"
    """
    pattern = _PARTS.get((start, end))
    match = re.fullmatch(rf"\s*(?P<sign>[-+]?)\s*{pattern}\s*", value) if pattern is not None else None
    if match is None:
        return None
    scales = _MONTHS if start == "YEAR" else _MICROS
    parts = {name: part for name, part in match.groupdict().items() if name != "sign"}
    total = sum((Decimal(part) * scales[name] for name, part in parts.items()), Decimal())
    return _written(-int(total) if match["sign"] == "-" else int(total), start, end)


def _written(total: int, start: str, end: str) -> str:
    sign, rest = ("-", -total) if total < 0 else ("", total)
    if start in _MONTHS:
        if start != end:
            return f"INTERVAL '{sign}{rest // 12}-{rest % 12}' YEAR TO MONTH"
        return f"INTERVAL '{sign}{rest // _MONTHS[start]}' {start}"
    text = ""
    for position in range(_FIELDS.index(start), _FIELDS.index(end) + 1):
        field = _FIELDS[position]
        number, rest = divmod(rest, _MICROS[field])
        digits = str(number) if field == "DAY" else f"{number:02d}"
        text += ("" if field == start else " " if position == 1 else ":") + digits
    if end == "SECOND" and rest:
        text += f".{rest:06d}".rstrip("0")
    return f"INTERVAL '{sign}{text}' {start}" + (f" TO {end}" if start != end else "")


_TIMESTAMP = re.compile(
    r"\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d*))?)?)?\s*", re.IGNORECASE
)
_TIME = re.compile(r"\s*(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d*))?)?\s*([ap]m)?\s*", re.IGNORECASE)


def typed(kind: str, value: str) -> str:
    """DATE '2020-1-1', TIMESTAMP '2020-01-01', TIME '1:2:3 PM': with every part, as it is where it has a zone.

    >>> typed("TIMESTAMP_NTZ", "2020-01-01 12:30:00.5000")
    "TIMESTAMP_NTZ '2020-01-01 12:30:00.5'"
    """
    kind = "TIMESTAMP" if kind == "TIMESTAMP_LTZ" else kind
    match = (_TIME if kind == "TIME" else _TIMESTAMP).fullmatch(value)
    if match is None:
        return f"{kind} '{value}'"
    if kind == "TIME":
        hour = int(match[1]) % 12 + 12 * (match[5].lower() == "pm") if match[5] else int(match[1])
        return f"TIME '{hour:02d}:{int(match[2]):02d}:{int(match[3] or 0):02d}{_fraction(match[4])}'"
    date = f"{match[1]}-{int(match[2]):02d}-{int(match[3]):02d}"
    if kind == "DATE":
        return f"DATE '{date}'"
    time = f"{int(match[4] or 0):02d}:{int(match[5] or 0):02d}:{int(match[6] or 0):02d}"
    return f"{kind} '{date} {time}{_fraction(match[7])}'"


def _fraction(digits: str | None) -> str:
    """Microseconds, without zeros at the end."""
    kept = (digits or "")[:6].rstrip("0")
    return f".{kept}" if kept else ""
