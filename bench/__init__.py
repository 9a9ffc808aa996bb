"""The bench: how headwater's cost grows, and how it stands beside the parser alone and `sqlglot.lineage`.

    python -m bench                     every bench, as Markdown tables on stdout
    python -m bench growth tpcds        only those named
    python -m bench --write             all of them, and docs/bench.md is rewritten
    python -m bench.profile             where the time goes, function by function

Figures are CPU seconds of one process (`time.process_time`), the best of several interleaved rounds, because
machines are shared and noisy. What carries from one machine to another are the ratios and the exponents.

To add a bench: a module with `run(quick: bool) -> Section`, and its name in `bench/__main__.py`. To add a growth axis:
one `Axis` row in `bench/shapes.py`; `bench.growth` and `tests/test_linear.py` read it.
"""
