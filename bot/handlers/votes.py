"""Answers to votes. The last necessary consent carries the matter out.

A new player sees the secrets of the seat. So in a game with secrets, everybody must agree to a new player who
is a game master, or who has or had another seat. The last consent and its effect are one entry.
"""

from bot.escaping import quoted
from bot.handlers import gm_access
from bot.handlers.player_actions import actor, seat_of
from bot.handlers.press import Press, Visit
from bot.sessions import vote_rules
from bot.sessions.lobby import reseated
from bot.sessions.requests import Report, Reseating
from bot.sessions.vote_rules import NoVote
from bot.store.rows import GameRow, Member, Vote
from rules.engine.entries import Agree, Refuse, Substitute, draft_for
from rules.engine.entry import Actor, Matter
from rules.engine.match import Advance, Match
from rules.engine.wording import listed


async def agreed(press: Press) -> None:
    """Handle a consent. The last necessary consent carries the matter out."""

    def do(row: GameRow, match: Match) -> tuple[GameRow, Advance]:
        vote = _open(row, press)
        if press.user in vote.agreed:
            raise NoVote("You have agreed already. The others are still asked.")
        if press.user not in vote.asked:
            return _settled(row, match, vote, _decider(press, row, match, vote), press.now)
        left = set() if vote.enough else {*vote.asked} - {*vote.agreed, press.user}
        if not left:
            return _settled(row, match, vote, actor(press.user), press.now)
        seat = seat_of(row, press.user)
        return row, match.enter(Agree(seat, vote_rules.label(vote)), actor(press.user), press.now)

    await _answer(press, do)


async def refused(press: Press) -> None:
    """Handle a refusal, or the asker's withdrawal. The vote ends without effect."""

    def do(row: GameRow, match: Match) -> tuple[GameRow, Advance]:
        vote = _open(row, press)
        about, who = vote_rules.label(vote), actor(press.user)
        if press.user in vote.asked:
            return row, match.enter(Refuse(seat_of(row, press.user), about), who, press.now)
        if press.user == vote.asker:
            as_master = vote.enough or (vote.matter == "seat" and gm_access.is_one(press.interaction, row))
            return row, match.enter(Refuse(0, about), _master(press) if as_master else who, press.now)
        return row, match.enter(Refuse(0, about, "decided"), _decider(press, row, match, vote), press.now)

    await _answer(press, do)


async def _answer(press: Press, do: Reseating) -> None:
    vote = press.table.row.vote
    await enter(press, vote.matter if vote else "seat", do)


async def enter(visit: Visit, matter: Matter, do: Reseating) -> Report:
    """Make the entry that `do` returns. An entry for an undo or for fresh dice needs the journal."""
    if matter in {"undo", "fresh"}:
        return await visit.table.travel(lambda row, match, _: do(row, match), visit.once)
    return await visit.table.reseat(do, visit.once)


def _open(row: GameRow, press: Press) -> Vote:
    """Return the vote to which the button belongs. Raises NoVote if that vote is settled."""
    control, vote = press.control, row.vote
    if vote is None or vote.moot or (control.stamp, control.path) != (vote.stamp, (vote.mark,)):
        raise NoVote("That question is settled. /game log shows how.")
    return vote


def _decider(press: Press, row: GameRow, match: Match, vote: Vote) -> Actor:
    """Return the game master who may decide alone about a seat. Raises NoVote, with the reason."""
    free = vote.matter == "seat" and (not match.keeps_secrets or not vote.asked)
    master = gm_access.is_one(press.interaction, row)
    if press.user == vote.user or (press.user == vote.asker and not (free and master)):
        raise NoVote(_counted(row, vote, press.user))
    if not master:
        raise NoVote("You are not asked: only those at the table are. You can watch with /game board.")
    if not free:
        raise NoVote(
            "You are not asked: only those at the table are. Game masters use /gm for everything that they"
            " may do without asking."
        )
    return _master(press)


def _counted(row: GameRow, vote: Vote, user: int) -> str:
    """Return a text: why the asker or the newcomer cannot answer, and who must still answer."""
    left = listed([f"**{quoted(row.name_of(one), 40)}**" for one in vote.asked if one not in vote.agreed])
    waits = f"one of {left} must agree" if vote.enough and len(vote.asked) > 1 else f"it waits for {left}"
    if user != vote.asker:
        return f"This is about you, so you have no say in it: {waits}."
    return f"You asked for this, so you count as agreeing already: {waits}. **Refuse** withdraws it."


def _master(press: Press) -> Actor:
    return Actor(role="gm", player=press.table.row.player_of(press.user))


def _settled(row: GameRow, match: Match, vote: Vote, who: Actor, now: int) -> tuple[GameRow, Advance]:
    """Carry the matter out. Return the new row and the advance."""
    if vote.matter != "seat":
        return row, match.enter(draft_for(vote.matter, vote.goal), who, now, vote.reason)
    newcomer = Member(vote.seat, vote.user, vote.name)
    player = row.player_of(vote.user)
    return reseated(row, newcomer), match.enter(Substitute(vote.seat, player), who, now, vote.reason)
