"""Statements: what is written, and what changes in the catalog."""
