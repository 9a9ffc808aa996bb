"""A snapshot from the one before it and what is new: the steps that DuckDB does over the files of a folder.

    relations       the batches of a folder, and which texts the new ones touch
    replay          the rounds over the schemas, from memory
    affected        the answers to the texts that are affected
    tables          the tables of the snapshot, from those of before
    checks          answers against the tables that engines say they read
    table_files     the files of one table: linked where no row changed, else merged
    answer_state    what one snapshot leaves for the next

Nothing here knows Spark: who analyses texts and puts sessions together is an `Engine`. Only for folders on this
machine.
"""
