"""Trees to the algebra: one pass, one file a clause, the tree never changed. Names become column ids here."""
