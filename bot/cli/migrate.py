"""`./harbour migrate`: update the database; hosting platforms call it before each release."""

import argparse

from bot.service import config, logs
from bot.store.migrate import migrate_now


def run(arguments: list[str]) -> int:
    """Apply the missing migrations. Raises HarbourmasterError if the database cannot be used."""
    argparse.ArgumentParser(prog="harbour migrate", description="Bring the database up to date.").parse_args(
        arguments
    )
    settings = config.load()
    logs.begin(settings)
    migrate_now(settings.database_url)
    print("The database is up to date.")
    return 0
