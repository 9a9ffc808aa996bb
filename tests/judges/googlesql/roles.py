"""What the arguments of ZetaSQL's functions are for: the judge's own reading of the contract.

A function that is not listed hands on the values of all of its arguments, mixed: `flat`. To say more of one, write
its arguments' positions that carry value in `VALUE`, or name it in one of the sets below.
"""

from __future__ import annotations

from collections.abc import Callable

Chosen = Callable[[int], list[int]]


def case_no_value(count: int) -> list[int]:
    """WHEN c THEN v …, ELSE v: conditions and values take turns, an ELSE is the last."""
    return [i for i in range(count) if i % 2 == 1 or (i == count - 1 and count % 2 == 1)]


def case_with_value(count: int) -> list[int]:
    """An operand, then the same."""
    return [i + 1 for i in case_no_value(count - 1)]


CHOICE: dict[str, Chosen] = {
    "$case_no_value": case_no_value,
    "$case_with_value": case_with_value,
    "if": lambda count: [1, 2],
    "nullif": lambda count: [0],
    "nullifzero": lambda count: [0],
    "zeroifnull": lambda count: [0],
    "coalesce": lambda count: list(range(count)),
    "ifnull": lambda count: [0, 1],
    "iferror": lambda count: [0, 1],
    "nulliferror": lambda count: [0],
    "error": lambda count: [],
}
"""One of these arguments is handed on as it is, with its fields."""

ELEMENT = frozenset(
    {
        "$array_at_offset",
        "$array_at_ordinal",
        "$safe_array_at_offset",
        "$safe_array_at_ordinal",
        "$subscript",
        "array_first",
        "array_last",
    }
)
"""One element of the first argument; the others only say which."""

SAME_ARRAY: dict[str, Chosen] = {
    "array_reverse": lambda count: [0],
    "array_slice": lambda count: [0],
    "array_first_n": lambda count: [0],
    "array_last_n": lambda count: [0],
    "array_remove_first_n": lambda count: [0],
    "array_remove_last_n": lambda count: [0],
    "array_concat": lambda count: list(range(count)),
}
"""An array of elements of these."""

VALUE: dict[str, list[int]] = {
    "lag": [0, 2],
    "lead": [0, 2],
    "nth_value": [0],
    "percentile_cont": [0],
    "percentile_disc": [0],
    "approx_quantiles": [0],
    "approx_top_count": [0],
    "approx_top_sum": [0, 1],
    "string_agg": [0, 1],
}
"""Only these arguments carry value, mixed."""

PICKS = frozenset({"any_value", "min", "max", "first_value", "last_value", "nth_value", "lag", "lead"})
"""Aggregates and window functions that hand on one of the values they saw."""

GENERATED = frozenset(
    {"row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile", "$count_star", "is_first", "is_last"}
)
"""No value comes from anywhere."""
