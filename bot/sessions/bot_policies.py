"""The policies by which the bot plays its seats at a table."""

from bot.sessions.lobby import PRACTICE
from bot.store.rows import GameRow
from rules.engine.game import AnyGame
from rules.engine.policy import Policy, steady
from rules.engine.registry import game as find_game
from rules.engine.strengths import policies
from rules.engine.texts import tutorial


def rivals(game: AnyGame) -> tuple[Policy, ...]:
    """Return all policies with which the bot plays that game."""
    course = tutorial(game)
    taught = {policies(game)[course.rival]} if course else set[Policy]()
    return (steady, *(taught - {steady}))


def policy_of(row: GameRow) -> Policy:
    """Return the policy of this table: the tutorial's in a practice game, else steady."""
    game = find_game(row.slug)
    course = tutorial(game) if row.preset == PRACTICE else None
    return steady if course is None else policies(game)[course.rival]
