from collections.abc import Iterator

from rules.engine.label import Label
from rules.kraken_bay.actions import ChainShot
from rules.kraken_bay.events import in_words
from rules.kraken_bay.gunnery import arc, fire_chain_shot, must_be_target, must_bear, ships_within
from rules.kraken_bay.play import Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.rooms import TurnOffer, must_be, must_be_able_to_act
from rules.kraken_bay.shown.forecast import shot_label, shot_labels
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import as_character


class Chaining(TurnOffer[ChainShot]):
    """The Explorer's Chain Shot, which is possible only at players' ships (section 7, R38)."""

    def actions(self, room: Turn, state: BayState) -> Iterator[ChainShot]:
        if room.ship == "explorer" and state.actions_left(room):
            for target in ships_within(state, room.ship, arc(state, room.ship)):
                yield ChainShot(target=target)

    def labels(self, room: Turn, state: BayState, action: ChainShot) -> tuple[Label, ...]:
        shot = shot_label(state, room, action.target, "chain")
        return shot_labels(state, room, shot, action.target)

    def check(self, room: Turn, state: BayState, action: ChainShot) -> None:
        must_be("explorer", room)
        must_be_able_to_act(state, room)
        must_be_target(state, room.ship, action.target)
        if as_character(action.target) is None:
            raise refusal("wrong_target", weapon="Chain Shot", target=in_words(action.target))
        must_bear(state, room.ship, action.target, arc(state, room.ship))

    def answer(self, room: Turn, play: Play, action: ChainShot) -> None:
        target = as_character(action.target)
        if target is not None:
            fire_chain_shot(play, room, target)
