"""A season: all turns, then the Ghost Ship, then the sea cards (sections 6.2 and 6.6 to 6.8)."""

from typing import Literal

from rules.dangerous_sea.board import PLACE, RESOURCES
from rules.dangerous_sea.events import IslandReplenished, PlacementRerolled, SeasonStarted
from rules.dangerous_sea.finish import end_game
from rules.dangerous_sea.haunting import haunt
from rules.dangerous_sea.play import SEED_COLUMN, SEED_ROW, Play
from rules.dangerous_sea.rooms import Errand
from rules.dangerous_sea.rooms.taking_turn import take_turn
from rules.dangerous_sea.tables import TABLES
from rules.dangerous_sea.weather import turn_card


class PlayingSeason(Errand):
    """A season. `seats` have not had their turns yet, and `cards` is the number of drawn sea cards."""

    task: Literal["season"] = "season"
    seats: list[int]
    haunted: bool = False
    cards: int = 0

    def carry_out(self, play: Play) -> None:
        state = play.state
        drawn = TABLES.seasons[state.season_name]
        if self.seats:
            take_turn(play, self.seats.pop(0))
        elif not self.haunted:
            self.haunted = True
            haunt(play)
        elif self.cards < drawn:
            self.cards += 1
            turn_card(play, self.cards, drawn)
        elif state.season == state.options.max_seasons:
            end_game(play, "season_limit")
        else:
            play.close(self)
            start_season(play)

    def left(self, play: Play, seat: int) -> None:
        if seat in self.seats:
            self.seats.remove(seat)


def seed(play: Play) -> None:
    """Put the tiles of the set-up on squares that dice name (section 5.6)."""
    for _ in range(TABLES.seed_tiles):
        kind = play.draw_tile(0)
        at = play.named_square(SEED_COLUMN, SEED_ROW)
        while at in play.state.tiles:
            play.tell(PlacementRerolled(at=at))
            at = play.named_square(SEED_COLUMN, SEED_ROW)
        play.put(at, kind, None, "seed")


def start_season(play: Play) -> None:
    """Begin the next season. In spring, islands can be harvested again (section 6.2)."""
    state = play.state
    state.season += 1
    play.tell(SeasonStarted(number=state.season, year=state.year, season=state.season_name))
    if state.season_name == "spring":
        _replenish(play)
    play.open(PlayingSeason(seats=state.staying))


def _replenish(play: Play) -> None:
    """Let islands be harvested again. The options may let islands swallow loose goods (R21)."""
    state = play.state
    regrown = sorted(state.harvested, key=PLACE.__getitem__)
    state.harvested.clear()
    for at in regrown:
        island, absorbed = RESOURCES[state.tiles[at]], 0
        if state.options.spring_loose == "absorb":
            absorbed = min(state.loose.get(at, 0), TABLES.harvest[island])
            play.lay(at, -absorbed)
        play.tell(IslandReplenished(at=at, island=island, absorbed=absorbed))
