"""Output names: what an engine calls a column of a select list that has no alias.

`SELECT a + 1 FROM t` has an output named `(a + 1)`, `plus(a, 1)`, `_c0`, `EXPR$0` or `f0_`, and the name matters where
the query is read again: in a view, a derived table, CREATE TABLE AS. A dialect says its way by an `OutputNames`
(`protocol`). Engines that name an output by their own spelling of its expression share one writer (`writer`) over the
tokens of the item (`item_tokens`); such a dialect gives the writer its tables and a few methods.
"""
