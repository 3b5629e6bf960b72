"""`./harbour page FILE OUT.html`: make a page for a browser from an exported game."""

from bot.cli.export_films import make_file, quietly, reel_of
from bot.posts.page.chronicle import Chronicle
from bot.replays.animation import Replay
from bot.replays.page_file import make
from bot.replays.played import Played
from bot.store.rows import GameRow, Member
from rules.engine.export import Export
from rules.engine.registry import game as find_game
from rules.engine.seat import Names


def run(arguments: list[str]) -> int:
    """Make the page of a game that is over. Raises HarbourmasterError."""
    return make_file(arguments, "page", "a page for a browser", "page", _page)


def _page(whole: Export, given: Names) -> Replay:
    names = {seat: given.get(seat, f"Seat {seat}") for seat in range(1, len(whole.opening.players) + 1)}
    return make(_chronicle(whole, names), reel_of(whole, names), quietly)


def _chronicle(whole: Export, names: Names) -> Chronicle:
    """Return the contents of the page, for the part of the game that this program's rules can replay."""
    opening, game = whole.opening, find_game(whole.opening.game)
    played = Played(game, opening, whole.seed, whole.journal)
    match = played.match
    row = GameRow(
        id=opening.match,
        guild=0,
        channel=0,
        slug=game.slug,
        status=match.position.status,
        creator=0,
        created=opening.at,
        updated=whole.journal[-1].at,
        # People without a user on Discord have negative numbers.
        members=tuple(Member(seat, -seat, name) for seat, name in names.items()),
        opening=opening,
        seed=whole.seed,
        position=match.position,
    )
    return Chronicle(row, match, played.rows())
