"""Routes with the same result, in crowded waters and with the most difficult options."""

from random import Random

from rules.engine.chance import Chance, QuickStream
from rules.port_flower import GAME
from rules.port_flower.board import PORT
from rules.port_flower.options import RaceOptions
from rules.port_flower.rooms.sharing_wind import SharingWind
from rules.port_flower.setup import new_game
from rules.port_flower.state import RaceState
from tests.laws import come_to_the_same
from tests.rules.port_flower.table import Table

CROWDS = 300
NEAR = 16
"""The squares around a buoy with all pieces. Boats that are hit return to the shark's path."""


def test_a_boat_that_is_put_back_into_the_way_is_hit_again() -> None:
    table = Table("0121", "A5 L2", M="port 0", C="B5 3", chosen={"shark_finishes": True})
    (decision,) = GAME.decisions(table.state)
    ways = [GAME.canonical(table.state, 1, GAME.read(line)) for line in ("s1 E1 S2 W1", "s1 E1 W1 S2")]
    assert {*ways} <= {*decision.distinct}
    come_to_the_same(GAME, table.state, decision)


def test_what_is_offered_once_comes_to_the_same_however_crowded_the_waters() -> None:
    merged = 0
    for number in range(CROWDS):
        state = crowd(Random(number))
        if state.plans().exist():
            (decision,) = GAME.decisions(state)
            merged += come_to_the_same(GAME, state, decision)
    assert merged > CROWDS


def crowd(luck: Random) -> RaceState:
    """Return a turn in which all pieces are around one buoy, to which boats that are hit return."""
    options = RaceOptions(
        board=luck.choice(["standard", "ring", "diamond", "ocean"]),
        sharks=luck.randint(1, 3),
        dice_split=luck.choice(["one_shark", "both_sharks"]),
        buoy_touch=luck.choice(["pass", "stop"]),
        escape=luck.random() < 0.5,
        repellent=luck.choice(["off", "off", "coin"]),
        shark_finishes=luck.random() < 0.7,
        boat_meets_shark=luck.choice(["blocked", "towed"]),
        comeback=luck.choice(["auto", "choose"]),
        first_player="seat1",
    )
    seats, dice = luck.randint(2, 4), Chance(QuickStream(luck))
    state = new_game(options, seats, dice).state
    buoy = luck.randint(1, len(state.buoys))
    near = [at for at in state.sea.moorings(buoy) if state.sea.bit[at] & state.sea.open_mask][:NEAR]
    squares = luck.sample(near, len(state.sharks) + seats)
    state.sharks = squares[: options.sharks]
    for seat, at in zip(state.seats, squares[options.sharks :], strict=True):
        seat.position, seat.reached = at, luck.choice([buoy, buoy, buoy - 1])
        seat.repellents = min(seat.repellents, luck.randint(0, 1))
    state.turn_seat = luck.randint(1, seats)
    if luck.random() < 0.2:
        state.seat(state.turn_seat).position = PORT
    state.dice = dict(zip("NESW", (luck.randint(0, 4) for _ in range(4)), strict=True))
    state.agenda = [SharingWind()]
    # Half of the cases are the last movement, after which no dice matter.
    if luck.random() < 0.5:
        state.moved = {"boat": luck.choice("NESW")}
    return state
