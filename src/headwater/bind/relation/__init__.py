"""Relations: FROM, joins, SELECT, set operations, pipes. `query` is the way in, and brings the rest."""

from headwater.bind.relation import query

__all__ = ["query"]
