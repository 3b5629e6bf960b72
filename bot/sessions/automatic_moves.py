"""What the bot does in a game by itself, except for its own moves as a player.

Each step is an entry. The game's row says what is `pending` until the step is stored, so that nothing is lost
if a write fails or the bot is killed.
"""

from collections.abc import Collection, Iterator, Sequence

from bot.sessions import vote_rules
from bot.sessions.lobby import PRACTICE
from bot.store.rows import EntryRow, GameRow, Pending
from rules.engine.action import Action
from rules.engine.entries import Absent, Pause, Refuse, Unplan, kind_of
from rules.engine.entry import Actor, Entry
from rules.engine.errors import IllegalAction, NotNow, UnreadableAction
from rules.engine.match import SYSTEM, TIMEOUT, Advance, Match

Step = tuple[Advance, Pending | None]
"""What is done next, and what is pending after it; `None`: what follows from the position then."""


def pending_after(row: GameRow, match: Match, entry: Entry, *, moves: bool) -> Pending:
    """What is pending after that entry as far as the position tells; `moves`: it waits for the bot's move."""
    # After an undo people look at the board first, even if there is only one answer.
    if row.status == "running" and (moves or (not kind_of(entry).travels and only_answer(match))):
        return "play"
    return "moot" if is_moot(row, match) else ""


def only_answer(match: Match) -> tuple[int, Action] | None:
    """The single answer to a decision that is meant to play itself."""
    for decision in match.decisions:
        if decision.only_answer is not None:
            return decision.seat, decision.only_answer
    return None


def is_moot(row: GameRow, match: Match) -> bool:
    """Whether the players are asked what nobody can answer any more, since the game went another way."""
    return row.vote is not None and row.vote.moot and not match.finished


def ask_no_more(row: GameRow, match: Match, now: int) -> Step | None:
    """End a moot question."""
    if row.vote is None or not is_moot(row, match):
        return None
    advance = match.enter(Refuse(0, vote_rules.label(row.vote), "moot"), SYSTEM, now)
    return advance, "" if row.pending == "moot" else None


def has_orders(row: GameRow) -> bool:
    """Whether players wish to begin with standing orders."""
    return next(_orders(row), None) is not None


def give_order(row: GameRow, match: Match, journal: Sequence[EntryRow], now: int) -> Step | None:
    """Give the next of the standing orders with which players begin, as far as the game has them.

    `journal` is what has happened by then: no order is given twice.
    """
    given = {(line.entry.seat, line.entry.what) for line in journal}
    due = list[Advance]()
    for seat, user, line in _orders(row):
        try:
            advance = match.act(seat, match.game.read(line), Actor(role="seat", player=user), now)
        except (IllegalAction, UnreadableAction, NotNow):
            continue
        if (seat, advance.entry.what) not in given:
            due.append(advance)
    return (due[0], "orders" if due[1:] else None) if due else None


def _orders(row: GameRow) -> Iterator[tuple[int, str, str]]:
    for member in row.members if row.preset != PRACTICE else ():
        for line in row.wishes.of(member.user).answers.get(row.slug, ()):
            yield member.seat, str(member.user), line


def stand_in(match: Match, seat: int, machine: Collection[int], now: int) -> Step | None:
    """Let the bot play a seat whose player stays away; where nobody else is there, pause the game.

    `machine` are the bot's own seats.
    """
    if match.position.status != "running" or not match.misses(seat) or seat in machine:
        return None
    alone = {seat, *match.position.absent, *machine}
    others = (one for one in range(1, len(match.position.players) + 1) if one not in alone)
    if any(map(match.plays, others)):
        return match.enter(Absent(seat), TIMEOUT, now), None
    return match.enter(Pause(), TIMEOUT, now), None


def give_up_plans(match: Match, seat: int, now: int) -> Step | None:
    """Give up what that seat has planned: nobody could foresee what has just happened to it."""
    rest = match.plans_of(seat)
    return (match.enter(Unplan(rest[0]), SYSTEM, now), None) if rest else None
