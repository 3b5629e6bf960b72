"""The followers of a game: users, players or not, who get direct messages about the game."""

from dataclasses import replace

from bot.store.rows import Follower, FollowPace, GameRow
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Match

MOST = 200
"""The maximum number of followers of one game. A single entry can store a letter for each of them."""


def with_follower(row: GameRow, match: Match, user: int, pace: FollowPace) -> GameRow:
    """Return the game with `user` as a follower. Raises HarbourmasterError if following is impossible."""
    if row.status not in {"running", "paused"}:
        raise HarbourmasterError(
            "This game is over, so there is nothing to follow any more. `/watch digest` shows what happened."
        )
    others = tuple(one for one in row.followers if one.user != user)
    if len(others) >= MOST:
        raise HarbourmasterError(
            f"{MOST} people follow this game already. `/watch digest` shows you what happened since you last"
            " looked."
        )
    known = row.follower(user)
    told = known.told if known and not known.closed else match.position.last
    return replace(row, followers=(*others, Follower(user, pace, told, _stage(match, pace))))


def without_follower(row: GameRow, user: int) -> GameRow:
    """Return the game without `user` as a follower."""
    return replace(row, followers=tuple(one for one in row.followers if one.user != user))


def with_unreached(row: GameRow, user: int) -> GameRow:
    """Return the game with `user` marked as unreachable by direct messages."""
    return replace(
        row, followers=tuple(one._replace(closed=True) if one.user == user else one for one in row.followers)
    )


def _stage(match: Match, pace: FollowPace) -> str:
    """Return the turn or round after which the next message is due; empty for the pace `end`."""
    if pace == "end":
        return ""
    turn = match.game.turn(match.shown)
    return turn if pace == "turn" else match.game.round(match.shown) or turn
