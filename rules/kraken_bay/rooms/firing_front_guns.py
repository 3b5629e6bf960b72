from collections.abc import Iterator

from rules.engine.label import Label
from rules.kraken_bay.actions import FrontGuns
from rules.kraken_bay.gunnery import (
    boarders,
    fire_front_guns,
    front_reach,
    must_be_target,
    must_bear,
    targets_within,
)
from rules.kraken_bay.play import Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.rooms import TurnOffer, must_be, must_be_able_to_act
from rules.kraken_bay.shown.forecast import shot_label, shot_labels
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import CARGO, KRAKEN, as_character


class FiringFrontGuns(TurnOffer[FrontGuns]):
    """Shots of the Pirate's Front Guns at all targets straight ahead except the kraken (section 7.2, R42)."""

    def actions(self, room: Turn, state: BayState) -> Iterator[FrontGuns]:
        if room.ship != "pirate" or not state.actions_left(room):
            return
        for target in targets_within(state, room.ship, front_reach(state, room.ship)):
            if as_character(target):
                yield from (FrontGuns(target=target, board=cargo) for cargo in CARGO)
            else:
                yield FrontGuns(target=target)

    def labels(self, room: Turn, state: BayState, action: FrontGuns) -> tuple[Label, ...]:
        shot = shot_label(state, room, action.target, "front")
        return shot_labels(state, room, shot, action.target, action.board)

    def canonical(self, room: Turn, state: BayState, action: FrontGuns) -> FrontGuns:
        """Fill in the cargo that the target loses first."""
        if room.ship != "pirate":
            return action
        return action.model_copy(update={"board": boarders(state, action.target, action.board)})

    def check(self, room: Turn, state: BayState, action: FrontGuns) -> None:
        must_be("pirate", room)
        must_be_able_to_act(state, room)
        must_be_target(state, room.ship, action.target)
        if action.target == KRAKEN:
            raise refusal("wrong_target", weapon="The Front Guns", target="the kraken")
        must_bear(state, room.ship, action.target, front_reach(state, room.ship))

    def answer(self, room: Turn, play: Play, action: FrontGuns) -> None:
        fire_front_guns(play, room, action.target, action.board)
