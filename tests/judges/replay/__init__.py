"""Replays: an engine's own test files run in the engine, statement by statement, beside headwater.

    python -m tests.judges.replay duckdb FOLDER [--sample 500] [--seed 7]

`suites` reads the files, a module per engine runs them and says what each output is made of, `verdicts` compares that
with headwater's answer, and `runner` keeps an engine that dies from taking the run with it. What an oracle is known to
say wrongly is listed in `artefacts.txt`, with the reason; nothing else is forgiven.

Nothing of a suite is kept in the repository: a replay reads whatever folder it is given.
"""
