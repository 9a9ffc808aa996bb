"""Doors of other lineage tools, with headwater behind them: code written for one of them runs as it is."""
