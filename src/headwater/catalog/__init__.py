"""What is known of tables before a statement is read: names, columns, types, views, computed columns."""

from headwater.catalog.mapping import Catalog, CatalogError
from headwater.catalog.tables import Column, Table

__all__ = ["Catalog", "CatalogError", "Column", "Table"]
