"""Secrets in options, covered before anything is read: 'password' = '******'.

The cover is as long as what it covers, so that every offset stays true; constants in options decide nothing about
columns. What was covered can appear in no answer, message, table or page, since nothing behind this sees it.
"""

from __future__ import annotations

import re

_SECRET = (
    r"passw|passphrase|secret|token|credential|jaas|api[-_.]?key|access[-_.]?key|private[-_.]?key|account[-_.]?key|"
    r"shared[-_.]?key|user-info|sas[-_.]"
)
_HINT = re.compile(rf"{_SECRET}|://[^/\s']*@|[?&;](?:user|pwd)=", re.IGNORECASE)
_OPTION = re.compile(r"'([^'\n]{1,200})'(\s{0,40}=\s{0,40})'((?:[^']|'')*)'")
_KEY = re.compile(_SECRET, re.IGNORECASE)
# inside a value that is not secret as a whole: who, and the password, in an address
_PARTS = re.compile(r"(?<=://)[^/@\s']+(?=@)|(?<=[?&;]password=)[^&;']+|(?<=[?&;]pwd=)[^&;']+", re.IGNORECASE)


def cover(text: str) -> str:
    """The text with the secrets of its options covered.

    >>> cover("WITH ('connector' = 'jdbc', 'password' = 'abc')")
    "WITH ('connector' = 'jdbc', 'password' = '***')"
    >>> cover("'url' = 'jdbc:mysql://root:abc@db/shop?password=abc&x=1'")
    "'url' = 'jdbc:mysql://********@db/shop?password=***&x=1'"
    """
    if _HINT.search(text) is None:
        return text
    return _OPTION.sub(_covered, text)


def _covered(match: re.Match[str]) -> str:
    key, between, value = match.groups()
    covered = "*" * len(value) if _KEY.search(key) else _PARTS.sub(lambda part: "*" * len(part.group()), value)
    return f"'{key}'{between}'{covered}'"
