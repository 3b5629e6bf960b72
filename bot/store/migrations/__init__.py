"""Migrations of the tables: a file in `versions` for each, run by Alembic.

A new migration is a new file there (copy the newest, name the one before it in `down_revision`), the same
change in `bot.store.schema`, and its name in `bot.store.migrate.VERSIONS`. Tests compare the three.
Migrations go forward only. To go back, keep a copy of the database.
"""
