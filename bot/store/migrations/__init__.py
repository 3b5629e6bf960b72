"""Migrations of the tables. Alembic runs them from the files in `versions`.

To add a migration, copy the newest file, name that file's revision in `down_revision`, make the same change
in `bot.store.schema`, and add the version to `bot.store.migrate.VERSIONS`. Tests compare these places. There
are no migrations to older versions.
"""
