"""The relational algebra: columns with integer ids, operators that birth them, and nothing that acts.

Every relation has a hidden column, its row set; a column is born once and handed on by everything else.
"""
