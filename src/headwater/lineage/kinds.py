"""Kinds and how they compose, under the name that readers of lineage look for."""

from headwater.rel.kinds import Kind, through

__all__ = ["Kind", "through"]
