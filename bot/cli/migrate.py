"""`./harbour migrate`: update the database. Hosting platforms call this command before each release."""

from bot.cli import parser_of
from bot.service import config, logs
from bot.store.migrate import migrate_now


def run(arguments: list[str]) -> int:
    """Apply the missing migrations. Raises HarbourmasterError if the database cannot be used."""
    parser_of("migrate", "Bring the database up to date.").parse_args(arguments)
    settings = config.load()
    logs.begin(settings)
    migrate_now(settings.database_url)
    print("The database is up to date.")
    return 0
