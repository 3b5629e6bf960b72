"""The winner of a battle makes a demand (sections 6.9 and 7.2)."""

from collections.abc import Sequence

from rules.dangerous_sea.actions import Demand
from rules.dangerous_sea.events import DealDemanded
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.prizes import blanks, must_be_fair, terms_of
from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.rooms import SpoilsOffer
from rules.dangerous_sea.rooms.replying import Replying
from rules.dangerous_sea.state import SeaState, Spoils
from rules.engine.form import Form, Range
from rules.engine.label import Label

PEACE = "We part in peace"
"""The promise that a form shows as an example."""

_GOODS = ("food", "water", "sailors", "stones")


class Demanding(SpoilsOffer[Demand]):
    """The winner may make one demand after a battle, if the options allow demands (R33)."""

    def forms(self, room: Spoils, state: SeaState) -> list[Form]:
        if room.demanded or not state.options.negotiation:
            return []
        found = blanks(state, room.winner, room.loser)
        least = {
            good: blank.step
            for good in _GOODS
            if isinstance(blank := found.get(good), Range) and blank.high > 0
        }
        # Filled-in answers are added to the example, so it contains a promise only if no good is possible.
        terms = next(({good: amount} for good, amount in least.items()), {"promise": PEACE})
        return [Form(Demand.model_validate(terms), found)]

    def labels(self, room: Spoils, state: SeaState, action: Demand) -> Sequence[Label]:
        first, *answers = super().labels(room, state, action)
        return first._replace(text=f"Demand something of {state.called(room.loser)}"), *answers

    def canonical(self, room: Spoils, state: SeaState, action: Demand) -> Demand:
        return Demand.model_validate({name: value for name, value in action.model_dump().items() if value})

    def check(self, room: Spoils, state: SeaState, action: Demand) -> None:
        if not state.options.negotiation:
            raise refusal("demand_unavailable.off")
        if room.demanded:
            raise refusal("demand_unavailable.made")
        must_be_fair(state, room.winner, room.loser, terms_of(action))

    def answer(self, room: Spoils, play: Play, action: Demand) -> None:
        room.demanded = True
        terms = terms_of(action)
        play.tell(DealDemanded(winner=room.winner, loser=room.loser, terms=terms))
        play.open(Replying(terms=terms))
