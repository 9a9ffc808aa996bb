"""The GoogleSQL judge: what ZetaSQL's own analyzer says of a statement.

- `engine` asks ZetaSQL for the resolved statements of a script (`zetasql` from PyPI; its compiled module is kept, see
  `headwater.frontends.zetasql.service`: that much of headwater is used, to start it); `statements`, `walker`, `exprs`
  and `roles` follow them to stored columns and their fields. They know nothing of headwater's answers.
- `frozen` keeps the reviewed answers, and the resolved statements themselves, so that the everyday tests start nothing.
- `scripts` reads the corpus, `answers` puts headwater's answer in the same terms, and the two are compared.
- `python -m tests.judges.googlesql "SELECT …"` shows both sides for one script.
"""
