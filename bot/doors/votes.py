"""Whether somebody may take over a seat in a game that keeps secrets: the others at the table say.

Whoever sits down on a seat sees what it hides. So nobody who has or had another seat, and no game master,
sits down on one unless all the others agree. The question stands in the posts of the game, and in its row: it
outlives a restart. Any change of players ends it.
"""

from dataclasses import replace

from bot.doors.players import actor, seat_of
from bot.doors.press import Press
from bot.store.rows import GameRow, Member, Vote
from bot.tables.lobby import reseated
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Advance, Match


class NoVote(HarbourmasterError):
    """The vote is over, or somebody was not asked."""


def knows_too_much(row: GameRow, newcomer: Member) -> bool:
    """Whether the newcomer has or had another seat."""
    held = {member.seat for member in row.members if member.user == newcomer.user}
    held.update(former.seat for former in row.former if former.user == newcomer.user)
    return bool(held - {newcomer.seat})


async def agreed(press: Press) -> None:
    """The button by which a player agrees; the last of them seats the newcomer."""

    def do(row: GameRow, match: Match) -> tuple[GameRow, Advance]:
        vote = _open(row, press)
        if press.user in vote.agreed:
            raise NoVote("You have agreed already. The others are still asked.")
        if press.user not in vote.asked:
            raise NoVote("You are not asked: only those at the table are.")
        consent = replace(row, vote=vote._replace(agreed=(*vote.agreed, press.user)))
        if {*vote.asked} - {*vote.agreed, press.user}:
            return consent, match.agree(seat_of(row, press.user), actor(press.user), press.now)
        newcomer = Member(vote.seat, vote.user, vote.name)
        player = str(vote.user)
        advance = match.substitute(vote.seat, player, actor(press.user), press.now, vote.reason)
        return reseated(row, newcomer), advance

    await press.table.reseat(do, press.once)


async def refused(press: Press) -> None:
    """The button by which a player refuses, or the game master who asked withdraws: nobody changes seats."""

    def do(row: GameRow, match: Match) -> tuple[GameRow, Advance]:
        vote = _open(row, press)
        if press.user in vote.asked:
            advance = match.refuse(seat_of(row, press.user), actor(press.user), press.now)
        elif press.user == vote.master:
            master = actor(press.user).model_copy(update={"role": "gm"})
            advance = match.refuse(0, master, press.now)
        else:
            raise NoVote("You are not asked: only those at the table are.")
        return replace(row, vote=None), advance

    await press.table.reseat(do, press.once)


def _open(row: GameRow, press: Press) -> Vote:
    """The vote the button belongs to. Raises NoVote."""
    if row.vote is None or row.vote.stamp != press.control.stamp:
        raise NoVote("That question is settled. /game log tells how.")
    return row.vote
