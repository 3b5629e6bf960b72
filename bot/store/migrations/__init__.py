"""How the tables came to be what they are: one file in `versions` for each step, run by Alembic.

A new step is a new file there (copy the newest, name the one before it in `down_revision`), the same change
in `bot.store.schema`, and its name in `bot.store.migrate.VERSIONS`; the tests say whether the three agree.
Steps go forward only. Whoever needs the way back keeps a copy of the database.
"""
