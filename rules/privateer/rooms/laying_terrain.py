"""Drawing tiles and putting them on the ocean (section 5.2.7)."""

from collections.abc import Iterator

from rules.engine.label import Label
from rules.privateer.actions import RANDOM, PlaceTerrain
from rules.privateer.board import HEXES, NEIGHBOURS, Colour, Hex
from rules.privateer.events import TerrainDiscarded, TerrainDrawn, TerrainLaid, TerrainPlaced
from rules.privateer.play import TILE, TILES, Play
from rules.privateer.refusals import known, refusal
from rules.privateer.rooms import Question
from rules.privateer.rooms.playing_round import start_round
from rules.privateer.state import NextTile, PrivateerState
from rules.privateer.waters import waters


class LayingTerrain(NextTile, Question[PlaceTerrain]):
    """Players draw and place a tile in turn order, until the barrel is empty (section 5.2)."""

    def fleet_in(self, state: PrivateerState) -> Colour:
        return self.fleet

    def go_on(self, play: Play) -> bool:
        """Draw the next tile, or begin the first round if the barrel is empty.

        A tile is discarded if no hex is legal. With `terrain_setup` auto, tiles are placed at random.
        """
        state = play.state
        auto = state.options.terrain_setup == "auto"
        if self.tile is None and not any(state.barrel.values()):
            if auto:
                placed = state.terrain.items()
                laid = {tile: tuple(name for name, kind in placed if kind == tile) for tile in TILES}
                play.tell(TerrainLaid(**laid))
            start_round(play)
            return True
        if self.tile is None:
            self._draw(play)
        if not self._hexes(state):
            self._discard(play)
            return True
        if auto:
            self._place(play, RANDOM)
        return auto

    def asks(self, state: PrivateerState) -> str:
        tiles = sum(state.barrel.values())
        return f"drew a {self.tile} and puts it on the ocean ({tiles} left in the barrel)"

    def actions(self, state: PrivateerState) -> Iterator[PlaceTerrain]:
        for name in self._hexes(state):
            yield PlaceTerrain(hex=name)
        yield PlaceTerrain(hex=RANDOM)

    def labels(self, state: PrivateerState, action: PlaceTerrain) -> tuple[Label, ...]:
        first = Label("Place the tile")
        if action.hex == RANDOM:
            return first, Label("Anywhere, at random")
        told = Label(f"{(self.tile or '').capitalize()} on {action.hex}")
        return first, Label(f"Column {action.hex[:1]}"), told

    def check(self, state: PrivateerState, action: PlaceTerrain) -> None:
        if action.hex == RANDOM:
            return
        at = known(action.hex)
        if at not in self._hexes(state):
            sea = waters(state, self.whose(state))
            raise refusal("near_enemy" if sea.is_empty(at) else "not_empty", at)

    def absent(self, state: PrivateerState) -> PlaceTerrain:
        return PlaceTerrain(hex=RANDOM)

    def answer(self, play: Play, action: PlaceTerrain) -> None:
        self._place(play, action.hex)

    def left(self, play: Play, seat: int) -> None:
        while self.whose(play.state) == seat:
            self._pass_on(play.state)

    def _hexes(self, state: PrivateerState) -> list[Hex]:
        """Return the empty hexes that are not next to an enemy ship or the merchant."""
        sea = waters(state, self.whose(state))
        kept_clear = {beside for name in sea.foes for beside in NEIGHBOURS[name]}
        return [name for name in HEXES if name not in kept_clear and sea.is_empty(name)]

    def _draw(self, play: Play) -> None:
        state = play.state
        seat = self.whose(state)
        tiles = [number for number, tile in enumerate(TILES, 1) for _ in range(state.barrel[tile])]
        (number,) = play.chance.roll_faces(TILE, seat, tiles)
        self.tile = TILES[number - 1]
        state.barrel[self.tile] -= 1
        auto = state.options.terrain_setup == "auto"
        play.tell(TerrainDrawn(tile=self.tile, seat=seat, auto=auto))

    def _discard(self, play: Play) -> None:
        if self.tile is not None:
            play.tell(TerrainDiscarded(tile=self.tile, seat=self.whose(play.state)))
        self.tile = None
        self._pass_on(play.state)

    def _place(self, play: Play, at: Hex) -> None:
        """Put the drawn tile on hex `at`, or on a random legal hex if `at` is `RANDOM`."""
        state, tile = play.state, self.tile
        seat = self.whose(state)
        if tile is None:
            return
        if at == RANDOM:
            at = play.draw_hex(seat, self._hexes(state))
        state.terrain[at] = tile
        auto = state.options.terrain_setup == "auto"
        play.tell(TerrainPlaced(tile=tile, hex=at, seat=seat, auto=auto))
        self.tile = None
        self._pass_on(state)

    def _pass_on(self, state: PrivateerState) -> None:
        self.fleet = state.order[(state.order.index(self.fleet) + 1) % len(state.order)]
