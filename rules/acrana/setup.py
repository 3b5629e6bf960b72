"""The set-up: seats, fleets, pirates, the first dealer and the first deal (section 5)."""

from rules.acrana.board import BOARD, ROADS, letter_of
from rules.acrana.events import DealerDrawn, GameStarted
from rules.acrana.options import RaceOptions
from rules.acrana.race import Race
from rules.acrana.state import RaceState, SeatState, Vessel, new_ships
from rules.acrana.turn import begin_turn, deal_from_new_deck
from rules.engine.chance import Chance
from rules.engine.options import BadOption, changed


def new_game(options: RaceOptions, seats: int, chance: Chance) -> Race:
    """Return a race at its first turn. Raises BadOption if the seats cannot form equal fleets."""
    if not options.fleets(seats):
        raise BadOption(
            f"{seats} players do not make fleets of {options.fleet_size}. Set the option Fleets to 1, or to a"
            " number that divides the players into two fleets or more."
        )
    ships = new_ships(seats, options.ships)
    if options.first_launch == "free":
        for seat in range(1, seats + 1):
            ships[f"{letter_of(seat)}1"].square = ROADS
    state = RaceState(
        options=options,
        seats=[SeatState() for _ in range(seats)],
        ships=ships,
        pirates=[Vessel(number=number) for number in range(1, BOARD.pirate_zone.start_vessels + 1)],
        dealer=1,
        leader=1,
        active=1,
    )
    race = Race(state, chance)
    fleets = [[seat for seat in state.playing if state.fleet(seat) == fleet] for fleet in range(state.fleets)]
    race.tell(GameStarted(players=seats, ships=options.ships, fleets=fleets, options=changed(options)))
    state.dealer = seats if options.calm_opening else chance.draw("first_dealer", 0, seats)
    race.tell(DealerDrawn(seat=state.dealer))
    deal_from_new_deck(race)
    begin_turn(race, state.leader)
    return race
