"""The easy player: it tries single actions, overlooks or misjudges some, and trusts a single throw."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from operator import itemgetter
from random import Random

from pydantic import Field

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.data import Data
from rules.engine.decision import Decision
from rules.engine.errors import IllegalAction
from rules.engine.game import AnyGame, State
from rules.engine.policy import Policy, after, imagined, worth_a_look


class Haste(Data):
    """The weaknesses of an easy player.

    `overlooks` is the probability that the player overlooks an action. The player tries at most `looks`
    actions. `misjudges` is the standard deviation of errors in the value of an action, on the scale of
    `evaluate`. `lingers` is a penalty for ending the turn, so that the player does not stop too early.
    """

    overlooks: float = Field(0.5, ge=0, lt=1)
    misjudges: float = Field(0.0, ge=0)
    lingers: float = Field(0.0, ge=0)
    looks: int = Field(40, ge=1)


def easy(haste: Haste) -> Policy:
    """Return a policy that notices some actions, tries each of them once, and chooses the best."""

    def choose(game: AnyGame, state: State, decision: Decision, luck: Random) -> Action:
        stored = imagined(game, state, decision.seat, luck).model_dump_json()
        actions = worth_a_look(game, state, decision)
        actions = luck.sample(actions, len(actions))
        noticed = [action for action in actions if luck.random() >= haste.overlooks]

        def worths(of: list[Action]) -> Iterator[tuple[float, Action]]:
            for action in of:
                with suppress(IllegalAction):
                    then = after(game, stored, decision.seat, action, Chance(QuickStream(luck)))
                    error = luck.gauss(0.0, haste.misjudges) if haste.misjudges else 0.0
                    worth = game.evaluate(then, decision.seat) + error
                    yield worth - haste.lingers * action.ends_turn, action

        # If no noticed action is legal, a random legal action is chosen.
        found = [*islice(worths(noticed), haste.looks)] or [*islice(worths(actions), 1)]
        return max(found, key=itemgetter(0))[1]

    return choose
