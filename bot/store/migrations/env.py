"""The script that Alembic runs for a migration, in the transaction of `bot.store.migrate`."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
