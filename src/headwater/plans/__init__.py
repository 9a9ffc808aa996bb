"""Plans of engines, read into the algebra: one package or module an engine. The core imports nothing of it."""
