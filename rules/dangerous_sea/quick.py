"""The cheap player with which the strong one plays out turns: a captain of few rules, who tries nothing."""

from rules.dangerous_sea.captains import CAPTAINS
from rules.dangerous_sea.state import SeaState
from rules.engine.action import Action
from rules.engine.chance import Luck
from rules.engine.decision import Decision


def quick(state: SeaState, decision: Decision, luck: Luck) -> Action | None:
    """Return what the plain captain does."""
    return CAPTAINS["plain"](None, state, decision, luck)
