"""Times as logs write them: one moment in UTC, or None where there is none. Nothing here raises.

A time without a zone is taken as UTC. A number is seconds, milliseconds, microseconds or nanoseconds by its size.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_ISO = re.compile(
    r"""(\d{4})-(\d\d?)-(\d\d?)
        (?:[T\ ]+(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?
           \s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?
        )?\s*""",
    re.VERBOSE | re.IGNORECASE,
)


def moment(value: object) -> datetime | None:
    """A number or a text as a time.

    >>> moment(1714557600123).isoformat(), moment("2024-05-01 10:00:00.5").isoformat()
    ('2024-05-01T10:00:00.123000+00:00', '2024-05-01T10:00:00.500000+00:00')
    >>> moment("2024-05-01T12:00:00+02:00").isoformat(), moment("yesterday")
    ('2024-05-01T10:00:00+00:00', None)
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, datetime):
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    try:
        if isinstance(value, int):
            return _since_epoch(value)
        if isinstance(value, float):
            return (
                _since_epoch(round(value * 1_000_000), micros=True) if abs(value) < 1e11 else _since_epoch(int(value))
            )
        if isinstance(value, str):
            return _parse_text(value.strip())
    except (ValueError, OverflowError):
        pass
    return None


def _since_epoch(number: int, *, micros: bool = False) -> datetime:
    size = abs(number)
    if not micros:  # a number of seconds stays below 1e11 until the year 5138
        if size < 10**11:
            number *= 1_000_000
        elif size < 10**14:
            number *= 1000
        elif size >= 10**17:
            number //= 1000
    return EPOCH + timedelta(microseconds=number)


def _parse_text(text: str) -> datetime | None:
    if len(text) > 64:
        return None
    if _NUMBER.fullmatch(text):
        return moment(int(text) if text.lstrip("+-").isdigit() else float(text))
    match = _ISO.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second, fraction, zone = match.groups()
    micro = int((fraction or "0")[:6].ljust(6, "0"))
    local = datetime(int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0), micro)
    zone_offset = timedelta()
    if zone and zone[0] in "+-":
        digits = zone[1:].replace(":", "").ljust(4, "0")
        zone_offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
        zone_offset = -zone_offset if zone[0] == "-" else zone_offset
    return (local - zone_offset).replace(tzinfo=UTC)
