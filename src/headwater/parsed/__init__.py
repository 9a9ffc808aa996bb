"""Statements as they are written: `headwater.parse`, for those who want the text's structure and no lineage."""

from headwater.parsed.model import FromItem, ParsedStatement, Select, SelectItem
from headwater.parsed.read import parse

__all__ = ["FromItem", "ParsedStatement", "Select", "SelectItem", "parse"]
