"""The parser's tokens, for packages that read a text without parsing it: fingerprints, outlines of statements."""

from sqlglot.dialects.dialect import Dialect as SqlglotDialect
from sqlglot.errors import TokenError
from sqlglot.tokenizer_core import Token, TokenType

__all__ = ["SqlglotDialect", "Token", "TokenError", "TokenType"]
