"""Random statements over a known schema, for every engine that can be asked, with names that collide.

`grammar` holds what the dialects share: scopes, expressions written as templates, queries. Each dialect's module adds
its templates, its FROM clauses, its stars and its writes. `engines` asks an engine and headwater about a statement,
`__main__` runs many of them and keeps the figures.
"""
