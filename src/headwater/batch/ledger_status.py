"""What can have happened to a file since it was read."""

from __future__ import annotations

from typing import Literal

Status = Literal["new", "continued", "grown", "changed", "moved", "same", "broken", "streamed"]
"""Of a `continued` file, which has more lines than before, those are read. `grown` and `changed` take the place of what
was read of the file before. A `moved` file, which has the content of one that is gone, and the `same` file with another
time are not read again. A `streamed` row stands for a micro-batch of a stream.
"""
READ_AGAIN = ("grown", "changed")
TO_READ = ("new", "continued", "broken", *READ_AGAIN)
