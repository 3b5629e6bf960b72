"""The policies by which the bot plays its seats at a table."""

from bot.sessions.bot_strengths import USUAL, strength_at
from bot.store.rows import PRACTICE, GameRow
from rules.engine.game import AnyGame
from rules.engine.policy import Policy
from rules.engine.registry import game as find_game
from rules.engine.strengths import offered, player, policies
from rules.engine.texts import tutorial


def rivals(game: AnyGame) -> tuple[Policy, ...]:
    """Return all policies by which the bot may play its seats in `game`."""
    course = tutorial(game)
    taught = [policies(game)[course.rival]] if course else []
    return (*dict.fromkeys([player(game, USUAL), *(player(game, one) for one in offered(game)), *taught]),)


def thinks_apart(row: GameRow, seat: int, machine: int) -> bool:
    """Return whether another process must think for the seat, because it plays strong."""
    if seat not in row.seats_of(machine) or row.preset == PRACTICE:
        return False
    return strength_at(row, seat) == "strong" and "strong" in offered(find_game(row.slug))


def policy_of(row: GameRow, seat: int, machine: int) -> Policy:
    """Return the policy for a seat of the user `machine`, the bot, or for a seat that it plays for a player.

    The lobby chose the strength of own seats; the tutorial has a rival of its own.
    """
    game = find_game(row.slug)
    if seat not in row.seats_of(machine):
        return player(game, USUAL)
    course = tutorial(game) if row.preset == PRACTICE else None
    if course is not None:
        return policies(game)[course.rival]
    return player(game, strength_at(row, seat))
