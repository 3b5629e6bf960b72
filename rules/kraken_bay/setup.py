"""The start of a game (section 5)."""

from rules.engine.chance import Chance
from rules.kraken_bay.board import CHARACTERS, PIERS, Character
from rules.kraken_bay.events import CharacterAssigned, FirstPlayerDrawn, GameStarted, TentaclePlaced
from rules.kraken_bay.options import BayOptions
from rules.kraken_bay.play import CHARACTER, FIRST_PLAYER, TENTACLE_HOUR, TENTACLE_LANE, Play
from rules.kraken_bay.state import BayState, PickCharacter, SeatState, ShipState
from rules.kraken_bay.tables import CARDS, CARGO, NUMBERS, TRACKS

LEARNER = 1
"""The seat that gets an easy ship in a calm opening."""

PLAIN: Character = "captain"
"""The easy ship, which has no special actions."""


def new_game(options: BayOptions, seats: int, chance: Chance) -> Play:
    """Return a new game before the characters are picked."""
    track = TRACKS[options.length]
    everybody = list(range(1, seats + 1))
    state = BayState(
        options=options, seats=[SeatState() for _ in everybody], time=track.time, health=track.health
    )
    play = Play(state, chance)
    play.go_to(PickCharacter(seats=everybody))
    changed = options.model_dump(mode="json", exclude_defaults=True)
    play.tell(GameStarted(options=changed, seats=seats))
    return play


def draw_character(play: Play, seat: int) -> None:
    """Give a seat a random free character."""
    free = play.state.free_characters
    number = play.draw(CHARACTER, seat, len(free))
    give_character(play, seat, free[number - 1])


def give_character(play: Play, seat: int, character: Character) -> None:
    """Give a seat its character."""
    play.state.seat(seat).character = character
    play.tell(CharacterAssigned(seat=seat, character=character))


def lay_out(play: Play) -> None:
    """Put ships on their home spaces, choose who begins, and place the first tentacles."""
    state = play.state
    seat_of = {seat.character: number for number, seat in enumerate(state.seats, 1)}
    for name in CHARACTERS:
        if name in seat_of:
            ship = state.ships[name] = ShipState(seat=seat_of[name], at=PIERS[name])
            for cargo in CARGO:
                ship.take(cargo, CARDS[name].sponsored)
    _draw_first(play)
    for _ in range(NUMBERS.tentacles):
        _place_tentacle(play)


def _draw_first(play: Play) -> None:
    """Choose the first player, and set the turn order by the piers (R10)."""
    state, ships = play.state, list(play.state.ships)
    chosen = state.options.first_player
    first = state.seat(int(chosen)).character if chosen != "random" else None
    if first is None:
        number = play.draw(FIRST_PLAYER, 0, len(ships))
        first = ships[number - 1]
        if len(ships) > 1:
            play.tell(FirstPlayerDrawn(ship=first, seat=state.ships[first].seat))
    if state.options.turn_order == "counterclockwise":
        ships.reverse()
    place = ships.index(first)
    state.order = [*ships[place:], *ships[:place]]


def _place_tentacle(play: Play) -> None:
    state = play.state
    homes = {PIERS[name] for name in state.ships}
    at = ""
    while not at or at in homes or at in state.tentacles:
        at = play.roll_space(TENTACLE_LANE, TENTACLE_HOUR, 0)
    state.tentacles.append(at)
    play.tell(TentaclePlaced(at=at))
