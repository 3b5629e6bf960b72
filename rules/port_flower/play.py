"""An action in progress: rolls, draws, and boats that are sent back."""

from rules.engine import rooms
from rules.engine.game import RollKind
from rules.port_flower.board import DICE, FILE, TOKENS, TOW, Position
from rules.port_flower.events import BoatPlaced, BoatTowed, Drawn
from rules.port_flower.sailing import sent_back
from rules.port_flower.state import RaceState

WIND = "wind"
LOWEST, HIGHEST = FILE.die_faces[0].value, FILE.die_faces[-1].value
MOST_PLACES = 200
"""The highest draw that a game master may set; no chart has as many squares."""

ROLLS = (
    RollKind(WIND, "The four winds of a turn: north, east, south, west.", len(DICE), LOWEST, HIGHEST),
    RollKind("first_seat", "Which seat takes the first turn.", 1, 1, len(TOKENS), opening=True, table=True),
    *(
        RollKind(f"{thing}_{n}", f"The place of {thing} {n} in the list.", 1, 1, MOST_PLACES, table=True)
        for thing, most in (("buoy", 5), ("island", 10))
        for n in range(1, most + 1)
    ),
)


class Play(rooms.Play[RaceState]):
    """An action in progress, which can roll, draw, and send boats back."""

    def roll_wind(self) -> dict[str, int]:
        """Roll the four wind dice for the turn's seat."""
        values = self.chance.roll(WIND, self.state.turn_seat, len(DICE), LOWEST, HIGHEST)
        return {str(die): value for die, value in zip(DICE, values, strict=True)}

    def draw(self, purpose: str, of: int) -> int:
        """Draw and report a random number from 1 to the number `of`."""
        result = self.chance.draw(purpose, 0, of)
        self.tell(Drawn(purpose=purpose, of=of, result=result))
        return result

    def put(self, seat: int, position: Position) -> None:
        """Put a boat that was sent back on a square or in the port."""
        self.state.seat(seat).position = position
        self.tell(BoatPlaced(seat=seat, at=position))

    def send_back(self, seat: int) -> None:
        """Move a boat to its last buoy or the port, or take it in tow until its owner chooses a square."""
        state = self.state
        position = sent_back(state.situation(), seat).boats[seat - 1]
        state.seat(seat).position = TOW
        if position == TOW:
            state.tow.append(seat)
            self.tell(BoatTowed(seat=seat))
        else:
            self.put(seat, position)
