"""`./harbour migrate`: bring the database up to date; hosting platforms call it before each release."""

import argparse

from bot.service import config, logs
from bot.store.migrate import migrate_now


def run(arguments: list[str]) -> int:
    """Apply what is missing. Raises HarbourmasterError where the database cannot be used."""
    argparse.ArgumentParser(prog="harbour migrate", description="Bring the database up to date.").parse_args(
        arguments
    )
    settings = config.load()
    logs.begin(settings)
    migrate_now(settings.database_url)
    print("The database is up to date.")
    return 0
