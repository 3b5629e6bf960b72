"""Sea cards and storms (section 6.7)."""

from rules.dangerous_sea.board import NEIGHBOURS, Direction
from rules.dangerous_sea.events import GhostAppeared, SeaCard, ShipMoved, StormRolled
from rules.dangerous_sea.hazards import meet
from rules.dangerous_sea.play import GHOST_COLUMN, GHOST_ROW, STORM, Play
from rules.dangerous_sea.state import Landings
from rules.dangerous_sea.tables import TABLES


def turn_card(play: Play, number: int, of: int) -> None:
    """Draw and carry out card `number` of this season. The parameter `of` is the season's card count."""
    state = play.state
    if not any(state.draw.values()):
        play.reshuffle("empty")
    card = play.draw_card()
    play.tell(SeaCard(card=card, number=number, of=of))
    match card:
        case "ghost":
            state.ghost = play.named_square(GHOST_COLUMN, GHOST_ROW)
            play.tell(GhostAppeared(at=state.ghost))
        case "storm":
            _storm(play)
        case _:
            state.discard[card] += 1


def _storm(play: Play) -> None:
    """Blow all ships one square, unless the storm has no direction. Nobody fights (R37).

    Reveal the new squares and resolve all hazards before any ship lands (R36).
    """
    direction = _wind(play)
    if direction is None:
        play.state.discard["storm"] += 1
        return
    state = play.state
    for seat in state.staying:
        ship = state.ship(seat)
        start, ship.at = ship.at or "", NEIGHBOURS[ship.at or ""][direction]
        play.tell(ShipMoved(seat=seat, start=start, to=ship.at, mode="storm"))
    for seat in state.staying:
        at = state.ship(seat).at or ""
        if at not in state.tiles:
            play.reveal(at, seat, "storm")
    for seat in state.staying:
        meet(play, seat)
    play.open(Landings(seats=state.staying))


def _wind(play: Play) -> Direction | None:
    """Roll up to three dice until a die names a direction. Return this direction, or `None` (R35)."""
    rolls: list[int] = []
    while len(rolls) < TABLES.storm_rolls and (not rolls or rolls[-1] not in TABLES.compass):
        rolls.append(play.die(STORM))
    direction = TABLES.compass.get(rolls[-1])
    play.tell(StormRolled(rolls=tuple(rolls), direction=direction))
    return direction
