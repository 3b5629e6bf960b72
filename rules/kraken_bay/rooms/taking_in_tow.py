from collections.abc import Iterator

from rules.engine.label import Label
from rules.kraken_bay.actions import Tow
from rules.kraken_bay.board import PIERS
from rules.kraken_bay.entering import deliver
from rules.kraken_bay.events import TowAttached, TowSlowed
from rules.kraken_bay.play import TOW_MOVE, Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.rooms import TurnOffer, must_be_able_to_act
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import CARDS, title_of


class TakingInTow(TurnOffer[Tow]):
    """Taking the off-course ship on the same space in tow (section 7.4, R26)."""

    def actions(self, room: Turn, state: BayState) -> Iterator[Tow]:
        ship = state.ships[room.ship]
        if state.actions_left(room) and ship.tow is None and state.adrift_at(state.here(room.ship)):
            yield Tow()

    def labels(self, room: Turn, state: BayState, action: Tow) -> tuple[Label, ...]:
        stray = state.adrift_at(state.here(room.ship)) or ""
        home = PIERS[room.ship]
        hint = (
            "You are home: saved at once." if state.here(room.ship) == home else f"Bring it home to {home}."
        )
        return (Label(f"Tow the {title_of(stray)}", hint),)

    def check(self, room: Turn, state: BayState, action: Tow) -> None:
        must_be_able_to_act(state, room)
        if state.ships[room.ship].tow is not None:
            raise refusal("already_towing")
        if state.adrift_at(state.here(room.ship)) is None:
            raise refusal("nothing_to_tow")

    def answer(self, room: Turn, play: Play, action: Tow) -> None:
        """Attach the tow. Save it at home. Elsewhere, a tow roll limits the rest of a two-dice movement."""
        state, ship, at = play.state, play.state.ships[room.ship], play.state.here(room.ship)
        tow = state.adrift_at(at)
        if tow is None:
            return
        room.actions_used += 1
        ship.tow, state.strays[tow].status = tow, "towed"
        play.tell(TowAttached(ship=room.ship, seat=ship.seat, tow=tow, at=at))
        if at == PIERS[room.ship]:
            deliver(play, room.ship)
        elif room.rolled == "move" and room.move_left:
            (die,) = play.roll(TOW_MOVE, ship.seat)
            room.move_left = min(room.move_left, die + CARDS[room.ship].tow)
            play.tell(TowSlowed(ship=room.ship, seat=ship.seat, move_left=room.move_left))
