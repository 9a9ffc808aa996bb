"""Output names: what an engine calls a column of a select list that has no alias.

`SELECT a + 1 FROM t` has an output named `(a + 1)`, `plus(a, 1)`, `_c0`, `EXPR$0` or `f0_`. The name matters where the
query is read again: in a view, a derived table, CREATE TABLE AS.

protocol      `OutputNames`: what a dialect may say, with neutral defaults
writer        writes an expression in an engine's own spelling, driven by tables of its dialect; `calls` has the part
              that begins with a name, `tokens` reads the tokens
item_tokens   where the items of a select list stand in the tokens of a statement
"""
