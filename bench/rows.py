"""Rows of games that nobody has played in a channel."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bench.silent import FIRST_CHANNEL, GUILD
from bot.store.rows import GameRow, Member
from rules.engine.game import AnyGame
from rules.engine.match import Match

PACE: Final = "day"
"""The pace of the games, so that all of them have clocks."""


def lobby_row(identity: str, channel: int, game: AnyGame, users: Sequence[int], now: int = 0) -> GameRow:
    """Return the row of a lobby in a channel, with these users and the pace `PACE`."""
    return GameRow(
        id=identity,
        guild=GUILD,
        channel=FIRST_CHANNEL + channel,
        slug=game.slug,
        status="lobby",
        creator=users[0],
        created=now,
        updated=now,
        options={"pace": PACE},
        # The names differ between channels, because equal pictures would be drawn only once.
        members=tuple(Member(seat, user, f"Sailor {user % 10_000}") for seat, user in enumerate(users, 1)),
    )


def running_row(identity: str, channel: int, match: Match, users: Sequence[int]) -> GameRow:
    """Return the row of a running game in a channel, with these users."""
    row = lobby_row(identity, channel, match.game, users)
    return replace(row, status="running", opening=match.opening, seed=match.seed, position=match.position)
