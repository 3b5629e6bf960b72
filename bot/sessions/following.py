"""Followers of a game. They hear of it by direct messages, whether they play or not."""

from dataclasses import replace

from bot.store.rows import Follower, FollowPace, GameRow
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Match

MOST = 200
"""Followers of one game at most: every change of a game says what each of them is to be told."""


def with_follower(row: GameRow, match: Match, user: int, pace: FollowPace) -> GameRow:
    """The game, followed by that user from now on, as often as that. Raises HarbourmasterError."""
    if row.status not in {"running", "paused"}:
        raise HarbourmasterError(
            "This game is over, so there is nothing to follow any more. `/watch digest` tells what happened."
        )
    others = tuple(one for one in row.followers if one.user != user)
    if len(others) >= MOST:
        raise HarbourmasterError(
            f"{MOST} people follow this game already. `/watch digest` tells you what happened since you last"
            " looked."
        )
    known = row.follower(user)
    told = known.told if known and not known.closed else match.position.last
    return replace(row, followers=(*others, Follower(user, pace, told, _stage(match, pace))))


def without_follower(row: GameRow, user: int) -> GameRow:
    """The game, not followed by that user."""
    return replace(row, followers=tuple(one for one in row.followers if one.user != user))


def with_unreached(row: GameRow, user: int) -> GameRow:
    """The game, of which that follower is told no more: their direct messages let nothing in."""
    return replace(
        row, followers=tuple(one._replace(closed=True) if one.user == user else one for one in row.followers)
    )


def _stage(match: Match, pace: FollowPace) -> str:
    """What followers of that pace are told of next is another one than this."""
    if pace == "end":
        return ""
    turn = match.game.turn(match.shown)
    return turn if pace == "turn" else match.game.round(match.shown) or turn
