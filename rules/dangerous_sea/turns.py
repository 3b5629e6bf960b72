"""Moving the active ship, and ending the turn (sections 6.3 and 6.4)."""

from rules.dangerous_sea.board import NEIGHBOURS, Direction
from rules.dangerous_sea.events import CrewFed, ShipMoved, TurnEnd, TurnEnded
from rules.dangerous_sea.hazards import meet
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.state import Reaction, SeaState, Turn
from rules.dangerous_sea.tables import TABLES


def sail(play: Play, turn: Turn, direction: Direction) -> None:
    """Move the ship and resolve its new square: reveal, hazard, then attacks by ships there (section 6.4)."""
    state, seat = play.state, turn.seat
    ship = state.ship(seat)
    start, to = ship.at or "", NEIGHBOURS[ship.at or ""][direction]
    turn.spent += 1
    ship.at = to
    known = to in state.tiles
    play.tell(ShipMoved(seat=seat, start=start, to=to, mode="sail" if known else "explore"))
    if not known:
        play.reveal(to, seat, "explore")
    if meet(play, seat):
        end(play, turn, "ill")
        return
    foes = _from(state, seat, [*state.foes_of(turn)])
    if foes:
        play.open(Reaction(against=seat, seats=foes))


def end(play: Play, turn: Turn, reason: TurnEnd) -> None:
    """Feed the crew and end the turn. Sailors without food or water starve (section 6.3)."""
    play.close(turn)
    ship = play.state.ship(turn.seat)
    ration = TABLES.ration
    fed = min(ship.sailors, ship.food // ration.food, ship.water // ration.water)
    starved = ship.sailors - fed
    ship.food -= fed * ration.food
    ship.water -= fed * ration.water
    ship.sailors = fed
    play.tell(CrewFed(seat=turn.seat, fed=fed, starved=starved))
    play.tell(TurnEnded(seat=turn.seat, reason=reason))


def _from(state: SeaState, seat: int, others: list[int]) -> list[int]:
    """Return `others` in turn order, beginning after `seat`."""
    place = state.order.index(seat)
    around = [*state.order[place:], *state.order[:place]]
    return [other for other in around if other in others]
