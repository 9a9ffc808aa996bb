"""The Flink judge: what Flink's own planner says of a statement.

- `worker` runs in the environment .venv-flink (`make engines` makes it): it starts a Java with Flink's planner in it
  (`gateway`, `Stubs.java`), reads the planner's unoptimised tree (`walker`, `reach`, `shapes`), and answers on standard
  output, one JSON line for each line it was sent. Nothing of headwater is imported there.
- `engine` starts a worker and asks it; `frozen` keeps the reviewed answers, so that the everyday tests need no Java.
- `scripts` reads the corpus, `answers` puts headwater's answer in the same terms, and the two are compared.
- `python -m tests.judges.flink "SELECT …"` shows both sides for one statement.
"""
