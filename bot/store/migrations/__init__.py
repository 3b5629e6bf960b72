"""Migrations of the tables, which Alembic runs from the files in `versions`.

To add a migration, copy the newest file and set `down_revision` to its revision. Make the same change in
`bot.store.schema`, and add the version to `bot.store.migrate.VERSIONS`. Tests compare these places. A
database cannot be migrated to an older version.
"""
