"""Other readers of SQL than the parser: an engine's own analyzer, whose resolved tree becomes the algebra."""
