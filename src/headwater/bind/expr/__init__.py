"""Expressions: which columns are read, and what for. Importing the package fills the tables of readers."""

from headwater.bind.expr import tables

__all__ = ["tables"]
