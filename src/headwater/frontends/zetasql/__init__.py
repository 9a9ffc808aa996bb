"""ZetaSQL as a front end of GoogleSQL: its analyzer resolves a statement, and the resolved tree becomes the algebra."""
