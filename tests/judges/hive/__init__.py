"""The Hive judge: what Hive's own compiler says of a statement.

- `engine` starts a Java with the Hive that Spark carries (PySpark's jars), a metastore in memory and `Judge.java`,
  compiled by Janino, which is among those jars, too: no JDK is needed, any Java that Spark runs on will do.
- `hive_lineage` puts what the compiler's lineage context holds in terms of statements, targets and columns.
- `scripts` reads the corpus (tests/judges/corpus/hive), `frozen` keeps the reviewed answers, so that the everyday tests
  need no Java; `compare` puts headwater's answer beside them, and `losses` names what Hive is known to lose.
- `python -m tests.judges.hive "SELECT …"` shows both sides for one script.
"""
