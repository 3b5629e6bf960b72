from collections.abc import Iterator

from rules.engine.label import Label
from rules.kraken_bay.actions import EndTurn
from rules.kraken_bay.course import onward
from rules.kraken_bay.events import TurnEnded
from rules.kraken_bay.play import Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.rooms import TurnOffer
from rules.kraken_bay.shown.forecast import drift_mark, drift_told, warning_at
from rules.kraken_bay.state import BayState, Turn


class EndingTurn(TurnOffer[EndTurn]):
    """A player ends the turn. This is possible after the roll if no compulsory movement is left (R8)."""

    def actions(self, room: Turn, state: BayState) -> Iterator[EndTurn]:
        if room.rolled != "no" and not must_sail(state, room):
            yield EndTurn()

    def labels(self, room: Turn, state: BayState, action: EndTurn) -> tuple[Label, ...]:
        at = state.here(room.ship)
        told = drift_told(state, at).replace("there", at)
        return (Label("End turn", told, warning_at(state, at), below=drift_mark(at) if told else ""),)

    def check(self, room: Turn, state: BayState, action: EndTurn) -> None:
        if room.rolled == "no":
            raise refusal("not_rolled")
        if must_sail(state, room):
            raise refusal("must_sail", left=room.move_left)

    def answer(self, room: Turn, play: Play, action: EndTurn) -> None:
        end_turn(play, room)


def must_sail(state: BayState, turn: Turn) -> bool:
    """Return whether the ship must still sail (R8)."""
    return (
        turn.move_left > 0
        and state.options.movement == "full"
        and next(onward(state, turn), None) is not None
    )


def end_turn(play: Play, turn: Turn) -> None:
    """End a turn on the player's order, or for an absent player."""
    play.close(turn)
    play.tell(TurnEnded(ship=turn.ship, seat=play.state.ships[turn.ship].seat, auto=False))
