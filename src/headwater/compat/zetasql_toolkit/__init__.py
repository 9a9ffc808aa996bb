"""The module paths of a ZetaSQL lineage toolkit for Python, so that its users change one import."""
