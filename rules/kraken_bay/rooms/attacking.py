from collections.abc import Iterator

from rules.engine.label import Label
from rules.kraken_bay.actions import Attack
from rules.kraken_bay.gunnery import arc, attack, boarders, gun_targets, must_be_target, must_bear
from rules.kraken_bay.play import Play
from rules.kraken_bay.rooms import TurnOffer, must_be, must_be_able_to_act
from rules.kraken_bay.shown.forecast import shot_label, shot_labels
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import CARGO, as_character


class Attacking(TurnOffer[Attack]):
    """Shots at targets in the firing arc and, from the red water, at the kraken (section 7.2)."""

    def actions(self, room: Turn, state: BayState) -> Iterator[Attack]:
        if not state.actions_left(room):
            return
        for target in gun_targets(state, room.ship):
            if room.ship == "pirate" and as_character(target):
                yield from (Attack(target=target, board=cargo) for cargo in CARGO)
            elif room.ship == "merchant" and not room.secondary_used:
                yield Attack(target=target, secondary="fire")
                yield Attack(target=target, secondary="hold")
            else:
                yield Attack(target=target)

    def labels(self, room: Turn, state: BayState, action: Attack) -> tuple[Label, ...]:
        shot = shot_label(state, room, action.target, "gun", second=action.secondary == "fire")
        return shot_labels(state, room, shot, action.target, action.board)

    def canonical(self, room: Turn, state: BayState, action: Attack) -> Attack:
        """Fill in the cargo that the Pirate's target loses first, or whether the Merchant fires again."""
        if room.ship == "pirate":
            return action.model_copy(update={"board": boarders(state, action.target, action.board)})
        if room.ship == "merchant":
            spent = room.secondary_used
            return action.model_copy(update={"secondary": None if spent else action.secondary or "fire"})
        return action

    def check(self, room: Turn, state: BayState, action: Attack) -> None:
        if action.board is not None:
            must_be("pirate", room)
        if action.secondary is not None:
            must_be("merchant", room)
        must_be_able_to_act(state, room)
        must_be_target(state, room.ship, action.target)
        must_bear(state, room.ship, action.target, arc(state, room.ship))

    def answer(self, room: Turn, play: Play, action: Attack) -> None:
        attack(play, room, action.target, action.board, hold=action.secondary == "hold")
