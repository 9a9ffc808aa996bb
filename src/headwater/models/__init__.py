"""Models: one SELECT is one model, a folder of them is a project.

`lineage` gives the lineage of one model in its small shape; `read` makes a graph of a folder, with the order in which
its models can be built, and reports what is missing and what is circular. Both stand on `headwater.analyze` and
add no reading of SQL of their own.
"""

from headwater.models.classes import AGGREGATE, NONE, PASSTHROUGH, WINDOW, function_class
from headwater.models.folder import read
from headwater.models.graph import Model, Problem, Project, project
from headwater.models.lineage import ModelColumn, ModelError, ModelLineage, lineage

__all__ = [
    "AGGREGATE",
    "NONE",
    "PASSTHROUGH",
    "WINDOW",
    "Model",
    "ModelColumn",
    "ModelError",
    "ModelLineage",
    "Problem",
    "Project",
    "function_class",
    "lineage",
    "project",
    "read",
]
