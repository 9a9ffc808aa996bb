"""What names mean: the tables, columns, fields and aliases in scope."""
