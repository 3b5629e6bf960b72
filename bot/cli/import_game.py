"""`./harbour import FILE`: add a game from elsewhere to this bot's database."""

from functools import partial
from pathlib import Path

from bot.cli import parser_of
from bot.cli.exported import text_of
from bot.cli.imported_games import accepted, arrived
from bot.service import config
from bot.store.game_export import MOVING, read_exported_game, take_in
from bot.store.game_import import put_finished
from bot.store.lock import alone_on
from rules.engine.errors import HarbourmasterError
from rules.engine.export import read
from rules.engine.registry import game as find_game

ELSEWHERE = "another bot"


def run(arguments: list[str]) -> int:
    """Check the game, then store it. If HarbourmasterError is raised, nothing was changed."""
    parser = parser_of(
        "import",
        "Add a finished game, a file of /game export, to the records of a server; or go on with"
        " a running game, a file of ./harbour export. The game is checked first.",
    )
    parser.add_argument("file", type=Path, help="the file")
    parser.add_argument("--server", type=int, default=0, help="the id of the server for a finished game")
    parser.add_argument("--channel", type=int, default=0, help="the id of the channel that shows it")
    parser.add_argument("--origin", default=ELSEWHERE, help=f"where it comes from (default: {ELSEWHERE})")
    parser.add_argument(
        "--come-back", action="store_true", help="import a running game even if it has left this bot since"
    )
    chosen = parser.parse_args(arguments)
    text = text_of(chosen.file)
    if text.startswith(MOVING):
        return _go_on_with(text, come_back=chosen.come_back)
    if not chosen.server:
        raise HarbourmasterError("Name the server to whose records the game is added: --server ID.")
    row, journal, results = arrived(read(text), chosen.server, chosen.channel, chosen.origin)
    put_finished(config.load().database_url, row, journal, results)
    print(f"{find_game(row.slug).title}, game {row.id}: checked, and kept with {len(journal)} entries.")
    print(f"Records name its players as in the file, and where it comes from: {chosen.origin}.")
    return 0


def _go_on_with(text: str, *, come_back: bool) -> int:
    """Import a running game while no other process uses the database."""
    settings, parcel = config.load(), read_exported_game(text)
    accept = partial(accepted, old=parcel.bot, new=config.bot_of(settings.token()))
    with alone_on(settings.database_url):
        row = take_in(settings.database_url, parcel, accept, come_back=come_back)
    print(f"{find_game(row.slug).title}, game {row.id}: checked and imported.")
    print(f"When the bot is started it goes on, in channel {row.channel} of server {row.guild}.")
    print("Delete the file: it holds the game's secrets.")
    return 0
