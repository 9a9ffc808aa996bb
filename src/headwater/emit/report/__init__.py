"""What a run of the pipeline has to say, for people: a page to open, and a summary for the terminal.

`ReportData` is filled by whoever has the run's tables; `render` makes one self-contained HTML file of it, and
`render_summary` the lines for a screen. Nothing here reads a table, a file or a clock.

>>> from headwater.emit import report
>>> "<!doctype html>" in report.render(report.ReportData(version="0.1.0"))
True
"""

from headwater.emit.report.data import FACTS, Limits, ReportData
from headwater.emit.report.page import render
from headwater.emit.report.summary import render_summary

__all__ = ["ReportData", "Limits", "FACTS", "render", "render_summary"]
