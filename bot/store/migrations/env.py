"""The script that Alembic runs, in the transaction of `bot.store.migrate`."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
