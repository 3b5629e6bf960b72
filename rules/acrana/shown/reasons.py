"""The reasons that advice gives for a choice."""

from collections.abc import Iterator, Sequence

from rules.acrana import odds
from rules.acrana.actions import Becalm, CastOff, Discard, PushBack, Sail, SailOn
from rules.acrana.board import FINISH, PORT
from rules.acrana.plays import Plays
from rules.acrana.shown.forecast import landing_of, sailing
from rules.acrana.state import RaceState
from rules.acrana.waters import Waters
from rules.engine.action import Action
from rules.engine.wording import counted, listed


def in_favour(state: RaceState, seat: int, action: Action) -> Sequence[str]:
    """Return the reasons for an action, such as the squares gained and what a ship meets where it lands."""
    match action:
        case CastOff():
            return [f"brings {action.ship} out of port"]
        case Sail() | SailOn():
            return [*_of_way(state, action)]
        case PushBack():
            held = next(card for card in state.seat(state.active).cards if card.id == action.card)
            return [f"drives {action.target} back {counted(Plays(state).points(held), 'square')}"]
        case Becalm() | Discard():
            waits = any(state.ships[name].square == PORT for name in state.controlled(seat))
            kept = ["keeps what can bring a ship out of port"] * (waits and action.card[0] not in "AK")
            return [*kept, "keeps your other cards for better squares"]
        case _:
            return ()


def _of_way(state: RaceState, action: Sail | SailOn) -> Iterator[str]:
    ships, landing = sailing(action), landing_of(state, action)
    enemies = Waters(state).enemies_on(landing, action.ship)
    if landing == FINISH:
        yield f"brings {listed(ships)} home"
        return
    if enemies:
        yield f"attacks {listed(enemies)}"
    elif not odds.of_square(state, action.ship, landing):
        yield f"lands {action.ship} where nothing is rolled"
    yield f"takes {listed(ships)} {counted(landing - state.ships[action.ship].square, 'square')} on"
