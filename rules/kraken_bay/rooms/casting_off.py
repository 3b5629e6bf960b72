from collections.abc import Iterator

from rules.engine.label import Label
from rules.kraken_bay.actions import CastOff
from rules.kraken_bay.entering import cast_off
from rules.kraken_bay.play import Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.rooms import TurnOffer
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import title_of


class CastingOff(TurnOffer[CastOff]):
    """Letting a tow go, which costs no action and is possible before and after the roll (R55)."""

    def actions(self, room: Turn, state: BayState) -> Iterator[CastOff]:
        if state.ships[room.ship].tow is not None:
            yield CastOff()

    def labels(self, room: Turn, state: BayState, action: CastOff) -> tuple[Label, ...]:
        tow = title_of(state.ships[room.ship].tow or "")
        # Posts omit the hint, because the board shows the tow and its space.
        return (Label("Cast off tow", f"The {tow} stays at {state.here(room.ship)}.", pictured=True),)

    def check(self, room: Turn, state: BayState, action: CastOff) -> None:
        if state.ships[room.ship].tow is None:
            raise refusal("not_towing")

    def answer(self, room: Turn, play: Play, action: CastOff) -> None:
        cast_off(play, room.ship)
