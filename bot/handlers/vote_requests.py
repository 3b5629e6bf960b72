"""Requests that the other players must agree to: undo, pause, fresh dice, and the end of the game."""

from collections.abc import Sequence

from bot.escaping import display_name, plain
from bot.handlers import gm_access, undo_pages, votes
from bot.handlers.player_actions import actor, seat_of
from bot.handlers.press import Press, Visit
from bot.narration.gm_events import matters
from bot.narration.undo_points import position_before
from bot.sessions import vote_rules
from bot.sessions.requests import Report
from bot.sessions.undo_path import steps_between
from bot.sessions.vote_rules import NoVote
from bot.store.rows import EntryRow, GameRow
from rules.engine.entries import AskFor, Undo, draft_for
from rules.engine.entry import Matter
from rules.engine.match import Advance, Match

ASKED = "The others are asked, by a message in the channel; **Refuse** there withdraws the question."


async def ask(visit: Visit, matter: Matter, reason: str | None) -> None:
    """Ask the other players about a matter, or carry it out if nobody must agree. Raises NoVote, NotNow."""
    if matter == "pause" and visit.table.row.status == "paused":
        matter = "resume"
    why = plain(reason or "", gm_access.REASON_LENGTH)

    def do(row: GameRow, match: Match) -> tuple[GameRow, Advance]:
        seat, asked = _table_of(visit, row, match)
        who = actor(visit.user)
        if not asked:
            return row, match.enter(draft_for(matter), who, visit.now, why)
        advance = match.enter(AskFor(matter, seat, asked=asked), who, visit.now, why)
        return vote_rules.asking(row, match, advance, display_name(visit.interaction.user))

    await _say(visit, await votes.enter(visit, matter, do), matter)


async def ask_to_undo(visit: Visit, to: str | None) -> None:
    """Show the board of the moment `to`, or let the user choose a moment if `to` is None."""
    seat_of(visit.table.row, visit.user)
    if to is None:
        await undo_pages.offer_moments(visit, "ask_point")
    else:
        await undo_pages.look_at(visit, to, "ask", undo_pages.ASK_THE_OTHERS)


async def moment_picked(press: Press) -> None:
    """Handle a moment picked from the list."""
    await ask_to_undo(press, press.value)


async def undo_asked(press: Press) -> None:
    """Ask the affected players to agree to an undo, after the asker saw its board. Raises NoVote, NotNow."""

    def do(row: GameRow, match: Match, journal: Sequence[EntryRow]) -> tuple[GameRow, Advance]:
        seat, playing = _table_of(press, row, match)
        goal, who = position_before(match, press.number), actor(press.user)
        if match.position.public != press.control.stamp or not goal:
            raise NoVote("The game has moved on since that was shown. Use /game ask again.")
        steps = steps_between(journal, goal, match.position.head)
        in_secret = any(decision.secret for decision in match.decisions)
        asked = tuple(sorted(vote_rules.touched(match.game, steps, playing, in_secret=in_secret)))
        if not asked:
            return row, match.enter(Undo(goal), who, press.now)
        advance = match.enter(AskFor("undo", seat, asked=asked, to=goal), who, press.now)
        name, turn = display_name(press.interaction.user), journal[goal - 1].turn
        return vote_rules.asking(row, match, advance, name, turn)

    await _say(press, await press.table.travel(do, press.once), "undo")


def _table_of(visit: Visit, row: GameRow, match: Match) -> tuple[int, tuple[int, ...]]:
    """Return the visitor's seat, and the seats of the others who still play. Raises NoVote."""
    seat = seat_of(row, visit.user)
    if not match.finished and not match.plays(seat):
        raise NoVote("You do not play here any more, so you cannot ask the others. You can still watch.")
    vote_rules.must_be_silent(row)
    own = row.seats_of(visit.user)
    return seat, tuple(one for one in vote_rules.players(row, match, visit.machine) if one not in own)


async def _say(visit: Visit, report: Report, matter: Matter) -> None:
    is_asked = report.entries[0].entry.kind == "propose"
    await visit.answer.say(ASKED if is_asked else matters()[matter].done)
