"""The Spark judge: what Spark's own analyzer, Catalyst, says of a statement.

- `engine` starts a session (one Java serves all) and analyses statements without running them; `Lake.java` is a
  catalog of tables that can be merged into. `tree` reads the plan's JSON, `walker` and `scalars` follow columns
  through it (`shapes`: structs, arrays, maps), `commands` says what is written.
- `frozen` keeps the reviewed answers, so that the everyday tests need no Java.
- `scripts` reads the corpus, `answers` puts headwater's answer in the same terms, and the two are compared.
- `python -m tests.judges.spark "SELECT …"` shows both sides for one statement.
"""
