"""Matches of the test games, in short notation."""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.action import Action
from rules.engine.chance import Chance, commitment
from rules.engine.entry import Actor, Entry, Opening
from rules.engine.event import Event
from rules.engine.game import AnyGame
from rules.engine.match import Advance, Match, open_match
from rules.engine.time_control import TimeControl
from tests.engine.cove import COVE, CoveState
from tests.toy_game import Nim, NimState

SEED = bytes(range(32))
NIM = Nim()
ANN = Actor(role="seat", player="ann")
MASTER = Actor(role="gm", player="master")


class Alone(Nim):
    """Nim in which the first seat always comes next."""

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        events = super().apply(state, seat, action, chance)
        state.turn = seat
        return events


def opening(game: AnyGame, seats: int = 2, **options: str | int | bool) -> Opening:
    return Opening(
        match="HM1",
        game=game.slug,
        rules_version=1,
        options={**options},
        players=("ann", "bob", "cid", "dot")[:seats],
        commitment=commitment(SEED),
        at=100,
    )


def opened(game: AnyGame, seats: int = 2, **options: str | int | bool) -> Match:
    return open_match(game, opening(game, seats, **options), SEED).match


def nim(seats: int = 2) -> Match:
    return opened(NIM, seats)


def cove(seats: int = 2, **options: str | int | bool) -> Match:
    return opened(COVE, seats, **options)


def timed(game: AnyGame, pace: TimeControl, seats: int = 2) -> Match:
    """Return a match whose table has chosen the given pace."""
    return open_match(game, opening(game, seats).model_copy(update={"pace": pace}), SEED).match


def does(match: Match, seat: int, what: str | Action, at: int = 200) -> Match:
    """Return the match after a seat's own action."""
    return act(match, seat, what, at).match


def act(match: Match, seat: int, what: str | Action, at: int = 200) -> Advance:
    action = match.game.read(what) if isinstance(what, str) else what
    return match.act(seat, action, ANN, at)


def fresh(match: Match, at: int = 200, reason: str = "a test", actor: Actor = MASTER) -> Advance:
    """Return an advance by fresh dice. Older journals have such entries even if no dice were seen before."""
    entry = Entry(number=0, kind="fresh", actor=actor, parent=0, reason=reason, at=at, state="", before="")
    return match.again(entry)


def plays(match: Match, line: str) -> Match:
    """Carry out several actions in a row: `1 take 2, 2 take 1`."""
    for part in line.split(", "):
        seat, _, what = part.partition(" ")
        match = does(match, int(seat), what)
    return match


def hand(match: Match, seat: int) -> list[str]:
    """Return the cards of a smuggler."""
    assert isinstance(match.state, CoveState)
    return [*match.state.boat(seat).hand]


def stow(match: Match, seat: int) -> str:
    """Return the notation of an action: the smuggler stows the first card of the hand."""
    return f"stow {hand(match, seat)[0]}"


def last(match: Match) -> Entry:
    return journal(match)[-1]


def journal(match: Match) -> tuple[Entry, ...]:
    assert match.journal is not None
    return match.journal


def with_entries(match: Match, entries: Sequence[Entry]) -> Match:
    """Return the match with a rewritten journal and a repaired chain of hashes."""
    before, chained = match.opening.hash(), []
    for entry in entries:
        chained.append(entry.model_copy(update={"before": before}))
        before = chained[-1].hash()
    position = match.position.model_copy(update={"chain": before})
    return replace(match, journal=tuple(chained), position=position)
