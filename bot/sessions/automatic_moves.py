"""The bot's automatic steps in a game, apart from its moves as a player. Each step is an entry.

The game's row keeps a step as `pending` until the step is stored, even if a write fails or the bot is killed.
"""

from collections.abc import Collection, Iterator, Sequence

from bot.sessions import vote_rules
from bot.store.rows import PRACTICE, EntryRow, GameRow, Pending
from rules.engine.action import Action
from rules.engine.entries import Absent, Pause, Refuse, Unplan, kind_of
from rules.engine.entry import Actor, Entry
from rules.engine.errors import IllegalAction, NotNow, UnreadableAction
from rules.engine.match import SYSTEM, TIMEOUT, Advance, Match

Step = tuple[Advance, Pending | None]
"""The next step, and what is pending after this step (`None`: what the new position determines)."""


def pending_after(row: GameRow, match: Match, entry: Entry, *, moves: bool) -> Pending:
    """Return what is pending after `entry`. `moves` is true if the bot must move."""
    # After an undo, the bot does not give the only answer, so that players can see the board first.
    if row.status == "running" and (moves or (not kind_of(entry).travels and only_answer(match))):
        return "play"
    return "moot" if is_moot(row, match) else ""


def only_answer(match: Match) -> tuple[int, Action] | None:
    """Return the seat and the answer of a decision that has only one answer; `None` if there is none."""
    for decision in match.decisions:
        if decision.only_answer is not None:
            return decision.seat, decision.only_answer
    return None


def is_moot(row: GameRow, match: Match) -> bool:
    """Return whether the open vote can no longer be answered, because the game has moved on."""
    return row.vote is not None and row.vote.moot and not match.finished


def ask_no_more(row: GameRow, match: Match, now: int) -> Step | None:
    """Return the step that ends a moot vote; `None` if no vote is moot."""
    if row.vote is None or not is_moot(row, match):
        return None
    advance = match.enter(Refuse(0, vote_rules.label(row.vote), "moot"), SYSTEM, now)
    return advance, "" if row.pending == "moot" else None


def has_orders(row: GameRow) -> bool:
    """Return whether a player begins this game with standing orders, which practice games ignore."""
    return next(_orders(row), None) is not None


def give_order(row: GameRow, match: Match, journal: Sequence[EntryRow], now: int) -> Step | None:
    """Return the next standing order with which a player begins the game.

    Returns `None` if all orders are in `journal`, or if the rules refuse the other orders.
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
    """Return the step after which the bot plays an absent player's seat; `None` if no step is due.

    If all players are absent, the step pauses the game. `machine` are the bot's own seats.
    """
    if match.position.status != "running" or not match.misses(seat) or seat in machine:
        return None
    alone = {seat, *match.position.absent, *machine}
    others = (one for one in range(1, len(match.position.players) + 1) if one not in alone)
    if any(map(match.plays, others)):
        return match.enter(Absent(seat), TIMEOUT, now), None
    return match.enter(Pause(), TIMEOUT, now), None


def give_up_plans(match: Match, seat: int, now: int) -> Step | None:
    """Return the step that drops all plans of the seat; `None` if the seat has no plans."""
    rest = match.plans_of(seat)
    return (match.enter(Unplan(rest[0]), SYSTEM, now), None) if rest else None
