"""A synthetic warehouse and its query log, with the lineage known beforehand: for tests and benches, of any size.

Everything is a pure function of a seed and a number: table i, template k, run j. Nothing is shared between workers and
nothing depends on how a log is divided among them. What a template reads was created by an earlier template, and a run
repeats a template that has run before, so at every moment of the log the schema of what is read is known.

`Log` is the door. `words` holds what differs between dialects, `warehouse` the tables, `query` the shapes of queries
with the lineage they have, `templates` the kinds of statements, `log` the runs, `batches` the same as Arrow. To add a
dialect: a record in `words`. To add a shape: a method in `query` that says what its columns are made of. To add a kind
of statement: a function and its weight in `templates`.

>>> log = Log(Spec(statements=1000, templates=200, seed=7))
>>> log.run(999) == Log(Spec(statements=1000, templates=200, seed=7)).run(999)
True
"""

from headwater_synth.log import Log, Run, Spec
from headwater_synth.templates import Known, Template

__all__ = ["Known", "Log", "Run", "Spec", "Template"]
