"""The loser of a battle accepts a demand, or insists on a standard prize (section 6.9)."""

from collections.abc import Iterator
from dataclasses import replace

from rules.dangerous_sea.actions import Reply, SetDemands
from rules.dangerous_sea.events import DealAccepted, DealRefused, in_words
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import Unasked
from rules.dangerous_sea.rooms.taking_prize import hand_over
from rules.dangerous_sea.state import DealReply, SeaState, Spoils, Terms
from rules.engine.action import Action
from rules.engine.label import HINT_LIMIT, Label
from rules.engine.wording import clipped


class Replying(DealReply, Unasked[Reply]):
    """The loser's answer to a demand. The battle is the task below this room on the agenda."""

    def whose(self, state: SeaState) -> int:
        return _battle(state).loser

    def in_advance(self, state: SeaState) -> Reply | None:
        return None if state.ship(self.whose(state)).demands == "ask" else Reply(choice="insist")

    def asks(self, state: SeaState) -> str:
        # The promise is left out because the story quotes it.
        said = replace(self.terms, promise="")
        wanted = in_words(said) if said != Terms() else "a promise, no more"
        return f"answers the demand of {state.called(_battle(state).winner)}: {wanted}"

    def actions(self, state: SeaState) -> Iterator[Reply]:
        yield Reply(choice="accept")
        yield Reply(choice="insist")

    def labels(self, state: SeaState, action: Reply) -> tuple[Label, ...]:
        winner = state.called(_battle(state).winner)
        first = Label(f"The demand of {winner}")
        if action.choice == "accept":
            hint = clipped(f"{winner} wants {in_words(self.terms)}", HINT_LIMIT)
            return first, Label("Accept the terms", hint)
        return first, Label("Insist on a standard prize", f"{winner} then chooses one, without your say.")

    def always(self, state: SeaState) -> dict[Action, Action]:
        return {Reply(choice="insist"): SetDemands(policy="insist")}

    def absent(self, state: SeaState) -> Reply:
        return Reply(choice="insist")

    def answer(self, play: Play, action: Reply) -> None:
        battle = _battle(play.state)
        play.close(self)
        if action.choice == "insist":
            play.tell(DealRefused(winner=battle.winner, loser=battle.loser))
            return
        play.close(battle)
        play.tell(DealAccepted(winner=battle.winner, loser=battle.loser))
        hand_over(play, battle, "deal", self.terms)

    def left(self, play: Play, seat: int) -> None:
        battle = _battle(play.state)
        if seat in {battle.winner, battle.loser}:
            play.close(self)


def _battle(state: SeaState) -> Spoils:
    return next(task for task in state.agenda if isinstance(task, Spoils))
