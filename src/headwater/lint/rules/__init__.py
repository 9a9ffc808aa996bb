"""The functions behind the rules: a view of a statement in, hits out. The table says what each is called."""
