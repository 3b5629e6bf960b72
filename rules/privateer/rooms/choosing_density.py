"""Choosing the amount of terrain (section 5.2.6)."""

from collections.abc import Iterator
from typing import Literal, get_args

from rules.engine.label import Label
from rules.privateer.actions import TerrainLevel
from rules.privateer.board import FILE, Colour, Level
from rules.privateer.events import TerrainLevelSet
from rules.privateer.play import Play
from rules.privateer.rooms import Question
from rules.privateer.rooms.laying_terrain import LayingTerrain
from rules.privateer.state import PrivateerState


class ChoosingDensity(Question[TerrainLevel]):
    """The last player chooses the amount of terrain, unless the options set it (section 5.2)."""

    task: Literal["terrain_level"] = "terrain_level"

    def fleet_in(self, state: PrivateerState) -> Colour:
        return state.order[-1]

    def go_on(self, play: Play) -> bool:
        level = play.state.options.terrain
        if level == "ask":
            return False
        _fill_barrel(play, level, None)
        return True

    def asks(self, state: PrivateerState) -> str:
        return "says how much terrain lies in the ocean"

    def actions(self, state: PrivateerState) -> Iterator[TerrainLevel]:
        return (TerrainLevel(level=level) for level in get_args(Level))

    def labels(self, state: PrivateerState, action: TerrainLevel) -> tuple[Label, ...]:
        tiles = sum(kind.per_level[action.level] for kind in FILE.terrain)
        return Label("How much terrain"), Label(f"{action.level.capitalize()}: {tiles} tiles")

    def absent(self, state: PrivateerState) -> TerrainLevel:
        return TerrainLevel(level="light")

    def answer(self, play: Play, action: TerrainLevel) -> None:
        _fill_barrel(play, action.level, play.seat)


def _fill_barrel(play: Play, level: Level, seat: int | None) -> None:
    """Fill the barrel, and let the first fleet draw. `seat` is `None` if the options set the level."""
    state = play.state
    state.level = level
    state.barrel = {kind.id: kind.per_level[level] for kind in FILE.terrain}
    play.tell(TerrainLevelSet(level=level, seat=seat, tiles=sum(state.barrel.values())))
    play.go_to(LayingTerrain(fleet=state.order[0]))
