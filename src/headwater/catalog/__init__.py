"""What is known of tables before a statement is read: names, columns, types, views, computed columns."""

from headwater.catalog.memory import Catalog, CatalogError
from headwater.catalog.model import Column, Table

__all__ = ["Catalog", "CatalogError", "Column", "Table"]
